import { ReplayFilter } from './replay-filter.ts';
import type { SseFrame } from './sse-frame.ts';
import { failureOf, isUnknownRun } from './server-differences.ts';
import { streamFrame, type StreamFrame } from './stream-frame.ts';
import type { NumberReading } from './text-of.ts';

const interruptStart = new TextEncoder().encode('{"__interrupt__"');

/** What was seen of a run so far, over all connections: enough to go on reading and to tell the end. */
export class RunProgress {
  readonly #filter = new ReplayFilter();
  #resumed = false;
  #restarted = false;
  #delivered = 0;
  #lastId: string | null;
  /** The newest frame, and the newest that has another id: an id becomes a text only when somebody asks. */
  #newest: SseFrame | null = null;
  #before: SseFrame | null = null;
  #interruptCame = false;
  #newestValues: StreamFrame | null = null;
  readonly #numbers: NumberReading;
  failure: { readonly name: string; readonly message: string } | null = null;
  /** The server said "no such run" in place of events. */
  unknownRun = false;
  /** The `run_id` of the `metadata` event. */
  runId: string | null = null;

  constructor(lastEventId: string | null, numbers: NumberReading = 'doubles') {
    this.#lastId = lastEventId;
    this.#numbers = numbers;
  }

  /** How many events were delivered. */
  get delivered(): number {
    return this.#delivered;
  }

  /** Events are known to be missing, or were sent in a way that does not tell. */
  get doubtful(): boolean {
    return this.#filter.gap || this.#filter.uncertain;
  }

  /** A question to a person was seen: some servers send it alone, others add it to the values. */
  get interrupt(): boolean {
    return this.#interruptCame || (this.#newestValues?.text.includes('"__interrupt__"') ?? false);
  }

  /**
   * What to resume after: the id before the newest one. Ids are not unique (row R-4), so that a cut may have come in the
   * middle of the newest; the filter drops what comes twice. `-1` is "from the start"; `null`: events came without ids,
   * so that none can be named.
   */
  get resumeAfter(): string | null {
    const wholeId = this.#before?.lastId ?? this.#lastId;
    if (this.#newest === null || this.#newest.lastId !== null) return wholeId ?? '-1';
    return wholeId;
  }

  /** What follows comes from a resumed connection. */
  resume(): void {
    this.#resumed = true;
    this.#filter.resume();
  }

  /** What follows comes from a connection that began at the run's first event. */
  restart(): void {
    this.#restarted = true;
    this.#filter.restart();
  }

  /** The event to hand on, or `null` for one that was delivered before or is not part of the run. */
  take(sse: SseFrame, joined: boolean): StreamFrame | null {
    // Servers greet each connection with an event that is not in the run's list; it says nothing new.
    if (this.#resumed && !this.#restarted && sse.event === 'metadata' && sse.id === null) return null;
    if (!this.#filter.accept(sse)) return null;
    if (!this.#interruptCame) this.#interruptCame = sse.beginsWith(interruptStart);
    const frame = streamFrame(sse, this.#numbers);
    if (frame.event === 'error') {
      this.failure = failureOf(jsonOrText(frame));
      this.unknownRun = (joined || this.#resumed) && isUnknownRun(this.failure);
      if (this.unknownRun) return null;
    }
    if (frame.event === 'metadata') this.runId ??= runIdIn(frame);
    if (frame.event === 'values') this.#newestValues = frame;
    this.#delivered += 1;
    if (this.#newest !== null && !sse.hasIdOf(this.#newest)) this.#before = this.#newest;
    this.#newest = sse;
    return frame;
  }
}

function jsonOrText(frame: StreamFrame): unknown {
  try {
    return frame.json();
  } catch {
    return frame.text;
  }
}

function runIdIn(frame: StreamFrame): string | null {
  const value = jsonOrText(frame);
  const id = typeof value === 'object' && value !== null && 'run_id' in value ? value.run_id : null;
  return typeof id === 'string' ? id : null;
}
