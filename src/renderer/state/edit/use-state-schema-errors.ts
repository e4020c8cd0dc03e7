import { useCallback, useMemo } from 'react';
import type { ChangedMember } from '../../../exact-json/diff/compare.ts';
import type { CheckOf } from '../../ui/schema-check/schema-check.ts';
import type { SchemaViolation } from '../../ui/schema-check/validate-changes.ts';
import { schemaChecker, useSchemaCheck } from '../../ui/schema-check/use-schema-check.ts';

/** What the state's schema has against the changes of an edit. */
export interface StateSchemaErrors {
  readonly violations: readonly SchemaViolation[];
  /** Why nothing is known, to go on from the thing's name; `null` when the changes were checked. */
  readonly unchecked: string | null;
  /** Whether both are of these very changes: they come from a worker, a moment after them. */
  readonly settled: boolean;
  /** Whether the edit may be saved without another question; waits for the check. What can't be checked may. */
  readonly fits: () => Promise<boolean>;
}

export function useStateSchemaErrors(
  schemaText: string | null,
  changes: readonly ChangedMember[],
): StateSchemaErrors {
  const check = useMemo<CheckOf<'changes'> | null>(
    () =>
      schemaText === null || changes.length === 0
        ? null
        : {
            kind: 'changes',
            schemaText,
            changes: changes.map(({ key, valueText }) => ({ key, valueText })),
          },
    [schemaText, changes],
  );
  const { problems: violations, unchecked, settled } = useSchemaCheck<'changes'>(check);
  const fits = useCallback(async () => {
    const outcome = check && (await schemaChecker.check<'changes'>(check));
    return outcome?.checked !== true || outcome.problems.length === 0;
  }, [check]);
  return { violations, unchecked, settled, fits };
}
