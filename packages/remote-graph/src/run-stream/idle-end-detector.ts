import type { Clock } from '../async/clock.ts';
import type { WireRun } from '../http/api-types.ts';

const stepMs = 75;
const steps = 4;
/** How long a run must have been over when its stream ended, in milliseconds. */
const marginMs = 200;

/**
 * Recognizes how the JavaScript server ends a stream: it waits half a second for another event, then checks
 * whether the run is over. A reader that saw this silence has seen all events, which saves another half
 * second (docs/protocol.md, End of a stream). Counts steps, because a process that slept was not listening.
 */
export class IdleEndDetector {
  readonly #clock: Clock;
  #steps = 0;
  #callOff = (): void => {};
  #endedAt: number | null = null;
  #openedAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  started(): void {
    this.#openedAt = this.#clock.now();
  }

  wait(): void {
    this.#steps = 0;
    this.#endedAt = null;
    this.#step();
  }

  recordBytes(): void {
    this.#callOff();
    this.#endedAt = this.#clock.now();
  }

  /**
   * True if no event can be missing: the last wait was long, and the run had been over for a while when it
   * ended. Compares server times with each other and local times with each other.
   */
  sawWholeRun(run: WireRun): boolean {
    if (this.#steps < steps || this.#endedAt === null || this.#openedAt === null) return false;
    const ranMs = millisecondsOf(run.updated_at) - millisecondsOf(run.created_at);
    return ranMs >= 0 && this.#endedAt - this.#openedAt >= ranMs + marginMs;
  }

  #step(): void {
    this.#callOff = this.#clock.after(stepMs, () => {
      this.#steps += 1;
      if (this.#steps < steps) this.#step();
    });
  }
}

/** NaN unless text: some servers write numbers, whatever the types say. */
function millisecondsOf(time: unknown): number {
  return typeof time === 'string' ? Date.parse(time) : Number.NaN;
}
