import { type JsonWorker, runJobSync, isLongJob, JsonWorkerClient } from './json-worker-client.ts';
import type { WorkerReply } from './worker-protocol.ts';
import { useEffect, useMemo, useState } from 'react';
import type { JobOf, JsonJob, JsonResults } from './json-jobs.ts';
import { cacheIndex, findCachedIndex } from './index-cache.ts';
import { buildIndexAsync } from './build-index-async.ts';

export function startJsonWorker(): JsonWorker {
  const worker = new Worker(new URL('./json.worker.ts', import.meta.url), { type: 'module' });
  return {
    postMessage: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
    onReply(listener) {
      worker.addEventListener('message', (event: MessageEvent<WorkerReply>) => listener(event.data));
    },
    onBroken(listener) {
      worker.addEventListener('error', (event) =>
        listener(event.message || 'The worker could not be started.'),
      );
      worker.addEventListener('messageerror', () => listener('The answer could not be read.'));
    },
  };
}

const work = new JsonWorkerClient(startJsonWorker);

export interface JobState<K extends JsonJob['kind']> {
  readonly result: JsonResults[K] | null;
  readonly problem: string | null;
}

interface Done<K extends JsonJob['kind']> extends JobState<K> {
  readonly job: JobOf<K>;
}

/**
 * The result of a JSON job: synchronous for short texts, from the worker for long ones (indexes in slices on
 * the main thread). The job must be memoized; `null` is no job.
 */
export function useJsonJob<K extends JsonJob['kind']>(job: JobOf<K> | null): JobState<K> {
  const here = useMemo(() => (job ? doneAtOnce(job) : null), [job]);
  const [there, setThere] = useState<Done<K> | null>(null);
  useEffect(() => {
    if (!job || here) return;
    const jobController = new AbortController();
    const finish = (result: JsonResults[K] | null, problem: string | null): void => {
      if (!jobController.signal.aborted) setThere({ job, result, problem });
    };
    doElsewhere(job, jobController.signal).then(
      (result) => finish(result, null),
      (error: unknown) => finish(null, error instanceof Error ? error.message : String(error)),
    );
    return () => jobController.abort();
  }, [job, here]);
  if (here) return here;
  return there && there.job === job ? there : { result: null, problem: null };
}

// Short texts, and the index of a text that differs little from the last one; `null` for everything else.
function doneAtOnce<K extends JsonJob['kind']>(job: JobOf<K>): JobState<K> | null {
  if (!isLongJob(job as JsonJob)) return tried(job);
  const { kind, text } = job as JobOf<'structuralIndex'>;
  const structuralIndex = kind === 'structuralIndex' ? findCachedIndex(text) : null;
  return structuralIndex && { result: structuralIndex as JsonResults[K], problem: null };
}

async function doElsewhere<K extends JsonJob['kind']>(
  job: JobOf<K>,
  signal: AbortSignal,
): Promise<JsonResults[K]> {
  const { kind, text } = job as JobOf<'structuralIndex'>;
  if (kind !== 'structuralIndex') return work.do(job, signal);
  const structuralIndex = await buildIndexAsync(text, signal);
  cacheIndex(text, structuralIndex);
  return structuralIndex as JsonResults[K];
}

/** Lets the worker index a long text in advance, so that the first search is fast. */
export function prepareSearch(text: string): void {
  const job = { kind: 'prepare' as const, text };
  // The search itself reports errors.
  if (isLongJob(job)) work.do(job).catch(() => undefined);
}

function tried<K extends JsonJob['kind']>(job: JobOf<K>): JobState<K> {
  try {
    return { result: runJobSync(job), problem: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { result: null, problem: error.message };
  }
}
