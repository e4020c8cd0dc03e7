import type { FrameId } from '../../shared/model/frame-block.ts';

/** Frames that are let go of together. */
const pageSize = 512;

/** Two for each UTF-16 unit, whether or not the browser needs them, and what a text and an id take beside that. */
const bytesOf = (text: string): number => text.length * 2 + 48;

interface Page {
  readonly texts: (string | undefined)[];
  readonly ids: FrameId[];
  bytes: number;
}

/** Payloads by the place of their frame, as many as fit into a fixed number of bytes. */
export class PayloadWindow {
  readonly #maxBytes: number;
  /** The page that was used last is the last one. */
  readonly #pages = new Map<number, Page>();
  #newest = -1;
  #bytes = 0;

  constructor(maxBytes = 128 * 2 ** 20) {
    this.#maxBytes = maxBytes;
  }

  has(seq: number): boolean {
    return this.#pages.get(Math.floor(seq / pageSize))?.texts[seq % pageSize] !== undefined;
  }

  get(seq: number): { readonly text: string; readonly id: FrameId } | undefined {
    const page = this.#use(Math.floor(seq / pageSize));
    const text = page?.texts[seq % pageSize];
    return text === undefined ? undefined : { text, id: page?.ids[seq % pageSize] ?? null };
  }

  /** Keeps a payload; pages that were used longest ago make room. */
  put(seq: number, text: string, id: FrameId): void {
    const key = Math.floor(seq / pageSize);
    const page = this.#use(key) ?? this.#add(key);
    const before = page.texts[seq % pageSize];
    const bytes = bytesOf(text) - (before === undefined ? 0 : bytesOf(before));
    page.texts[seq % pageSize] = text;
    page.ids[seq % pageSize] = id;
    page.bytes += bytes;
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#makeRoom();
  }

  #use(key: number): Page | undefined {
    const page = this.#pages.get(key);
    if (page === undefined || key === this.#newest) return page;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    this.#newest = key;
    return page;
  }

  #add(key: number): Page {
    const page: Page = { texts: [], ids: [], bytes: 0 };
    this.#pages.set(key, page);
    this.#newest = key;
    return page;
  }

  #makeRoom(): void {
    for (const [key, page] of this.#pages) {
      // What was just put in stays, however large it is.
      if (this.#bytes <= this.#maxBytes || key === this.#newest) return;
      this.#pages.delete(key);
      this.#bytes -= page.bytes;
    }
  }
}
