import { decodeFrameId, decodePayload } from '../../../shared/model/frame-block-codec.ts';
import { missingId, firstTextId } from '../../../shared/model/frame-block.ts';
import { payloadIn, sliceSegment, type PayloadSegment } from '../../../shared/run-events/payload-segment.ts';

// Number of frames evicted together.
const pageSize = 512;

// Overhead of a frame: offset, length and id.
const bytesBeside = 12;

// Together with the metadata and the messages of a million events, the window stays below 160 MB.
const defaultBytes = 96 * 2 ** 20;

// Adjacent segments up to this many bytes are merged, because a quiet run sends frames one by one.
const smallSegment = 16 * 1024;

interface Page {
  segments: readonly PayloadSegment[];
  bytes: number;
}

// An LRU cache of payloads by frame index, limited in bytes. Decodes payloads on access.
export class PayloadCache {
  readonly #maxBytes: number;
  // In order of use, most recent last.
  readonly #pages = new Map<number, Page>();
  #newest = -1;
  #bytes = 0;

  constructor(maxBytes = defaultBytes) {
    this.#maxBytes = maxBytes;
  }

  has(seq: number): boolean {
    return segmentWith(this.#pages.get(Math.floor(seq / pageSize)), seq) !== undefined;
  }

  text(seq: number): string | undefined {
    const segment = segmentWith(this.#use(Math.floor(seq / pageSize)), seq);
    return segment && decodePayload(payloadIn(segment, seq));
  }

  // The id of a frame whose payload is in memory; `undefined` for others.
  id(seq: number): string | null | undefined {
    const segment = segmentWith(this.#use(Math.floor(seq / pageSize)), seq);
    return segment && decodeFrameId(segment.ids[seq - segment.from] ?? missingId, segment.idTexts);
  }

  put(segment: PayloadSegment): void {
    const end = segment.from + segment.lengths.length;
    for (let from = segment.from; from < end;) {
      const key = Math.floor(from / pageSize);
      const to = Math.min(end, (key + 1) * pageSize);
      this.#putIntoPage(key, sliceSegment(segment, from, to));
      from = to;
    }
  }

  #putIntoPage(key: number, segment: PayloadSegment): void {
    const page = this.#use(key) ?? this.#add(key);
    const end = segment.from + segment.lengths.length;
    // Reloaded payloads replace the previous ones.
    const others = page.segments.filter(
      ({ from, lengths }) => from < segment.from || from + lengths.length > end,
    );
    const last = others.at(-1);
    const isNext = last !== undefined && last.from + last.lengths.length === segment.from;
    page.segments =
      isNext && last.bytes.length + segment.bytes.length <= smallSegment
        ? [...others.slice(0, -1), joinedSegments(last, segment)]
        : [...others, segment];
    const bytes = page.segments.reduce((sum, each) => sum + bytesOf(each), 0);
    this.#bytes += bytes - page.bytes;
    page.bytes = bytes;
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
    const page: Page = { segments: [], bytes: 0 };
    this.#pages.set(key, page);
    this.#newest = key;
    return page;
  }

  #makeRoom(): void {
    for (const [key, page] of this.#pages) {
      // Never evicts what was just stored, however large.
      if (this.#bytes <= this.#maxBytes || key === this.#newest) return;
      this.#pages.delete(key);
      this.#bytes -= page.bytes;
    }
  }
}

function segmentWith(page: Page | undefined, seq: number): PayloadSegment | undefined {
  return page?.segments.findLast(({ from, lengths }) => from <= seq && seq < from + lengths.length);
}

function joinedSegments(a: PayloadSegment, b: PayloadSegment): PayloadSegment {
  const bytes = new Uint8Array(a.bytes.length + b.bytes.length);
  bytes.set(a.bytes);
  bytes.set(b.bytes, a.bytes.length);
  const isText = (id: number): boolean => id >= firstTextId && id !== missingId;
  return {
    from: a.from,
    starts: joinedColumns(
      a.starts,
      b.starts.map((start) => start + a.bytes.length),
    ),
    lengths: joinedColumns(a.lengths, b.lengths),
    ids: joinedColumns(
      a.ids,
      b.ids.map((id) => (isText(id) ? id + a.idTexts.length : id)),
    ),
    idTexts: b.idTexts.length === 0 ? a.idTexts : [...a.idTexts, ...b.idTexts],
    bytes,
  };
}

function joinedColumns(a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = new Uint32Array(a.length + b.length);
  merged.set(a);
  merged.set(b, a.length);
  return merged;
}

function bytesOf({ bytes, lengths }: PayloadSegment): number {
  return bytes.length + lengths.length * bytesBeside;
}
