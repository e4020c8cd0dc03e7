import type { Clock } from '../async/clock.ts';

const patience = 3;
const leastMs = 6_000;
const mostMs = 30_000;
/** An alarm that rings so much too late shows that nothing could be read meanwhile: then bytes get this much more time. */
const lateMs = 1000;
const graceMs = 1000;

/**
 * Notices a connection that died without a word (row R-7). Some servers send a heartbeat every few seconds; two of them
 * tell how often. From then on a silence of three times that, but at least 6 s and at most 30 s, counts as a cut. A
 * server that sends none is never suspected: its graph may just be thinking.
 */
export class HeartbeatMonitor {
  readonly #clock: Clock;
  #beats = 0;
  #lastBeatAt: number | null = null;
  #limitMs: number | null = null;
  #heardAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#heardAt = clock.now();
  }

  /** How long a silence may last, in milliseconds; `null` while that is not known. */
  get limitMs(): number | null {
    return this.#limitMs;
  }

  /** How long nothing came, in milliseconds. */
  get silenceMs(): number {
    return this.#clock.now() - this.#heardAt;
  }

  /** Bytes came; `beats` heartbeats were in the stream up to now. */
  heard(beats: number): void {
    const now = this.#clock.now();
    this.#heardAt = now;
    if (beats === this.#beats) return;
    const between = this.#lastBeatAt === null ? null : (now - this.#lastBeatAt) / (beats - this.#beats);
    this.#beats = beats;
    this.#lastBeatAt = now;
    if (between === null) return;
    const limit = Math.min(mostMs, Math.max(leastMs, between * patience));
    // The slowest beat counts: a limit that is too short would cut what is well.
    this.#limitMs = Math.max(this.#limitMs ?? 0, limit);
  }

  /**
   * Waits for the next bytes. `lost` is called when they don't come in time; time counts only while somebody waits. An alarm
   * that rings too late tells of this program, not of the connection: it was busy, as with a state of megabytes, or the
   * machine slept, and what came meanwhile is still to be read.
   */
  async during<T>(reading: Promise<T>, lost: () => void): Promise<T> {
    const limitMs = this.#limitMs;
    if (limitMs === null) return reading;
    let callOff = (): void => undefined;
    const wait = (ms: number): void => {
      const dueAt = this.#clock.now() + ms;
      callOff = this.#clock.after(ms, () => {
        if (this.#clock.now() - dueAt < lateMs) lost();
        else wait(graceMs);
      });
    };
    wait(limitMs);
    try {
      return await reading;
    } finally {
      callOff();
    }
  }
}
