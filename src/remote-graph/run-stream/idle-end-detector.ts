import type { Clock } from '../async/clock.ts';
import type { WireRun } from '../http/api-types.ts';

const stepMs = 75;
const steps = 4;
/** How long a run must have been over when its stream ended, in milliseconds. */
const marginMs = 200;

/**
 * Tells whether a stream ended as the JavaScript server ends one: it waits half a second for another event and looks
 * whether the run is over. Who saw that silence to its end has seen all events, and asking for the rest would take
 * another half second (docs/protocol.md, End of a stream). Counted in steps, because a process that slept or was busy
 * for a second was not listening.
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

  /** The server has taken the run. */
  started(): void {
    this.#openedAt = this.#clock.now();
  }

  /** Somebody waits for the next event. */
  wait(): void {
    this.#steps = 0;
    this.#endedAt = null;
    this.#step();
  }

  /** An event came, or the stream ended. */
  heard(): void {
    this.#callOff();
    this.#endedAt = this.#clock.now();
  }

  /**
   * True when nothing of the run can be missing: the last wait was long, and when it ended the run had been over for a
   * while. For the end of the run both times are the server's, for the end of the stream both are ours (row C-14).
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

/** NaN for anything but a text: some servers write numbers, whatever the types say. */
function millisecondsOf(time: unknown): number {
  return typeof time === 'string' ? Date.parse(time) : Number.NaN;
}
