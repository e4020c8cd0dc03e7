import type { FrameBatch } from '../sse/frame-batch.ts';
import { EventDeduplicator } from './event-deduplicator.ts';
import { parseFailure, isUnknownRunFailure } from '../compat/server-quirks.ts';
import { sseIdText, type SseFrame, type SseId } from '../sse/sse-frame.ts';

const interruptStart = new TextEncoder().encode('{"__interrupt__"');

/** What was seen of a run so far, over all connections: enough to go on reading and to tell the end. */
export class RunProgress {
  readonly #filter = new EventDeduplicator();
  #resumed = false;
  #restarted = false;
  #delivered = 0;
  readonly #begunAfter: string | null;
  /** The id of the newest event, and the newest one that is another: an id becomes a text only when somebody asks. */
  #newestId: SseId = null;
  #idBefore: SseId = null;
  #interruptCame = false;
  #newestValues: SseFrame | null = null;
  failure: { readonly name: string; readonly message: string } | null = null;
  /** The server said "no such run" in place of events. */
  unknownRun = false;
  /** The `run_id` of the `metadata` event. */
  runId: string | null = null;

  constructor(lastEventId: string | null) {
    this.#begunAfter = lastEventId;
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
    const wholeId = sseIdText(this.#idBefore) ?? this.#begunAfter;
    if (this.#delivered === 0 || this.#newestId !== null) return wholeId ?? '-1';
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

  /**
   * Leaves out of a pack what was delivered before and what is no part of the run, and learns from the rest. `joined`: the
   * run was started elsewhere.
   */
  take(pack: FrameBatch, joined: boolean): void {
    pack.filter((at) => this.#isNew(pack, at, joined));
  }

  #isNew(pack: FrameBatch, at: number, joined: boolean): boolean {
    const { mode, text } = pack.name(at);
    // Servers greet each connection with an event that is not in the run's list; it says nothing new.
    if (this.#resumed && !this.#restarted && text === 'metadata' && pack.id(at) === null) return false;
    if (!this.#filter.accept(pack, at)) return false;
    if (!this.#interruptCame) this.#interruptCame = pack.startsWith(at, interruptStart);
    if (mode === 'error') {
      this.failure = parseFailure(valueOf(pack.frame(at)));
      this.unknownRun = (joined || this.#resumed) && isUnknownRunFailure(this.failure);
      if (this.unknownRun) return false;
    } else if (mode === 'metadata') this.runId ??= runIdIn(pack.frame(at));
    else if (mode === 'values') this.#newestValues = pack.frame(at);
    const id = pack.latestId(at);
    if (this.#delivered > 0 && id !== this.#newestId) this.#idBefore = this.#newestId;
    this.#newestId = id;
    this.#delivered += 1;
    return true;
  }
}

/** The parsed payload, or its text when it is not JSON. */
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
