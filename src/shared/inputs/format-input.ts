import { applyEdit, formatJson, memberTexts } from 'exact-json';
import type { Check, CheckHeader, ScoredCheck } from './check.ts';
import {
  defaultUser,
  inputVersion,
  type LangsmithExample,
  type SavedInput,
  type SimulatedUser,
} from './saved-input.ts';

/**
 * The text of an input's file: members in a fixed order, two spaces, a line break at the end, so that a change is a
 * small diff in version control. Values keep their tokens.
 */
export function formatInput(input: SavedInput): string {
  const { start, state } = input;
  const members: readonly (readonly [string, string | null])[] = [
    ['version', String(inputVersion)],
    ['description', textOf(input.description)],
    ['graph', textOf(input.graph)],
    ['assistant', textOf(input.assistant)],
    ['input', start.kind === 'input' ? start.inputText : null],
    ['command', start.kind === 'command' ? start.commandText : null],
    ['state', state?.valuesText ?? null],
    ['asNode', textOf(state?.asNode ?? null)],
    ['config', input.configText],
    ['context', input.contextText],
    ['stopAfter', input.stopAfter.length === 0 ? null : JSON.stringify(input.stopAfter)],
    ['checks', input.checks.length === 0 ? null : checksText(input.checks)],
    ['reference', input.referenceText],
    ['user', input.user === null ? null : userText(input.user)],
    ['langsmith', input.langsmith === null ? null : exampleText(input.langsmith)],
  ];
  return `${formatJson(objectText(members))}\n`;
}

/** The text with other checks, and else unchanged. The text must be an input. */
export function withChecks(text: string, checks: readonly Check[]): string {
  const hasChecks = memberTexts(text).some(({ key }) => key === 'checks');
  const path = ['checks'];
  if (checks.length === 0) return hasChecks ? applyEdit(text, { kind: 'remove', path }) : text;
  const valueText = formatJson(checksText(checks)).replaceAll('\n', '\n  ');
  return applyEdit(text, { kind: hasChecks ? 'set' : 'insert', path, valueText });
}

export function checkText(check: Check): string {
  const kind: readonly [string, string] = ['kind', JSON.stringify(check.kind)];
  switch (check.kind) {
    case 'status':
      return objectText([kind, ['is', JSON.stringify(check.is)]]);
    case 'equals':
    case 'contains':
    case 'recorded':
      return objectText([kind, ['of', textOf(check.of)], ['value', check.valueText]]);
    case 'schema':
      return objectText([kind, ['of', textOf(check.of)], ['schema', check.schemaText]]);
    case 'expression':
      return objectText([kind, ['expression', JSON.stringify(check.expression)]]);
    case 'tokens':
    case 'time':
    case 'cost':
      return objectText([kind, ['below', String(check.below)]]);
    case 'path':
      return objectText([
        kind,
        ['nodes', JSON.stringify(check.nodes)],
        ['exactly', check.exactly ? 'true' : null],
      ]);
    case 'command':
    case 'http':
    case 'judge':
      return objectText([kind, ...scoredMembers(check)]);
  }
}

function scoredMembers(check: ScoredCheck): readonly (readonly [string, string | null])[] {
  const { name, of, referenceText, atLeast, seconds } = check;
  return [
    ['name', textOf(name)],
    ...sourceMembers(check),
    ['of', textOf(of)],
    ['reference', referenceText],
    ['atLeast', numberOf(atLeast)],
    ['timeout', numberOf(seconds)],
  ];
}

function sourceMembers(check: ScoredCheck): readonly (readonly [string, string | null])[] {
  switch (check.kind) {
    case 'command':
      return [['command', JSON.stringify(check.command)]];
    case 'http':
      return [
        ['url', JSON.stringify(check.url)],
        ['headers', check.headers.length === 0 ? null : headersText(check.headers)],
      ];
    case 'judge':
      return [
        ['server', textOf(check.server)],
        ['assistant', JSON.stringify(check.assistant)],
        ['send', check.send === 'members' ? null : JSON.stringify(check.send)],
        ['score', textOf(check.score)],
        ['reason', textOf(check.reason)],
      ];
  }
}

function headersText(headers: readonly CheckHeader[]): string {
  return objectText(headers.map(({ header, key }) => [header, JSON.stringify(key)]));
}

function numberOf(number: number | null): string | null {
  return number === null ? null : String(number);
}

function userText({ server, assistant, turns, messages }: SimulatedUser): string {
  return objectText([
    ['server', textOf(server)],
    ['assistant', JSON.stringify(assistant)],
    ['turns', String(turns)],
    ['messages', messages === defaultUser.messages ? null : JSON.stringify(messages)],
  ]);
}

function exampleText({ exampleId, project }: LangsmithExample): string {
  return objectText([
    ['example', JSON.stringify(exampleId)],
    ['project', textOf(project)],
  ]);
}

function checksText(checks: readonly Check[]): string {
  return `[${checks.map(checkText).join(',')}]`;
}

function objectText(members: readonly (readonly [string, string | null])[]): string {
  const written = members.flatMap(([key, text]) => (text === null ? [] : `${JSON.stringify(key)}:${text}`));
  return `{${written.join(',')}}`;
}

function textOf(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text);
}
