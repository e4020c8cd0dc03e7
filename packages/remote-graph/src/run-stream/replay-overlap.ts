import type { SseId } from '../sse/sse-frame.ts';
import { GrowableFloat64Array } from './frame-hash.ts';

/**
 * Finds the events that one connection sends twice. The Python server in memory first sends what it has stored of a run, then
 * what came since the connection was opened, and what was stored in between is in both (docs/protocol.md, The Python server in
 * memory). The second part begins where ids go back, which they never do otherwise; from there on, events are repeats as long
 * as they are the same in the same order. Equal ids alone tell nothing: events of one millisecond share one.
 */
export class ReplayOverlap {
  /** Hash (id and content) of each event of this connection, up to where ids go back. */
  readonly #keys = new GrowableFloat64Array();
  #newest: IdOrder | null = null;
  /** Positions of the event that may be repeated next, as equal ones are several; `null` outside of the overlap. */
  #next: readonly number[] | null = null;
  /** There is one overlap at most. */
  #isOver = false;

  /** Whether this event was sent before on this connection. Needs every event that has an id, in order. */
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

/** Milliseconds and a number within them, or a number alone. */
type IdOrder = readonly [major: number, minor: number];

function orderOf(id: SseId): IdOrder | null {
  if (typeof id === 'number') return [id, 0];
  const parts = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(id ?? '');
  return parts === null ? null : [Number(parts[1]), Number(parts[2] ?? 0)];
}

function isBefore([major, minor]: IdOrder, [otherMajor, otherMinor]: IdOrder): boolean {
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
