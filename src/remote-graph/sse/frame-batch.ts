import { totalByteLength } from './bytes.ts';
import { messageEvent, type EventName } from './event-name.ts';
import { SseFrame, type SseId } from './sse-frame.ts';

/** Rows that there is room for at first. */
const firstRows = 64;

/** In the column of ids: none; from `firstText` down the place of a text. */
const noId = -1;
const firstText = -2;

/** In the column of further pieces, which has their places: there are none; the payload was thrown away. */
const onePiece = -1;
const thrownAway = -2;

const nothing: Uint8Array = new Uint8Array();

/**
 * The events that one piece of a stream completed, as rows of numbers and not as an object each: whoever only passes events
 * on needs no more, and leaves nothing to collect. A decoder uses its pack again for the next piece, so that a pack is
 * good until the next one is asked for. What {@link frame} gives, and the arrays that payloads lie in, stay good.
 */
export class FrameBatch {
  #count = 0;
  readonly #names: EventName[] = [];
  /** The first piece of each payload: the place of its array in `#arrays`, and where in that it lies. */
  #arrayAt = new Int32Array(firstRows);
  #froms = new Int32Array(firstRows);
  #tos = new Int32Array(firstRows);
  #restAt = new Int32Array(firstRows);
  /** The newest id up to and with each event, and whether the event itself carried it. */
  #ids = new Float64Array(firstRows);
  #isOwnId = new Uint8Array(firstRows);
  // What few events have, and what many of them share.
  readonly #arrays: Uint8Array[] = [];
  readonly #rests: (readonly Uint8Array[])[] = [];
  readonly #idTexts: string[] = [];
  #newestArray = nothing;
  #arrayCount = 0;

  /** How many events there are. Each is called by its place, from 0 on. */
  get count(): number {
    return this.#count;
  }

  name(at: number): EventName {
    return this.#names[at] ?? messageEvent;
  }

  /** The id that the event itself carried. */
  id(at: number): SseId {
    return this.#isOwnId[at] === 1 ? this.latestId(at) : null;
  }

  /** The newest id up to and with this event. */
  latestId(at: number): SseId {
    const id = this.#ids[at] ?? noId;
    if (id >= 0) return id;
    return id === noId ? null : (this.#idTexts[firstText - id] ?? null);
  }

  /** The array that the first piece of a payload lies in, from {@link from} to {@link to}. */
  array(at: number): Uint8Array {
    return this.#arrays[this.#arrayAt[at] ?? 0] ?? nothing;
  }

  from(at: number): number {
    return this.#froms[at] ?? 0;
  }

  to(at: number): number {
    return this.#tos[at] ?? 0;
  }

  /** The pieces behind the first one. */
  rest(at: number): readonly Uint8Array[] | null {
    const rest = this.#restAt[at] ?? onePiece;
    return rest < 0 ? null : (this.#rests[rest] ?? null);
  }

  /** The payload was larger than the limit and is not there. */
  isTooLarge(at: number): boolean {
    return this.#restAt[at] === thrownAway;
  }

  get hasTooLarge(): boolean {
    return this.#restAt.subarray(0, this.#count).includes(thrownAway);
  }

  /** Bytes of a payload. */
  byteLength(at: number): number {
    const rest = this.rest(at);
    return this.to(at) - this.from(at) + (rest === null ? 0 : totalByteLength(rest));
  }

  /** Whether a payload begins with these ASCII bytes. */
  startsWith(at: number, ascii: Uint8Array): boolean {
    const [array, from] = [this.array(at), this.from(at)];
    if (this.to(at) - from < ascii.length) return false;
    for (let byte = 0; byte < ascii.length; byte += 1) if (array[from + byte] !== ascii[byte]) return false;
    return true;
  }

  /** An event as an object of its own. */
  frame(at: number): SseFrame {
    const array = this.isTooLarge(at) ? null : this.array(at);
    return new SseFrame(
      this.name(at),
      this.id(at),
      this.latestId(at),
      array,
      this.from(at),
      this.to(at),
      this.rest(at),
      array === null,
    );
  }

  /** All of them as objects. */
  frames(): SseFrame[] {
    const frames: SseFrame[] = [];
    for (let at = 0; at < this.#count; at += 1) frames.push(this.frame(at));
    return frames;
  }

  clear(): void {
    this.#count = 0;
    // Not emptied: that costs more than all else of a small chunk. What is left in it is written over by the next arrays.
    this.#arrayCount = 0;
    this.#newestArray = nothing;
    if (this.#rests.length > 0) this.#rests.length = 0;
    if (this.#idTexts.length > 0) this.#idTexts.length = 0;
  }

  /** Adds an event; `array` is null when its payload was thrown away. */
  add(
    name: EventName,
    id: SseId,
    isOwnId: boolean,
    array: Uint8Array | null,
    from: number,
    to: number,
    rest: readonly Uint8Array[] | null,
  ): void {
    const at = this.#count;
    if (at === this.#froms.length) this.#grow();
    this.#names[at] = name;
    this.#ids[at] = typeof id === 'number' ? id : this.#placeOfText(id);
    this.#isOwnId[at] = isOwnId ? 1 : 0;
    this.#arrayAt[at] = this.#placeOfArray(array ?? nothing);
    this.#froms[at] = array === null ? 0 : from;
    this.#tos[at] = array === null ? 0 : to;
    if (array === null) this.#restAt[at] = thrownAway;
    else this.#restAt[at] = rest === null ? onePiece : this.#rests.push(rest) - 1;
    this.#count = at + 1;
  }

  /** Leaves out the events that are not wanted. They are asked for in order, each once, by their places until now. */
  filter(isWanted: (at: number) => boolean): void {
    let kept = 0;
    for (let at = 0; at < this.#count; at += 1) {
      if (!isWanted(at)) continue;
      if (kept < at) this.#move(at, kept);
      kept += 1;
    }
    this.#count = kept;
  }

  #move(at: number, to: number): void {
    this.#names[to] = this.name(at);
    for (const column of this.#columns()) column.copyWithin(to, at, at + 1);
  }

  #columns(): (Int32Array | Float64Array | Uint8Array)[] {
    return [this.#arrayAt, this.#froms, this.#tos, this.#restAt, this.#ids, this.#isOwnId];
  }

  /** Payloads that came together lie in one array. */
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
