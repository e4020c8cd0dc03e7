import { JobRunner } from '../../ui/job-runner.ts';
import type { JobWorker } from '../../ui/job-messages.ts';
import type { MarkdownBlock } from './markdown-node.ts';

export type MarkdownWorker = JobWorker<string, readonly MarkdownBlock[]>;

// A text that takes longer is hostile, and stays plain text. Milliseconds.
export const parseLimitMs = 200;
// Texts whose blocks are remembered: rows of a list are mounted again while it scrolls.
const maxCached = 100;
// Longer texts are parsed again instead: each state of a growing one would be kept, with its blocks.
export const maxCachedLength = 50_000;

export class MarkdownParser {
  readonly #runner: JobRunner<string, readonly MarkdownBlock[]>;
  readonly #cache = new Map<string, readonly MarkdownBlock[] | null>();

  constructor(start: () => MarkdownWorker) {
    this.#runner = new JobRunner(start, parseLimitMs);
  }

  cached(text: string): readonly MarkdownBlock[] | null | undefined {
    return this.#cache.get(text);
  }

  // Never rejects; `null` if the text can't be parsed in time. A job aborted before it started never settles.
  async parse(text: string, signal: AbortSignal): Promise<readonly MarkdownBlock[] | null> {
    const markdownBlocks = this.#cache.get(text);
    if (markdownBlocks !== undefined) return markdownBlocks;
    const outcome = await this.#runner.run(text, signal);
    const blocks = outcome.kind === 'done' ? outcome.result : null;
    this.#remember(text, blocks);
    return blocks;
  }

  #remember(text: string, blocks: readonly MarkdownBlock[] | null): void {
    if (text.length > maxCachedLength) return;
    this.#cache.delete(text);
    this.#cache.set(text, blocks);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > maxCached && oldest !== undefined) this.#cache.delete(oldest);
  }
}
