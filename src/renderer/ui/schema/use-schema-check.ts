import { useEffect, useState } from 'react';
import type { CheckOf, SchemaCheckOutcome, CheckProblems, SchemaCheck } from './schema-check.ts';
import { SchemaChecker } from './schema-checker.ts';
import { startSchemaWorker } from './start-schema-worker.ts';

export const schemaChecker = new SchemaChecker(() => startSchemaWorker());

// Schemas that are slow to check are checked again after a pause in typing. Milliseconds.
const slowPauseMs = 1000;

export interface SchemaCheckState<K extends SchemaCheck['kind']> {
  // Problems of the last check, which is of an older value while `settled` is false.
  readonly problems: CheckProblems[K];
  readonly unchecked: string | null;
  // Whether the result is of exactly this check.
  readonly settled: boolean;
}

interface Known<K extends SchemaCheck['kind']> {
  readonly check: CheckOf<K>;
  readonly schemaText: string;
  readonly outcome: SchemaCheckOutcome<K>;
}

const none: readonly never[] = [];

/** `check` must be memoized; `null` for no check. */
export function useSchemaCheck<K extends SchemaCheck['kind']>(check: CheckOf<K> | null): SchemaCheckState<K> {
  const [lastResult, setLastResult] = useState<Known<K> | null>(null);
  useEffect(() => {
    if (check === null) return;
    const abortController = new AbortController();
    const { schemaText }: SchemaCheck = check;
    const startWorker = (): void => {
      void schemaChecker.check<K>(check, abortController.signal).then((outcome) => {
        if (!abortController.signal.aborted) setLastResult({ check, schemaText, outcome });
      });
    };
    const timer = setTimeout(startWorker, schemaChecker.isSlow(schemaText) ? slowPauseMs : 0);
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [check]);
  if (check === null) return { problems: none, unchecked: null, settled: true };
  const { schemaText }: SchemaCheck = check;
  // A result for another schema does not apply.
  const outcome = lastResult?.schemaText === schemaText ? lastResult?.outcome : undefined;
  return {
    problems: outcome?.checked === true ? outcome.problems : none,
    unchecked: outcome?.checked === false ? outcome.reason : null,
    settled: lastResult?.check === check,
  };
}
