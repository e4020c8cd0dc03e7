import { useEffect, useMemo, useState } from 'react';
import type { JobOf, JsonJob, JsonResults } from './json-jobs.ts';
import { doHere, isLong, JsonWork } from './json-work.ts';
import { startJsonWorker } from './start-json-worker.ts';

const work = new JsonWork(startJsonWorker);

export interface JobState<K extends JsonJob['kind']> {
  /** The result of exactly this job; `null` while it is under way or when it failed. */
  readonly result: JsonResults[K] | null;
  readonly problem: string | null;
}

interface Done<K extends JsonJob['kind']> extends JobState<K> {
  readonly job: JobOf<K>;
}

/**
 * The result of a job on JSON text: at once for what is short, from the worker for what is long. The job must keep its
 * identity (`useMemo`) as long as it is the same; `null` is no job.
 */
export function useJsonJob<K extends JsonJob['kind']>(job: JobOf<K> | null): JobState<K> {
  const here = useMemo(() => (job && !isLong(job as JsonJob) ? tried(job) : null), [job]);
  const [there, setThere] = useState<Done<K> | null>(null);
  useEffect(() => {
    if (!job || !isLong(job as JsonJob)) return;
    let gone = false;
    const finish = (result: JsonResults[K] | null, problem: string | null): void => {
      if (!gone) setThere({ job, result, problem });
    };
    work.do(job).then(
      (result) => finish(result, null),
      (thrown: unknown) => finish(null, thrown instanceof Error ? thrown.message : String(thrown)),
    );
    return () => {
      gone = true;
    };
  }, [job]);
  if (here) return here;
  return there && there.job === job ? there : { result: null, problem: null };
}

function tried<K extends JsonJob['kind']>(job: JobOf<K>): JobState<K> {
  try {
    return { result: doHere(job), problem: null };
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    return { result: null, problem: thrown.message };
  }
}
