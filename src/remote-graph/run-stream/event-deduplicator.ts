import { FrameHasher, GrowableFloat64Array } from './frame-hash.ts';
import type { FrameBatch } from '../sse/frame-batch.ts';
import type { SseId } from '../sse/sse-frame.ts';

/**
 * Finds the events that a resumed connection sends again. Ids alone don't tell: several events may share one, and some
 * servers start counting anew (row R-4). So an event counts as sent again when it has the id and the content of one that
 * was delivered before this connection began, as often as it was delivered. A first connection is never filtered.
 */
export class EventDeduplicator {
  readonly #fingerprints = new FrameHasher();
  /** One for each event (by id and content) that was delivered up to now. */
  readonly #delivered = new GrowableFloat64Array();
  /** How often each of them was, as far as the present connection may still repeat it; counted when something comes. */
  #mayRepeat: Map<number, number> | null = null;
  /** The present connection is not the first one. */
  #resumed = false;
  #newestId: SseId = null;
  #idsCount = 0;
  #newestNumber: number | null = null;
  #consecutive = true;
  #gap = false;
  #withoutId = false;
  /** Events by content alone, for a stream that began without ids: it can only be read again from its start. */
  readonly #inOrder = new GrowableFloat64Array();
  /** What a connection that began anew has to repeat first, and how much of it came. */
  #owed: Float64Array | null = null;
  #repeated = 0;

  /** What follows comes from a connection that was resumed. */
  resume(): void {
    this.#resumed = true;
    this.#mayRepeat = null;
  }

  /** What follows comes from a connection that began at the run's first event, whether events have ids or not. */
  restart(): void {
    this.resume();
    this.#owed = this.#inOrder.all();
    this.#repeated = 0;
  }

  /** True when events are known to be missing: ids were counted up and some were left out. */
  get gap(): boolean {
    return this.#gap;
  }

  /** True when a resumed connection sent events without ids: whether they are new can't be told. */
  get uncertain(): boolean {
    return this.#withoutId && this.#resumed && this.#repeated !== this.#owed?.length;
  }

  /** True for an event of a pack that is to be delivered; it is remembered. False for one that was delivered before. */
  accept(pack: FrameBatch, at: number): boolean {
    const id = pack.latestId(at);
    if (id === null) this.#withoutId = true;
    if (this.#withoutId && this.#isOwed(pack, at)) return false;
    if (id === null) return true;
    const key = this.#fingerprints.of(id, pack, at);
    if (this.#resumed && this.#isRepeated(key)) return false;
    this.#count(id);
    this.#delivered.add(key);
    return true;
  }

  /** Most connections that are opened to see that a run is over bring nothing: then nothing was counted, either. */
  #isRepeated(key: number): boolean {
    this.#mayRepeat ??= this.#delivered.counts();
    const left = this.#mayRepeat.get(key) ?? 0;
    if (left > 0) this.#mayRepeat.set(key, left - 1);
    return left > 0;
  }

  /** True for the next event of those that a connection from the start has to repeat. */
  #isOwed(pack: FrameBatch, at: number): boolean {
    const key = this.#fingerprints.of(null, pack, at);
    if (this.#owed !== null && this.#owed[this.#repeated] === key) {
      this.#repeated += 1;
      return true;
    }
    // Another run than before: what comes is handed on, and marked as doubtful.
    if (this.#owed !== null && this.#repeated < this.#owed.length) this.#owed = null;
    this.#inOrder.add(key);
    return false;
  }

  /** Watches whether ids are counted up one by one, which makes a hole visible. */
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
