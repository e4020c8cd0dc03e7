import { javaScriptPath, type JsonDifference } from 'exact-json';
import { alignedText, partVerdict, type PartVerdict } from '../../shared/comparison.ts';
import type { Comparison } from '../../shared/model/comparison.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import {
  comparisonDocument,
  isEqual,
  withDifferences,
  type PartWithDifferences,
} from '../output/comparison-document.ts';
import { visitText } from '../output/run-changes.ts';
import { truncate } from '../output/truncate.ts';
import { columns, StyledText } from '../output/styled-text.ts';
import type { Terminal } from '../output/terminal.ts';
import { withServer } from '../session/open-session.ts';
import { parseSide } from '../session/parse-side.ts';
import { findServer } from '../session/resolve-server.ts';

const maxValueLength = 500;

export const run: CommandRun = (args, context) => {
  const [from = '', to = ''] = args.positionals;
  return withServer(args, context, async (session) => {
    const { call, server } = session;
    const { terminal } = context;
    const other = args.text('to-server');
    const toServer = other === null ? server : await findServer(session, args, context, other, 'to-key-env');
    const [left, right] = await Promise.all([parseSide(call, server, from), parseSide(call, toServer, to)]);
    const compared = await call('compare.read', { left, right });
    const parts = await withDifferences(call, left, right, compared);
    const equal = isEqual(left, right, compared);
    if (context.json) {
      terminal.printJson(comparisonDocument(left, right, compared, parts));
    } else if (left.kind === 'checkpoint' || right.kind === 'checkpoint') {
      for (const part of parts) if (part.part === 'state') printDifferences(part, terminal);
    } else {
      printParts(parts, terminal);
      printExecutions(compared.executions, terminal);
    }
    if (!context.json) {
      for (const note of [compared.left.incomplete, compared.right.incomplete])
        if (note !== null) terminal.note(note);
      if (equal === null) terminal.note('Whether they are equal is not known.');
    }
    return equal === true ? exitCodes.ok : exitCodes.failed;
  });
};

// A line for each part, and the differences of each. Metadata has new IDs each time, so only its line is
// printed.
function printParts(parts: readonly PartWithDifferences[], terminal: Terminal): void {
  for (const part of parts) {
    terminal.print(`${verdictTexts[partVerdict(part)]}  ${part.part}`);
    if (part.part !== 'metadata' && !part.onlyIds) printDifferences(part, terminal, '  ');
  }
}

const verdictTexts: Readonly<Record<PartVerdict, string>> = {
  unknown: 'unknown  ',
  same: 'same     ',
  'only-ids': 'only IDs ',
  different: 'different',
};

function printDifferences({ part, differences }: PartWithDifferences, terminal: Terminal, indent = ''): void {
  const root = part === 'state' ? 'values' : part;
  for (const difference of differences ?? []) printDifference(difference, root, indent, terminal);
}

function printDifference(
  { path, kind, before, after, from }: JsonDifference,
  root: string,
  indent: string,
  terminal: Terminal,
): void {
  const place = javaScriptPath(root, path);
  if (kind === 'moved') return terminal.print(`${indent}> ${place}  moved from index ${from ?? '?'}`);
  if (before !== null)
    terminal.print(new StyledText('bad', `${indent}- ${place}  ${truncate(before, maxValueLength)}`));
  if (after !== null)
    terminal.print(new StyledText('good', `${indent}+ ${place}  ${truncate(after, maxValueLength)}`));
}

const sideNames = { left: 'in FROM', right: 'in TO' };

function printExecutions(executions: Comparison['executions'], terminal: Terminal): void {
  if (executions === null || executions.rows.length === 0) return;
  terminal.print('\nNodes that ran:');
  terminal.print(columns(executions.rows.map((row) => [alignedText(row, sideNames), visitText(row)])));
}
