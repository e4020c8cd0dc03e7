import type { Clock } from '../async/clock.ts';

const missedBeats = 3;
const minMs = 6_000;
const maxMs = 30_000;
// A timer that fires this late means that nothing could be read meanwhile; bytes get this much more time.
const lateMs = 1000;
const graceMs = 1000;

// Detects dead connections. Some servers send heartbeats; after two, the interval is known, and a
// silence of three intervals, clamped to 6 to 30 s, counts as a cut. Servers without heartbeats are never
// suspected: the graph may just be thinking.
export class HeartbeatMonitor {
  readonly #clock: Clock;
  #beats = 0;
  #lastBeatAt: number | null = null;
  #limitMs: number | null = null;
  #lastBytesAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastBytesAt = clock.now();
  }

  /** Longest allowed silence in milliseconds; `null` while unknown. */
  get limitMs(): number | null {
    return this.#limitMs;
  }

  /** Milliseconds since the last bytes. */
  get silenceMs(): number {
    return this.#clock.now() - this.#lastBytesAt;
  }

  /** Bytes arrived; `beats`: heartbeats in the stream so far. */
  recordBytes(beats: number): void {
    const now = this.#clock.now();
    this.#lastBytesAt = now;
    if (beats === this.#beats) return;
    const between = this.#lastBeatAt === null ? null : (now - this.#lastBeatAt) / (beats - this.#beats);
    this.#beats = beats;
    this.#lastBeatAt = now;
    if (between === null) return;
    const limit = Math.min(maxMs, Math.max(minMs, between * missedBeats));
    // The slowest interval counts: a tight limit would cut healthy connections.
    this.#limitMs = Math.max(this.#limitMs ?? 0, limit);
  }

  /**
   * Awaits the next bytes and calls `onLost` if they are late; time counts only while awaited. A late timer is
   * this program's fault (busy with megabytes of state, or the machine slept), and bytes may be waiting to be
   * read.
   */
  async whileReading<T>(reading: Promise<T>, onLost: () => void): Promise<T> {
    const limitMs = this.#limitMs;
    if (limitMs === null) return reading;
    let cancelTimer = (): void => undefined;
    const wait = (ms: number): void => {
      const dueAt = this.#clock.now() + ms;
      cancelTimer = this.#clock.after(ms, () => {
        if (this.#clock.now() - dueAt < lateMs) onLost();
        else wait(graceMs);
      });
    };
    wait(limitMs);
    try {
      return await reading;
    } finally {
      cancelTimer();
    }
  }
}
