import type { MarkdownBlock, ParseReply, ParseRequest } from './markdown-node.ts';

/** The part of a worker that is used. */
export interface MarkdownWorker {
  postMessage(request: ParseRequest): void;
  terminate(): void;
  onReply(listener: (reply: ParseReply) => void): void;
  /** The worker could not be loaded, or crashed. */
  onBroken(listener: () => void): void;
}

/** A text that takes longer is hostile, and stays plain text (row U-12). Milliseconds. */
export const parseLimitMs = 200;
/** Starting a worker may be slow on a busy machine. Milliseconds. */
const startLimitMs = 10_000;
/** Texts whose blocks are remembered: rows of a list are mounted again while it scrolls. */
const mostRemembered = 100;
/** Longer texts are parsed again instead: each state of a growing one would be kept, with its blocks. */
export const longestRemembered = 50_000;

interface Job {
  readonly id: number;
  readonly text: string;
  readonly settle: (blocks: readonly MarkdownBlock[] | null) => void;
}

/** Parses texts in a worker, one at a time. A text that takes too long ends the worker; the next one starts another. */
export class MarkdownParser {
  readonly #start: () => MarkdownWorker;
  readonly #known = new Map<string, readonly MarkdownBlock[] | null>();
  readonly #waiting: Job[] = [];
  #worker: MarkdownWorker | null = null;
  #isReady = false;
  #underWay: Job | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(start: () => MarkdownWorker) {
    this.#start = start;
  }

  /** `undefined`: not parsed yet. `null`: can't be parsed. */
  known(text: string): readonly MarkdownBlock[] | null | undefined {
    return this.#known.get(text);
  }

  /** Never rejects; `null` if the text can't be parsed in time. A job aborted before it started never settles. */
  parse(text: string, signal: AbortSignal): Promise<readonly MarkdownBlock[] | null> {
    return new Promise((settle) => {
      const job: Job = { id: (this.#last += 1), text, settle };
      signal.addEventListener('abort', () => {
        const at = this.#waiting.indexOf(job);
        if (at >= 0) this.#waiting.splice(at, 1);
      });
      this.#waiting.push(job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#underWay !== null) return;
    const job = this.#waiting.shift();
    if (!job) return;
    const known = this.#known.get(job.text);
    if (known !== undefined) {
      job.settle(known);
      return this.#next();
    }
    this.#underWay = job;
    try {
      this.#worker ??= this.#started();
    } catch {
      // Without workers, texts stay plain.
      return this.#finish(null);
    }
    if (this.#isReady) this.#post(job);
    else this.#endAfter(startLimitMs);
  }

  #post({ id, text }: Job): void {
    this.#endAfter(parseLimitMs);
    this.#worker?.postMessage({ id, text });
  }

  #started(): MarkdownWorker {
    const worker = this.#start();
    this.#isReady = false;
    worker.onReply((reply) => {
      if (worker !== this.#worker) return;
      if (reply === 'ready') {
        this.#isReady = true;
        if (this.#underWay) this.#post(this.#underWay);
      } else if (reply.id === this.#underWay?.id) this.#finish(reply.blocks);
    });
    worker.onBroken(() => {
      if (worker === this.#worker) this.#giveUp();
    });
    return worker;
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#timer);
    // If the page was busy, a reply may already be queued; it is handled before the worker is ended.
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#giveUp(), 10);
    }, ms);
  }

  #giveUp(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish(null);
  }

  #finish(blocks: readonly MarkdownBlock[] | null): void {
    clearTimeout(this.#timer);
    const done = this.#underWay;
    this.#underWay = null;
    if (done) {
      this.#remember(done.text, blocks);
      done.settle(blocks);
    }
    this.#next();
  }

  #remember(text: string, blocks: readonly MarkdownBlock[] | null): void {
    if (text.length > longestRemembered) return;
    this.#known.delete(text);
    this.#known.set(text, blocks);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostRemembered && oldest !== undefined) this.#known.delete(oldest);
  }
}
