/** How a run ended: it finished, it waits for an answer, or it failed (also: timed out or was stopped). */
export type RunEnding = 'finished' | 'waiting' | 'failed';

/**
 * A check on the result of a run, as `docs/inputs.md` describes it. `of`: an expression that selects a part of the
 * state; `null` is the whole state. Texts are JSON verbatim, so that numbers stay exact.
 */
export type Check =
  | { readonly kind: 'status'; readonly is: RunEnding }
  | { readonly kind: 'equals' | 'contains'; readonly of: string | null; readonly valueText: string }
  /** As a run left it, but for the IDs of messages and what servers report beside them. */
  | { readonly kind: 'recorded'; readonly of: string | null; readonly valueText: string }
  | { readonly kind: 'schema'; readonly of: string | null; readonly schemaText: string }
  | { readonly kind: 'expression'; readonly expression: string }
  | { readonly kind: 'tokens'; readonly below: number }
  /** In seconds. */
  | { readonly kind: 'time'; readonly below: number }
  /** In the currency of the price table, as a decimal number. */
  | { readonly kind: 'cost'; readonly below: string }
  /** Nodes of the root graph in the order of their supersteps. `exactly`: no others may run. */
  | { readonly kind: 'path'; readonly nodes: readonly string[]; readonly exactly: boolean };

export type CheckKind = Check['kind'];

export const checkKinds = [
  'status',
  'equals',
  'contains',
  'recorded',
  'schema',
  'expression',
  'tokens',
  'time',
  'cost',
  'path',
] as const satisfies readonly CheckKind[];

// Longest value in a label, in UTF-16 units.
const maxValueLength = 60;

/** What a check wants, for a table: `answer contains "tides"`. */
export function describeCheck(check: Check): string {
  switch (check.kind) {
    case 'status':
      return `run is ${check.is}`;
    case 'equals':
      return `${check.of ?? 'state'} equals ${short(check.valueText)}`;
    case 'contains':
      return `${check.of ?? 'state'} contains ${short(check.valueText)}`;
    case 'recorded':
      return `${check.of ?? 'state'} is as recorded`;
    case 'schema':
      return `${check.of ?? 'state'} matches schema`;
    case 'expression':
      return short(check.expression);
    case 'tokens':
      return `tokens below ${check.below}`;
    case 'time':
      return `time below ${check.below} s`;
    case 'cost':
      return `cost below ${check.below}`;
    case 'path':
      return `path ${check.exactly ? 'is' : 'has'} ${short(check.nodes.join(' → '))}`;
  }
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength)}…` : line;
}
