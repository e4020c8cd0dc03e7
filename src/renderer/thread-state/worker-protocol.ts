import type { JsonJob, JsonResults } from './json-jobs.ts';

// A text in a message to the worker: in full the first time, afterwards by id.
interface SentText {
  readonly number: number;
  readonly text: string | null;
}

export interface JobMessage {
  readonly kind: JsonJob['kind'];
  readonly texts: readonly SentText[];
  readonly query: string;
  readonly forget: readonly number[];
}

export interface WorkerRequest {
  readonly id: number;
  readonly job: JobMessage;
}

export type WorkerReply =
  | { readonly id: number; readonly result: JsonResults[JsonJob['kind']] }
  | { readonly id: number; readonly problem: string };

// Enough for a diff and the tree next to it.
const maxTexts = 4;

// Tracks which texts the worker has, so that megabytes of state are sent once instead of with every search.
export class TextIds {
  readonly #numbers = new Map<string, number>();
  #last = 0;

  pack(job: JsonJob): JobMessage {
    const jobTexts = job.kind === 'diff' || job.kind === 'edit' ? [job.before, job.after] : [job.text];
    const texts = jobTexts.map((text): SentText => {
      const cachedNumber = this.#numbers.get(text);
      this.#numbers.delete(text);
      const number = cachedNumber ?? (this.#last += 1);
      this.#numbers.set(text, number);
      return { number, text: cachedNumber === undefined ? text : null };
    });
    return {
      kind: job.kind,
      texts,
      query: job.kind === 'search' ? job.query : '',
      forget: this.#surplus(),
    };
  }

  #surplus(): number[] {
    const surplus = [...this.#numbers].slice(0, Math.max(0, this.#numbers.size - maxTexts));
    for (const [text] of surplus) this.#numbers.delete(text);
    return surplus.map(([, number]) => number);
  }
}

export function unpackJob(packed: JobMessage, texts: Map<number, string>): JsonJob {
  const { kind, texts: sent, query, forget } = packed;
  for (const { number, text } of sent) if (text !== null) texts.set(number, text);
  const [text = '', other = ''] = sent.map(({ number }) => texts.get(number) ?? '');
  for (const number of forget) texts.delete(number);
  if (kind === 'diff' || kind === 'edit') return { kind, before: text, after: other };
  return kind === 'search' ? { kind, text, query } : { kind, text };
}
