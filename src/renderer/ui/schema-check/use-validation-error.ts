import { useCallback, useMemo } from 'react';
import type { CheckOf } from './schema-check.ts';
import { schemaChecker, useSchemaCheck } from './use-schema-check.ts';
import { problemsText } from '../schema/validate.ts';

/** What a value does against its schema. */
export interface ValidationError {
  /** One sentence; `null` when it fits, or there is nothing to go by. */
  readonly message: string | null;
  /** Why nothing is known, to go on from the thing's name: `could not be checked ...`; `null` when it was checked. */
  readonly unchecked: string | null;
  /** Whether both are of this very value: they come from a worker, a moment after it. */
  readonly settled: boolean;
  /** Whether the value may be sent without another question; waits for the check. What can't be checked may. */
  readonly fits: () => Promise<boolean>;
}

export function useValidationError(schemaText: string | null, valueText: string): ValidationError {
  const check = useMemo<CheckOf<'value'> | null>(
    () => (schemaText === null || valueText === '' ? null : { kind: 'value', schemaText, valueText }),
    [schemaText, valueText],
  );
  const { problems, unchecked, settled } = useSchemaCheck<'value'>(check);
  const message = useMemo(() => problemsText(problems), [problems]);
  const fits = useCallback(async () => {
    const outcome = check && (await schemaChecker.check<'value'>(check));
    return outcome?.checked !== true || outcome.problems.length === 0;
  }, [check]);
  return { message, unchecked, settled, fits };
}
