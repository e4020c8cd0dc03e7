import { totalByteLength } from './bytes.ts';
import { messageEvent, type EventName } from './event-name.ts';
import { SseFrame, type SseId } from './sse-frame.ts';

const firstRows = 64;

// In the id column: no id; from `firstText` down, an index into the texts.
const noId = -1;
const firstText = -2;

// In the column of further pieces: none; the payload was dropped.
const onePiece = -1;
const discarded = -2;

const nothing: Uint8Array = new Uint8Array();

const braceOpen = 0x7b;

// How much of a text is searched for its first key.
const maxHeadLength = 1000;

function hasFirstKey(text: string, quotedKey: Uint8Array): boolean {
  const head = text.slice(1, maxHeadLength).trimStart();
  return head.startsWith(new TextDecoder().decode(quotedKey));
}

// Space, tab and ends of lines.
function isWhitespace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * The events completed by one chunk, as columns of numbers: forwarding needs no objects and leaves no
 * garbage. A decoder reuses its batch, which is valid until the next one is requested. Results of {@link
 * frame} and the payloads' arrays stay valid.
 */
export class FrameBatch {
  #count = 0;
  readonly #names: EventName[] = [];
  /** First piece of each payload: index of its array in `#arrays`, and its range. */
  #arrayAt = new Int32Array(firstRows);
  #froms = new Int32Array(firstRows);
  #tos = new Int32Array(firstRows);
  #restAt = new Int32Array(firstRows);
  /** The newest id up to each event, and whether the event itself carried it. */
  #ids = new Float64Array(firstRows);
  #isOwnId = new Uint8Array(firstRows);
  // What few events have, and what many share.
  readonly #arrays: Uint8Array[] = [];
  readonly #rests: (readonly Uint8Array[])[] = [];
  readonly #idTexts: string[] = [];
  #newestArray = nothing;
  #arrayCount = 0;

  get count(): number {
    return this.#count;
  }

  name(index: number): EventName {
    return this.#names[index] ?? messageEvent;
  }

  /** The id that the event itself carried. */
  id(index: number): SseId {
    return this.#isOwnId[index] === 1 ? this.latestId(index) : null;
  }

