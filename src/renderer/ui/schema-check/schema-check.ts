import { validateValue, type ValidationProblem } from '../schema/validate.ts';
import { readSchemaUnbounded } from '../schema/read-schema.ts';
import { validateChanges, type SchemaViolation } from './validate-changes.ts';

/**
 * A value to be checked against the JSON schema of a server. Such a schema may take for ever to check (an expression like
 * `^(a+)+$`, references that multiply): it is done in a worker only, and ended after {@link checkLimitMs} (row U-12).
 */
export type SchemaCheck =
  /** A whole value, against a schema as forms read it. */
  | { readonly kind: 'value'; readonly schemaText: string; readonly valueText: string }
  /** The changed keys of a state, against the state's schema. */
  | {
      readonly kind: 'changes';
      readonly schemaText: string;
      readonly changes: readonly { readonly key: string; readonly valueText: string }[];
    };

export interface CheckProblems {
  readonly value: readonly ValidationProblem[];
  readonly changes: readonly SchemaViolation[];
}

export type CheckOf<K extends SchemaCheck['kind']> = Extract<SchemaCheck, { readonly kind: K }>;

/** `checked: false` says neither that the value fits nor that it does not. */
export type CheckOutcome<K extends SchemaCheck['kind']> =
  | { readonly checked: true; readonly problems: CheckProblems[K] }
  /** `reason` goes on from the thing's name: `could not be checked ...`. */
  | { readonly checked: false; readonly reason: string };

/** How long a check may take: milliseconds. */
export const checkLimitMs = 200;

export interface CheckRequest {
  readonly id: number;
  readonly check: SchemaCheck;
}

export type CheckReply =
  | { readonly kind: 'ready' }
  /** The check begins now: its time is counted from here. */
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly problems: CheckProblems[SchemaCheck['kind']] }
  | { readonly kind: 'failed'; readonly id: number };

/** Checks without any bound of time: for the worker. Throws where the schema nests deeper than the stack. */
export function runCheck(check: SchemaCheck): CheckProblems[SchemaCheck['kind']] {
  return check.kind === 'value'
    ? validateValue(readSchemaUnbounded(check.schemaText), check.valueText)
    : validateChanges(check.schemaText, check.changes);
}

/** Whether two checks ask for the same. */
export function isSameCheck(a: SchemaCheck, b: SchemaCheck): boolean {
  if (a.schemaText !== b.schemaText) return false;
  if (a.kind === 'value') return b.kind === 'value' && a.valueText === b.valueText;
  return (
    b.kind === 'changes' &&
    a.changes.length === b.changes.length &&
    a.changes.every((one, at) => one.key === b.changes[at]?.key && one.valueText === b.changes[at].valueText)
  );
}
