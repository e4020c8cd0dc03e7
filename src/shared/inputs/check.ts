import { truncate } from '../truncate.ts';

/** How a run ended: it finished, it waits for an answer, or it failed (also: timed out or was stopped). */
export type CheckedEnding = 'finished' | 'waiting' | 'failed';

/**
 * A check on the result of a run, as `docs/inputs.md` describes it. `of`: an expression that selects a part of the
 * state; `null` is the whole state. Texts are JSON verbatim, so that numbers stay exact.
 */
export type Check =
  | { readonly kind: 'status'; readonly is: CheckedEnding }
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
  | { readonly kind: 'path'; readonly nodes: readonly string[]; readonly exactly: boolean }
  | ScoredCheck;

/**
 * What all checks with a score have. They send the input, the output and the reference to a judge, a program or an
 * address, which answers with a score and a reason.
 *
 * - `name`: Tells scores apart in tables and over time; `null`: they are named after what gives them.
 * - `of`: An expression that selects the output; `null` is the whole state.
 * - `referenceText`: `null`: the reference of the input.
 * - `atLeast`: Lower scores do not pass; `null`: the score is only noted.
 * - `seconds`: How long the answer may take; `null`: the default.
 */
interface Scored {
  readonly name: string | null;
  readonly of: string | null;
  readonly referenceText: string | null;
  readonly atLeast: number | null;
  readonly seconds: number | null;
}

/** A program of the project, without a shell: it reads JSON and writes a score. */
export type CommandCheck = Scored & { readonly kind: 'command'; readonly command: readonly string[] };
/** `headers`: names of headers, each with the name of the key that is its value; the file has no values. */
export type HttpCheck = Scored & {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: readonly CheckHeader[];
};
export interface CheckHeader {
  readonly header: string;
  readonly key: string;
}
/**
 * An assistant that scores. `server`: name or address of a saved server; `null`: the one that ran the input. `send`: members of
 * its input, or one message. `score` and `reason`: expressions over what it returned; `null`: members of that name.
 */
export type JudgeCheck = Scored & {
  readonly kind: 'judge';
  readonly server: string | null;
  readonly assistant: string;
  readonly send: JudgeInput;
  readonly score: string | null;
  readonly reason: string | null;
};
export type JudgeInput = 'members' | 'message';
export type ScoredCheck = CommandCheck | HttpCheck | JudgeCheck;

export function isScored(check: Check): check is ScoredCheck {
  return check.kind === 'command' || check.kind === 'http' || check.kind === 'judge';
}

/** The name of a score in tables; scores of the same name are one series. */
export function scoreName(check: ScoredCheck): string {
  if (check.name !== null) return short(check.name);
  switch (check.kind) {
    case 'command':
      return short(check.command.join(' '));
    case 'http':
      return short(check.url.replace(/^https?:\/\//, ''));
    case 'judge':
      return short(check.server === null ? check.assistant : `${check.assistant} on ${check.server}`);
  }
}

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
  'command',
  'http',
  'judge',
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
    case 'command':
    case 'http':
    case 'judge':
      return `${scoreName(check)}: score${check.atLeast === null ? '' : ` at least ${check.atLeast}`}`;
  }
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return truncate(line, maxValueLength);
}
