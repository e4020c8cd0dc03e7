import { validateValue, type ValidationProblem } from './validate.ts';
import { readSchemaUnbounded } from './read-schema.ts';
import { validateChanges, type SchemaViolation } from './validate-changes.ts';

// A value to check against a server's JSON Schema. Checking may take forever (a pattern like `^(a+)+$`,
// references that multiply), so it runs in a worker that is terminated after `checkLimitMs`.
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

// `checked: false` means unknown: neither valid nor invalid.
export type SchemaCheckOutcome<K extends SchemaCheck['kind']> =
  | { readonly checked: true; readonly problems: CheckProblems[K] }
  /** Continues a sentence: `could not be checked ...`. */
  | { readonly checked: false; readonly reason: string };

export const checkLimitMs = 200;

// Checks without a time limit, for the worker. Throws if the schema is nested deeper than the stack.
export function runCheck(check: SchemaCheck): CheckProblems[SchemaCheck['kind']] {
  return check.kind === 'value'
    ? validateValue(readSchemaUnbounded(check.schemaText), check.valueText)
    : validateChanges(check.schemaText, check.changes);
}

export function isSameCheck(a: SchemaCheck, b: SchemaCheck): boolean {
  if (a.schemaText !== b.schemaText) return false;
  if (a.kind === 'value') return b.kind === 'value' && a.valueText === b.valueText;
  return (
    b.kind === 'changes' &&
    a.changes.length === b.changes.length &&
    a.changes.every(
      (one, index) => one.key === b.changes[index]?.key && one.valueText === b.changes[index].valueText,
    )
  );
}
