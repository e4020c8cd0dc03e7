import type { JobReply, JobWorker } from './job-messages.ts';

/** How a job ended. `failed`: it threw, or there is no worker (`problem: null`). */
export type JobOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly problem: string | null };

interface Entry<Job, Result> {
  readonly id: number;
  readonly job: Job;
  callers: number;
  readonly outcome: Promise<JobOutcome<Result>>;
  readonly settle: (outcome: JobOutcome<Result>) => void;
}

// Starting a worker may be slow on a busy machine, which is not the job's fault. Milliseconds.
const startLimitMs = 10_000;

/**
 * Runs jobs over a server's input in a worker, one at a time: patterns, schemas and texts that may never end. The
 * worker starts with the first job. A job that takes longer than the limit ends the worker, and the next job starts
 * another one.
 */
export class JobRunner<Job, Result> {
  readonly #start: () => JobWorker<Job, Result>;
  readonly #limitMs: number;
  readonly #waiting: Entry<Job, Result>[] = [];
  #underWay: Entry<Job, Result> | null = null;
  #worker: JobWorker<Job, Result> | null = null;
  #isReady = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  /** `limitMs`: for each job, in milliseconds, from its start. `start` may throw where there are no workers. */
  constructor(start: () => JobWorker<Job, Result>, limitMs: number) {
    this.#start = start;
    this.#limitMs = limitMs;
  }

  /**
   * Never rejects. Callers with the same job share its outcome. A job that all of them have aborted before it
   * started never settles.
   */
  run(job: Job, signal?: AbortSignal): Promise<JobOutcome<Result>> {
    if (signal?.aborted === true) return new Promise(() => undefined);
    const queuedJob = [this.#underWay, ...this.#waiting].find((one) => one?.job === job);
    const entry = queuedJob ?? this.#add(job);
    entry.callers += 1;
    signal?.addEventListener('abort', () => {
      entry.callers -= 1;
      const index = entry.callers === 0 ? this.#waiting.indexOf(entry) : -1;
      if (index >= 0) this.#waiting.splice(index, 1);
    });
    if (!queuedJob) this.#next();
    return entry.outcome;
  }

  #add(job: Job): Entry<Job, Result> {
    let settle: (outcome: JobOutcome<Result>) => void = () => undefined;
    const outcome = new Promise<JobOutcome<Result>>((resolve) => {
      settle = resolve;
    });
    const entry: Entry<Job, Result> = { id: (this.#last += 1), job, callers: 0, outcome, settle };
    this.#waiting.push(entry);
    return entry;
  }

  /** Ends the worker. What was to be done never settles. */
  end(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
    this.#underWay = null;
    this.#worker?.terminate();
    this.#worker = null;
  }

  #next(): void {
    if (this.#underWay !== null) return;
    const entry = this.#waiting.shift();
    if (!entry) return;
    this.#underWay = entry;
    this.#endAfter(startLimitMs, { kind: 'failed', problem: null });
    if (this.#worker === null) this.#startWorker();
    else if (this.#isReady) this.#post();
  }

  /** Posts the job once the worker is ready. */
  #startWorker(): void {
    let worker: JobWorker<Job, Result>;
    try {
      worker = this.#start();
    } catch {
      return this.#finish({ kind: 'failed', problem: null });
    }
    this.#worker = worker;
    this.#isReady = false;
    worker.onReply((reply) => {
      if (worker === this.#worker) this.#hear(reply);
    });
    worker.onBroken(() => {
      if (worker === this.#worker) this.#giveUp({ kind: 'failed', problem: null });
    });
  }

  #post(): void {
    if (this.#underWay === null) return;
    const { id, job } = this.#underWay;
    this.#worker?.postMessage({ id, job });
  }

  #hear(reply: JobReply<Result>): void {
    if (reply.kind === 'ready') {
      if (!this.#isReady) {
        this.#isReady = true;
        this.#post();
      }
    } else if (reply.id !== this.#underWay?.id) {
      return;
    } else if (reply.kind === 'started') {
      this.#endAfter(this.#limitMs, { kind: 'timeout' });
    } else {
      this.#finish(
        reply.kind === 'done'
          ? { kind: 'done', result: reply.result }
          : { kind: 'failed', problem: reply.problem },
      );
    }
  }

  #endAfter(ms: number, outcome: JobOutcome<Result>): void {
    clearTimeout(this.#timer);
    // If the page was busy, a reply may already be queued; it is handled before the worker is ended.
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#giveUp(outcome), 10);
    }, ms);
  }

  #giveUp(outcome: JobOutcome<Result>): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish(outcome);
  }

  #finish(outcome: JobOutcome<Result>): void {
    clearTimeout(this.#timer);
    const done = this.#underWay;
    this.#underWay = null;
    done?.settle(outcome);
    this.#next();
  }
}
