export interface JobRequest<Job> {
  readonly id: number;
  readonly job: Job;
}

export type JobReply<Result> =
  | { readonly kind: 'ready' }
  /** The job starts now, and so does its time limit. */
  | { readonly kind: 'started'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string };

/** The part of a worker that is used. */
export interface JobWorker<Job, Result> {
  postMessage(request: JobRequest<Job>): void;
  terminate(): void;
  onReply(listener: (reply: JobReply<Result>) => void): void;
  /** The worker could not be loaded, or crashed. */
  onBroken(listener: () => void): void;
}

/** Wraps a worker that was started by `new Worker(...)`. */
export function jobWorker<Job, Result>(worker: Worker): JobWorker<Job, Result> {
  return {
    postMessage: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
    onReply(listener) {
      worker.addEventListener('message', (event: MessageEvent<JobReply<Result>>) => listener(event.data));
    },
    onBroken(listener) {
      worker.addEventListener('error', listener);
      worker.addEventListener('messageerror', listener);
    },
  };
}

/** Runs the jobs of a worker. Called in the worker, once. */
export function serveJobs<Job, Result>(run: (job: Job) => Result): void {
  const reply = (message: JobReply<Result>): void => globalThis.postMessage(message, {});
  globalThis.addEventListener('message', ({ data }: MessageEvent<JobRequest<Job>>) =>
    answerJob(data, run, reply),
  );
  reply({ kind: 'ready' });
}

// Runs one job, and replies as a worker does.
export function answerJob<Job, Result>(
  { id, job }: JobRequest<Job>,
  run: (job: Job) => Result,
  reply: (reply: JobReply<Result>) => void,
): void {
  reply({ kind: 'started', id });
  try {
    reply({ kind: 'done', id, result: run(job) });
  } catch (error) {
    reply({ kind: 'failed', id, problem: error instanceof Error ? error.message : String(error) });
  }
}
