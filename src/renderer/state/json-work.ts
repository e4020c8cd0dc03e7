import { OutlineCache, runJob, type JobOf, type JsonJob, type JsonResults } from './json-jobs.ts';
import { TextNumbers, type WorkerReply, type WorkerRequest } from './worker-texts.ts';

/** Texts above this length are worked on in a worker, so that the window goes on answering. */
const longestHere = 1_000_000;

export function isLong(job: JsonJob): boolean {
  return job.kind === 'diff'
    ? job.before.length + job.after.length > longestHere
    : job.text.length > longestHere;
}

const outlines = new OutlineCache();

/** Does a job at once. Throws `JsonSyntaxError`. */
export function doHere<K extends JsonJob['kind']>(job: JobOf<K>): JsonResults[K] {
  return runJob(job as JsonJob, outlines) as JsonResults[K];
}

/** What `doThere` talks to. */
export interface JsonWorker {
  postMessage(request: WorkerRequest): void;
  terminate(): void;
  onReply(listener: (reply: WorkerReply) => void): void;
  onBroken(listener: (problem: string) => void): void;
}

interface Waiting {
  readonly resolve: (result: JsonResults[JsonJob['kind']]) => void;
  readonly reject: (problem: Error) => void;
}

/** Jobs done by one worker, which is started with the first of them. One that breaks is replaced with the next job. */
export class JsonWork {
  readonly #start: () => JsonWorker;
  readonly #waiting = new Map<number, Waiting>();
  #worker: JsonWorker | null = null;
  #texts = new TextNumbers();
  #last = 0;

  constructor(start: () => JsonWorker) {
    this.#start = start;
  }

  do<K extends JsonJob['kind']>(job: JobOf<K>): Promise<JsonResults[K]> {
    const worker = (this.#worker ??= this.#started());
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as JsonResults[K]), reject });
      worker.postMessage({ id, job: this.#texts.pack(job as JsonJob) });
    });
  }

  #started(): JsonWorker {
    const worker = this.#start();
    worker.onReply((reply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('result' in reply) waiting?.resolve(reply.result);
      else waiting?.reject(new Error(reply.problem));
    });
    worker.onBroken((problem) => {
      worker.terminate();
      this.#worker = null;
      this.#texts = new TextNumbers();
      for (const { reject } of this.#waiting.values()) reject(new Error(problem));
      this.#waiting.clear();
    });
    return worker;
  }
}
