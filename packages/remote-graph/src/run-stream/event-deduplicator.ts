import { FrameHasher, GrowableFloat64Array } from './frame-hash.ts';
import { ReplayOverlap } from './replay-overlap.ts';
import type { FrameBatch } from '../sse/frame-batch.ts';
import type { SseId } from '../sse/sse-frame.ts';

/**
 * Finds events that a resumed connection repeats. Ids alone don't tell: events may share one, and some
 * servers restart counting. An event counts as repeated if one with the same id and content was
 * delivered before this connection, as often as it was delivered. Of one connection, only events are dropped that
 * {@link ReplayOverlap} knows to be repeats.
 */
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
  /** Content hashes, for a stream that began without ids and can only be re-read from its start. */
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
  resume(): void {
    this.#resumed = true;
    this.#mayRepeat = null;
    this.#overlap = new ReplayOverlap();
  }

  /** What follows comes from a connection that began at the run's first event, with or without ids. */
  restart(): void {
    this.resume();
    this.#owed = this.#inOrder.all();
    this.#repeated = 0;
  }

  /** True if ids that count up one by one left some out: events are missing. */
  get gap(): boolean {
    return this.#gap;
  }

  /** True if a resumed connection sent events without ids: new or repeated can't be told. */
  get uncertain(): boolean {
    return this.#withoutId && this.#resumed && this.#repeated !== this.#owed?.length;
  }

  /** Whether an event of a batch is new; if so, records it as delivered. */
  accept(batch: FrameBatch, at: number): boolean {
    const id = batch.latestId(at);
    if (id === null) this.#withoutId = true;
    if (this.#withoutId && this.#isOwed(batch, at)) return false;
    if (id === null) return true;
    const key = this.#fingerprints.of(id, batch, at);
    if (this.#overlap?.isRepeat(id, key) === true) return false;
    if (this.#resumed && this.#isRepeated(key)) return false;
    this.#count(id);
    this.#delivered.add(key);
    return true;
  }

  /** Counted lazily: most connections opened to confirm that a run is over bring nothing. */
  #isRepeated(key: number): boolean {
    this.#mayRepeat ??= this.#delivered.counts();
    const left = this.#mayRepeat.get(key) ?? 0;
    if (left > 0) this.#mayRepeat.set(key, left - 1);
    return left > 0;
  }

  /** Whether it is the next event that a connection from the start has to repeat. */
  #isOwed(batch: FrameBatch, at: number): boolean {
    const key = this.#fingerprints.of(null, batch, at);
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
