import type { CheckKind } from '../../shared/inputs/check.ts';

export const checkTitles: Readonly<Record<CheckKind, string>> = {
  status: 'How the run ends',
  equals: 'Equals',
  contains: 'Contains',
  recorded: 'Same as recorded',
  schema: 'Matches a JSON Schema',
  expression: 'Expression holds',
  tokens: 'Tokens below',
  time: 'Time below',
  cost: 'Cost below',
  path: 'Path through the nodes',
  command: 'Score of a command',
  http: 'Score of an HTTP call',
  judge: 'Score of a judge',
};
