import { StructuralIndexCache, runJob, type JobOf, type JsonJob, type JsonResults } from './json-jobs.ts';
import { TextIds, type WorkerReply, type WorkerRequest } from './worker-protocol.ts';

// Longer texts go to a worker, so that the window stays responsive.
const maxInlineLength = 1_000_000;

export function isLongJob(job: JsonJob): boolean {
  return job.kind === 'diff' || job.kind === 'edit'
    ? job.before.length + job.after.length > maxInlineLength
    : job.text.length > maxInlineLength;
}

const indexes = new StructuralIndexCache();

// Runs a job on the calling thread. Throws `JsonSyntaxError`.
export function runJobSync<K extends JsonJob['kind']>(job: JobOf<K>): JsonResults[K] {
  return runJob(job as JsonJob, indexes) as JsonResults[K];
}

export interface JsonWorker {
  postMessage(request: WorkerRequest): void;
  terminate(): void;
  onReply(listener: (reply: WorkerReply) => void): void;
  onBroken(listener: (problem: string) => void): void;
}

interface Waiting {
  readonly job: JsonJob;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: JsonResults[JsonJob['kind']]) => void;
  readonly reject: (problem: Error) => void;
}

// Runs jobs one by one in a worker, which starts with the first job. A crashed worker is replaced for the
// next job. Typing requests jobs faster than a long text can be processed, so aborted jobs are skipped.
export class JsonWorkerClient {
  readonly #start: () => JsonWorker;
  readonly #waiting: Waiting[] = [];
  #underWay: Waiting | null = null;
  #worker: JsonWorker | null = null;
  #texts = new TextIds();
  #last = 0;

  constructor(start: () => JsonWorker) {
    this.#start = start;
  }

  // Rejects with the signal's reason if aborted before the job starts.
  do<K extends JsonJob['kind']>(job: JobOf<K>, signal?: AbortSignal): Promise<JsonResults[K]> {
    return new Promise((resolve, reject) => {
      const done = (result: JsonResults[JsonJob['kind']]): void => resolve(result as JsonResults[K]);
      this.#waiting.push({ job: job as JsonJob, signal, resolve: done, reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#underWay === null) {
      const next = this.#waiting.shift();
      if (!next) return;
      if (next.signal?.aborted) {
        next.reject(new Error('Nobody wants this any more.', { cause: next.signal.reason }));
        continue;
      }
      this.#underWay = next;
      const worker = (this.#worker ??= this.#started());
      worker.postMessage({ id: (this.#last += 1), job: this.#texts.pack(next.job) });
    }
  }

  #started(): JsonWorker {
    const worker = this.#start();
    worker.onReply((reply) => {
      if (reply.id !== this.#last) return;
      const done = this.#underWay;
      this.#underWay = null;
      if ('result' in reply) done?.resolve(reply.result);
      else done?.reject(new Error(reply.problem));
      this.#next();
    });
    worker.onBroken((problem) => {
      worker.terminate();
      this.#worker = null;
      this.#texts = new TextIds();
      const lostJobs = [this.#underWay, ...this.#waiting.splice(0)];
      this.#underWay = null;
      for (const one of lostJobs) one?.reject(new Error(problem));
    });
    return worker;
  }
}
