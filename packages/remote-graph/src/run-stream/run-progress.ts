import type { FrameBatch } from '../sse/frame-batch.ts';
import { EventDeduplicator } from './event-deduplicator.ts';
import { isUnknownRunFailure, parseFailure } from '../compat/run-failures.ts';
import { sseIdText, type SseFrame, type SseId } from '../sse/sse-frame.ts';

const interruptKey = new TextEncoder().encode('"__interrupt__"');

// Progress of a run over all connections: enough to resume and to tell the outcome.
export class RunProgress {
  readonly #filter: EventDeduplicator;
  #resumed = false;
  #restarted = false;
  #delivered = 0;
  readonly #startedAfter: string | null;
  /** The newest id and the last different one, turned into text on demand. */
  #newestId: SseId = null;
  #idBefore: SseId = null;
  #interruptCame = false;
  #newestValues: SseFrame | null = null;
  failure: { readonly name: string; readonly message: string } | null = null;
  /** The server said "no such run" instead of sending events. */
  unknownRun = false;
  /** `run_id` of the `metadata` event. */
  runId: string | null = null;

  constructor(lastEventId: string | null) {
    this.#startedAfter = lastEventId;
    this.#filter = new EventDeduplicator(lastEventId !== null);
  }

  /** Number of delivered events. */
  get delivered(): number {
    return this.#delivered;
  }

  /** Events are missing, or may be. */
  get doubtful(): boolean {
    return this.#filter.gap || this.#filter.uncertain;
  }

  /** Not one event came of a run that was read from its start, though every run has its `metadata`. */
  get isEmpty(): boolean {
    return this.#delivered === 0 && (this.#startedAfter ?? '-1') === '-1';
  }

  /** An interrupt was seen: some servers send it alone, others add it to the values. */
  get interrupt(): boolean {
    return this.#interruptCame || (this.#newestValues?.text.includes('"__interrupt__"') ?? false);
  }

  /**
   * Resume position: the id before the newest one, because ids are not unique and a cut may fall
   * between events that share one; the deduplicator drops repeats. `-1`: from the start; `null`: events have
   * no ids.
   */
  get resumeAfter(): string | null {
    const wholeId = sseIdText(this.#idBefore) ?? this.#startedAfter;
    if (this.#delivered === 0 || this.#newestId !== null) return wholeId ?? '-1';
    return wholeId;
  }

  /** What follows comes from a resumed connection. */
  rejoined(): void {
    this.#resumed = true;
    this.#filter.expectRepeats();
  }

  /** What follows comes from a connection that started at the run's first event. */
  restart(): void {
    this.#restarted = true;
    this.#filter.restart();
  }

  /**
   * Removes repeated and foreign events from a batch and learns from the rest. `joined`: the run was started
   * elsewhere.
   */
  take(batch: FrameBatch, joined: boolean): void {
    batch.filter((index) => this.#isNew(batch, index, joined));
  }

  #isNew(batch: FrameBatch, index: number, joined: boolean): boolean {
    const { mode, text } = batch.name(index);
    // A greeting of each connection that is not in the run's list and says nothing new.
    if (this.#resumed && !this.#restarted && text === 'metadata' && batch.id(index) === null) return false;
    if (!this.#filter.accept(batch, index)) return false;
    if (!this.#interruptCame) this.#interruptCame = batch.hasFirstKey(index, interruptKey);
    if (mode === 'error') {
      this.failure = parseFailure(valueOf(batch.frame(index)));
      this.unknownRun = (joined || this.#resumed) && isUnknownRunFailure(this.failure);
      if (this.unknownRun) return false;
    } else if (mode === 'metadata') {
      this.runId ??= runIdIn(batch.frame(index));
      // The server retries the run.
      this.failure = null;
    } else if (mode === 'values') this.#newestValues = batch.frame(index);
    const id = batch.latestId(index);
    if (this.#delivered > 0 && id !== this.#newestId) this.#idBefore = this.#newestId;
    this.#newestId = id;
    this.#delivered += 1;
    return true;
  }
}

// The parsed payload, or its text if it is not JSON.
function valueOf({ text }: SseFrame): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function runIdIn(frame: SseFrame): string | null {
  const value = valueOf(frame);
  const id = typeof value === 'object' && value !== null && 'run_id' in value ? value.run_id : null;
  return typeof id === 'string' ? id : null;
}
