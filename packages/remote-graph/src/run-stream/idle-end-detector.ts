import type { Clock } from '../async/clock.ts';
import type { WireRun } from '../http/api-types.ts';

const timerStepMs = 75;
const stepsOfSilence = 4;
// How long a run must have been over when its stream ended, in milliseconds.
const minOverMs = 200;
// How long before the end of the run its last event may have come. An earlier one is followed by half a second of silence
// while the run still goes on: the server then looks at its status, and drops the events that come at that moment.
const lastEventMs = 250;

// Recognizes how the JavaScript server ends a stream: it waits half a second for another event, then checks
// whether the run is over. A reader that saw this silence has seen all events, which saves another half
// second (docs/protocol.md, End of a stream). Counts steps, because a process that slept was not listening.
export class IdleEndDetector {
  readonly #clock: Clock;
  #steps = 0;
  #cancelTimer = (): void => {};
  #newestBytesAt: number | null = null;
  #bytesBeforeWaitAt: number | null = null;
  #openedAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  recordOpening(): void {
    this.#openedAt = this.#clock.now();
  }

  startWaiting(): void {
    this.#steps = 0;
    this.#bytesBeforeWaitAt = this.#newestBytesAt;
    this.#newestBytesAt = null;
    this.#step();
  }

  recordBytes(): void {
    this.#cancelTimer();
    this.#newestBytesAt = this.#clock.now();
  }

  /**
   * True if no event can be missing: the last bytes came when the run ended, the wait after them was long, and the run had
   * been over for a while when it ended. Compares server times with each other and local times with each other.
   */
  sawWholeRun(run: WireRun): boolean {
    if (this.#steps < stepsOfSilence || this.#openedAt === null) return false;
    if (this.#newestBytesAt === null || this.#bytesBeforeWaitAt === null) return false;
    const ranMs = millisecondsOf(run.updated_at) - millisecondsOf(run.created_at);
    return (
      ranMs >= 0 &&
      this.#bytesBeforeWaitAt - this.#openedAt >= ranMs - lastEventMs &&
      this.#newestBytesAt - this.#openedAt >= ranMs + minOverMs
    );
  }

  #step(): void {
    this.#cancelTimer = this.#clock.after(timerStepMs, () => {
      this.#steps += 1;
      if (this.#steps < stepsOfSilence) this.#step();
    });
  }
}

// NaN unless text: some servers write numbers, whatever the types say.
function millisecondsOf(time: unknown): number {
  return typeof time === 'string' ? Date.parse(time) : Number.NaN;
}
