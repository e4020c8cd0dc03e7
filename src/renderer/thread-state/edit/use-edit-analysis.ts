import { useMemo, useState } from 'react';
import { emptyAnalysis, analyzeEdit, type EditAnalysis } from './analyze-edit.ts';
import { useJsonJob } from '../use-json-job.ts';

/** Analyses an edit; `settled` is false while a long one is in progress and the result is outdated. */
export function useEditAnalysis(
  valuesText: string,
  editedText: string,
): EditAnalysis & { readonly settled: boolean } {
  const job = useMemo(
    () => ({ kind: 'edit' as const, before: valuesText, after: editedText }),
    [valuesText, editedText],
  );
  const { result: read, problem } = useJsonJob<'edit'>(job);
  // Runs on the main thread if there is no worker.
  const here = useMemo(
    () => (problem === null ? null : analyzeEdit(valuesText, editedText)),
    [problem, valuesText, editedText],
  );
  const result = read ?? here;
  const [last, setLast] = useState(emptyAnalysis);
  if (result && result !== last) setLast(result);
  return { ...(result ?? last), settled: result !== null };
}
