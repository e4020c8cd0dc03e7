import { FrameHasher, GrowableFloat64Array } from './frame-hash.ts';
import type { FrameBatch } from '../sse/frame-batch.ts';
import type { SseId } from '../sse/sse-frame.ts';

// Finds events that a resumed connection repeats. Ids alone are not enough: events may share one, and some
// servers restart counting. An event counts as repeated if one with the same id and content was
// delivered before this connection, as often as it was delivered. Of one connection, only events are dropped that
// `ReplayOverlap` knows to be repeats.
export class EventDeduplicator {
  readonly #fingerprints = new FrameHasher();
  /** Hash (id and content) of each delivered event. */
  readonly #delivered = new GrowableFloat64Array();
  /** How often the present connection may still repeat each of them; counted lazily. */
  #mayRepeat: Map<number, number> | null = null;
  #resumed = false;
  #newestId: SseId = null;
  #idsCount = 0;
  #newestNumber: number | null = null;
  #consecutive = true;
  #gap = false;
  #withoutId = false;
  /** Content hashes, for a stream that started without ids and can only be re-read from its start. */
  readonly #inOrder = new GrowableFloat64Array();
  /** What a connection from the start must repeat first, and how much of it has come. */
  #owed: Float64Array | null = null;
  #repeated = 0;
  /** `null` for a connection that started its run: nothing was stored before. */
  #overlap: ReplayOverlap | null;

  /** `isReplayed`: the first connection asks for events from before it, too. */
  constructor(isReplayed = false) {
    this.#overlap = isReplayed ? new ReplayOverlap() : null;
  }

  /** What follows comes from a resumed connection. */
  expectRepeats(): void {
    this.#resumed = true;
    this.#mayRepeat = null;
    this.#overlap = new ReplayOverlap();
  }

  /** What follows comes from a connection that started at the run's first event, with or without ids. */
  restart(): void {
    this.expectRepeats();
    this.#owed = this.#inOrder.all();
    this.#repeated = 0;
  }

  /** True if ids that count up one by one left some out: events are missing. */
  get gap(): boolean {
    return this.#gap;
  }

  /** True if a resumed connection sent events without ids: new or repeated can't be determined. */
  get uncertain(): boolean {
    return this.#withoutId && this.#resumed && this.#repeated !== this.#owed?.length;
  }

  /** Whether an event of a batch is new; if so, records it as delivered. */
  accept(batch: FrameBatch, index: number): boolean {
    const id = batch.latestId(index);
    if (id === null) this.#withoutId = true;
    if (this.#withoutId && this.#isOwed(batch, index)) return false;
    if (id === null) return true;
    const key = this.#fingerprints.of(id, batch, index);
    if (this.#overlap?.isRepeat(id, key) === true) return false;
    if (this.#resumed && this.#isRepeated(key)) return false;
    this.#count(id);
    this.#delivered.add(key);
    return true;
  }

  /** Counted lazily: most connections opened to confirm that a run is over bring nothing. */
  #isRepeated(key: number): boolean {
    this.#mayRepeat ??= this.#delivered.counts();
    const remainingRepeats = this.#mayRepeat.get(key) ?? 0;
    if (remainingRepeats > 0) this.#mayRepeat.set(key, remainingRepeats - 1);
    return remainingRepeats > 0;
  }

  /** Whether it is the next event that a connection from the start has to repeat. */
  #isOwed(batch: FrameBatch, index: number): boolean {
    const key = this.#fingerprints.of(null, batch, index);
    if (this.#owed !== null && this.#owed[this.#repeated] === key) {
      this.#repeated += 1;
      return true;
    }
    // A different run than before: deliver it, marked as doubtful.
    if (this.#owed !== null && this.#repeated < this.#owed.length) this.#owed = null;
    this.#inOrder.add(key);
    return false;
  }

  /** Watches whether ids count up one by one, which makes gaps visible. */
  #count(id: SseId): void {
    if (id === this.#newestId) return;
    this.#newestId = id;
    this.#idsCount += 1;
    const number = typeof id === 'number' ? id : null;
    const before = this.#newestNumber;
    if (number === null) this.#consecutive = false;
    else if (before !== null && number !== before + 1) {
      if (this.#resumed && this.#consecutive && this.#idsCount > 2 && number > before) this.#gap = true;
      this.#consecutive = false;
    }
    this.#newestNumber = number;
  }
}

// Finds the events that one connection sends twice. The Python server in memory first sends what it has stored of a run, then
// what came since the connection was opened, and what was stored in between is in both (docs/protocol.md, The Python server in
// memory). The second part begins where ids go back, which they never do otherwise; from there on, events are repeats as long
// as they are the same in the same order. Equal ids alone say nothing: events of one millisecond share one.
class ReplayOverlap {
  // Hash (id and content) of each event of this connection, up to where ids go back.
  readonly #keys = new GrowableFloat64Array();
  #newest: IdOrder | null = null;
  // Positions of the event that may be repeated next, as equal ones are several; `null` outside of the overlap.
  #next: readonly number[] | null = null;
  // There is one overlap at most.
  #isOver = false;

  // Whether this event was sent before on this connection. Needs every event that has an id, in order.
  isRepeat(id: SseId, key: number): boolean {
    if (this.#isOver) return false;
    const order = orderOf(id);
    if (order === null) {
      this.#isOver = true;
      return false;
    }
    if (this.#next === null && this.#newest !== null && isBefore(order, this.#newest))
      this.#next = Array.from({ length: this.#keys.length }, (_, index) => index);
    if (this.#next !== null) {
      const repeated = this.#next.filter((index) => this.#keys.at(index) === key);
      this.#next = repeated.map((index) => index + 1);
      this.#isOver = repeated.length === 0 || this.#next.includes(this.#keys.length);
      return repeated.length > 0;
    }
    this.#newest = order;
    this.#keys.add(key);
    return false;
  }
}

// Milliseconds and a number within them, or a number alone.
type IdOrder = readonly [major: number, minor: number];

function orderOf(id: SseId): IdOrder | null {
  if (typeof id === 'number') return [id, 0];
  const parts = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(id ?? '');
  return parts === null ? null : [Number(parts[1]), Number(parts[2] ?? 0)];
}

function isBefore([major, minor]: IdOrder, [otherMajor, otherMinor]: IdOrder): boolean {
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
