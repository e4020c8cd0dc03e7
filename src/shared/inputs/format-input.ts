import { applyEdit, formatJson, memberTexts } from 'exact-json';
import type { Check } from './check.ts';
import { inputVersion, type SavedInput } from './saved-input.ts';

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

/** A check as its file writes it, as JSON. */
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
  }
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