  /** The newest id up to and with this event. */
  latestId(index: number): SseId {
    const id = this.#ids[index] ?? noId;
    if (id >= 0) return id;
    return id === noId ? null : (this.#idTexts[firstText - id] ?? null);
  }

  /** The array that holds a payload's first piece, from {@link from} to {@link to}. */
  array(index: number): Uint8Array {
    return this.#arrays[this.#arrayAt[index] ?? 0] ?? nothing;
  }

  from(index: number): number {
    return this.#froms[index] ?? 0;
  }

  to(index: number): number {
    return this.#tos[index] ?? 0;
  }

  rest(index: number): readonly Uint8Array[] | null {
    const restIndex = this.#restAt[index] ?? onePiece;
    return restIndex < 0 ? null : (this.#rests[restIndex] ?? null);
  }

  /** The payload exceeded the limit and was dropped. */
  isTooLarge(index: number): boolean {
    return this.#restAt[index] === discarded;
  }

  get hasTooLarge(): boolean {
    return this.#restAt.subarray(0, this.#count).includes(discarded);
  }

  /** Length of a payload in bytes. */
  byteLength(index: number): number {
    const rest = this.rest(index);
    return this.to(index) - this.from(index) + (rest === null ? 0 : totalByteLength(rest));
  }

  startsWith(index: number, ascii: Uint8Array): boolean {
    const [array, from] = [this.array(index), this.from(index)];
    if (this.to(index) - from < ascii.length) return false;
    for (let byte = 0; byte < ascii.length; byte += 1) if (array[from + byte] !== ascii[byte]) return false;
    return true;
  }

  /** Whether a payload is an object whose first key is this one (ASCII, in its quotes). Servers may indent what they send. */
  hasFirstKey(index: number, quotedKey: Uint8Array): boolean {
    const [array, to] = [this.array(index), this.to(index)];
    let from = this.from(index);
    if (array[from] !== braceOpen) return false;
    for (from += 1; from < to && isWhitespace(array[from]);) from += 1;
    // The key is in a later line of the payload.
    if (from === to && this.rest(index) !== null) return hasFirstKey(this.frame(index).text, quotedKey);
    if (to - from < quotedKey.length) return false;
    for (let byte = 0; byte < quotedKey.length; byte += 1) {
      if (array[from + byte] !== quotedKey[byte]) return false;
    }
    return true;
  }

  frame(index: number): SseFrame {
    const array = this.isTooLarge(index) ? null : this.array(index);
    return new SseFrame(
      this.name(index),
      this.id(index),
      this.latestId(index),
      array,
      this.from(index),
      this.to(index),
      this.rest(index),
      array === null,
    );
  }

  frames(): SseFrame[] {
    const frames: SseFrame[] = [];
    for (let index = 0; index < this.#count; index += 1) frames.push(this.frame(index));
    return frames;
  }

  clear(): void {
    this.#count = 0;
    // Not emptied, which would dominate the cost of a small chunk. Stale entries are overwritten.
    this.#arrayCount = 0;
    this.#newestArray = nothing;
    if (this.#rests.length > 0) this.#rests.length = 0;
    if (this.#idTexts.length > 0) this.#idTexts.length = 0;
  }

  /** Adds an event; `array` is null if its payload was dropped. */
  add(
    name: EventName,
    id: SseId,
    isOwnId: boolean,
    array: Uint8Array | null,
    from: number,
    to: number,
    rest: readonly Uint8Array[] | null,
  ): void {
    const index = this.#count;
    if (index === this.#froms.length) this.#grow();
    this.#names[index] = name;
    this.#ids[index] = typeof id === 'number' ? id : this.#placeOfText(id);
    this.#isOwnId[index] = isOwnId ? 1 : 0;
    this.#arrayAt[index] = this.#placeOfArray(array ?? nothing);
    this.#froms[index] = array === null ? 0 : from;
    this.#tos[index] = array === null ? 0 : to;
    if (array === null) this.#restAt[index] = discarded;
    else this.#restAt[index] = rest === null ? onePiece : this.#rests.push(rest) - 1;
    this.#count = index + 1;
  }

  /** Removes unwanted events. `isWanted` is called in order, once each, with the old index. */
  filter(isWanted: (index: number) => boolean): void {
    let count = 0;
    for (let index = 0; index < this.#count; index += 1) {
      if (!isWanted(index)) continue;
      if (count < index) this.#move(index, count);
      count += 1;
    }
    this.#count = count;
  }

  #move(index: number, to: number): void {
    this.#names[to] = this.name(index);
    for (const column of this.#columns()) column.copyWithin(to, index, index + 1);
  }

  #columns(): (Int32Array | Float64Array | Uint8Array)[] {
    return [this.#arrayAt, this.#froms, this.#tos, this.#restAt, this.#ids, this.#isOwnId];
  }

  /** Payloads of one chunk share an array. */
  #placeOfArray(array: Uint8Array): number {
    if (array !== this.#newestArray) {
      this.#newestArray = array;
      this.#arrays[this.#arrayCount] = array;
      this.#arrayCount += 1;
    }
    return this.#arrayCount - 1;
  }

  #placeOfText(id: string | null): number {
    return id === null ? noId : firstText - this.#idTexts.push(id) + 1;
  }

  #grow(): void {
    const rows = this.#froms.length * 2;
    const larger = <T extends Int32Array | Float64Array | Uint8Array>(column: T, into: T): T => {
      into.set(column);
      return into;
    };
    this.#arrayAt = larger(this.#arrayAt, new Int32Array(rows));
    this.#froms = larger(this.#froms, new Int32Array(rows));
    this.#tos = larger(this.#tos, new Int32Array(rows));
    this.#restAt = larger(this.#restAt, new Int32Array(rows));
    this.#ids = larger(this.#ids, new Float64Array(rows));
    this.#isOwnId = larger(this.#isOwnId, new Uint8Array(rows));
  }
}
