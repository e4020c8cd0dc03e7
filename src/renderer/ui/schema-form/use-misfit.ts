import { useMemo } from 'react';
import { readSchema } from './read-schema.ts';
import { problemWords, valueProblems } from './value-problems.ts';

/** What a value does against its schema, in one sentence; `null` when it fits, or there is nothing to go by. */
export function useMisfit(schemaText: string | null, valueText: string): string | null {
  const schema = useMemo(() => readSchema(schemaText), [schemaText]);
  return useMemo(() => problemWords(valueProblems(schema, valueText)), [schema, valueText]);
}
