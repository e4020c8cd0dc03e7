import { useCallback, useMemo } from 'react';
import type { ChangedMember } from 'exact-json';
import type { CheckOf } from '../../ui/schema/schema-check.ts';
import type { SchemaViolation } from '../../ui/schema/validate-changes.ts';
import { schemaChecker, useSchemaCheck } from '../../ui/schema/use-schema-check.ts';

export interface StateSchemaErrors {
  readonly violations: readonly SchemaViolation[];
  // Why the check failed, as the end of a sentence; `null` if it succeeded.
  readonly unchecked: string | null;
  // Whether both belong to the current changes: the worker answers asynchronously.
  readonly settled: boolean;
  // Waits for the check and resolves to whether the edit may be saved without asking. Unchecked edits may.
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
