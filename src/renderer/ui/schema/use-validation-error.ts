import { useCallback, useMemo } from 'react';
import type { CheckOf } from './schema-check.ts';
import { schemaChecker, useSchemaCheck } from './use-schema-check.ts';
import { problemsText } from './validate.ts';

export interface ValidationError {
  /** One sentence; `null` if the value is valid or there is no schema. */
  readonly message: string | null;
  /**
   * Why the result is unknown, as the end of a sentence (`could not be checked ...`); `null` if it was
   * checked.
   */
  readonly unchecked: string | null;
  /** Whether both describe the current value. The worker answers a moment later. */
  readonly settled: boolean;
  /**
   * Whether the value may be sent without confirmation; waits for the check. What can't be checked may be
   * sent.
   */
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
