import {
  checkLimitMs,
  isSameCheck,
  type CheckOf,
  type CheckOutcome,
  type CheckReply,
  type CheckRequest,
  type SchemaCheck,
} from './schema-check.ts';

/** The part of a worker that is used. */
export interface CheckWorker {
  postMessage(request: CheckRequest): void;
  terminate(): void;
  onReply(listener: (reply: CheckReply) => void): void;
  /** The worker could not be loaded, or crashed. */
  onBroken(listener: () => void): void;
}

type Kind = SchemaCheck['kind'];

interface Entry {
  readonly id: number;
  readonly check: SchemaCheck;
  /** Number of callers waiting for the result. */
  wanted: number;
  readonly outcome: Promise<CheckOutcome<Kind>>;
  readonly settle: (outcome: CheckOutcome<Kind>) => void;
}

/** Starting a worker may be slow on a busy machine, which is not the schema's fault. Milliseconds. */
const startLimitMs = 10_000;

/** Limit for schema and value together, in UTF-16 units: copying more to the worker takes too long. */
const mostText = 8_000_000;

/** Several parts of the window request the same check. */
const mostRemembered = 12;

const tooSlow = `could not be validated within ${checkLimitMs} ms`;
const tooLarge = 'could not be validated: too large';
const failed = 'could not be validated';

/**
 * Checks values against server schemas in a worker, one at a time. A check that takes longer than {@link
 * checkLimitMs} terminates the worker, and the next check starts a new one (row U-12).
 */
export class SchemaChecker {
  readonly #start: () => CheckWorker;
  readonly #waiting: Entry[] = [];
  readonly #slowSchemas = new Set<string>();
  #remembered: Entry[] = [];
  #underWay: Entry | null = null;
  #worker: CheckWorker | null = null;
  #isReady = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;

  constructor(start: () => CheckWorker) {
    this.#start = start;
  }

  /** Whether a check against this schema timed out, so that callers don't check on each key press. */
  isSlow(schemaText: string): boolean {
    return this.#slowSchemas.has(schemaText);
  }

  /** Never rejects. A check aborted before it started (`signal`) never settles. */
  check<K extends Kind>(check: CheckOf<K>, signal?: AbortSignal): Promise<CheckOutcome<K>> {
    const wanted: SchemaCheck = check;
    const known = this.#remembered.find((one) => isSameCheck(one.check, wanted));
    const entry = known ?? this.#add(wanted);
    entry.wanted += 1;
    signal?.addEventListener('abort', () => {
      entry.wanted -= 1;
      if (entry.wanted === 0) this.#drop(entry);
    });
    // The entry belongs to this check, so its kind is K.
    return entry.outcome as Promise<CheckOutcome<K>>;
  }

  #add(check: SchemaCheck): Entry {
    const { promise: outcome, resolve: settle } = deferred<CheckOutcome<Kind>>();
    const entry: Entry = { id: (this.#last += 1), check, wanted: 0, outcome, settle };
    this.#remembered = [...this.#remembered, entry].slice(-mostRemembered);
    if (sizeOf(check) > mostText) {
      settle({ checked: false, reason: tooLarge });
    } else {
      this.#waiting.push(entry);
      this.#next();
    }
    return entry;
  }

  #drop(entry: Entry): void {
    const at = this.#waiting.indexOf(entry);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    this.#remembered = this.#remembered.filter((one) => one !== entry);
  }

  #next(): void {
    if (this.#underWay !== null) return;
    const entry = this.#waiting.shift();
    if (!entry) return;
    this.#underWay = entry;
    try {
      this.#worker ??= this.#started();
    } catch {
      return this.#finish({ checked: false, reason: failed });
    }
    this.#endAfter(startLimitMs, failed);
    if (this.#isReady) this.#post(entry);
  }

  #post({ id, check }: Entry): void {
    this.#worker?.postMessage({ id, check });
  }

  #started(): CheckWorker {
    const worker = this.#start();
    this.#isReady = false;
    worker.onReply((reply) => {
      if (worker === this.#worker) this.#hear(reply);
    });
    worker.onBroken(() => {
      if (worker === this.#worker) this.#giveUp(failed);
    });
    return worker;
  }

  #hear(reply: CheckReply): void {
    if (reply.kind === 'ready') {
      this.#isReady = true;
      if (this.#underWay) this.#post(this.#underWay);
    } else if (reply.id !== this.#underWay?.id) {
      return;
    } else if (reply.kind === 'begun') {
      this.#endAfter(checkLimitMs, tooSlow);
    } else {
      this.#finish(
        reply.kind === 'done'
          ? { checked: true, problems: reply.problems }
          : { checked: false, reason: failed },
      );
    }
  }

  #endAfter(ms: number, reason: string): void {
    clearTimeout(this.#timer);
    // If the page was busy, a reply may already be queued; it is handled before the worker is terminated.
    const end = (): void => {
      this.#timer = setTimeout(() => {
        const { schemaText } = this.#underWay?.check ?? {};
        if (schemaText !== undefined && reason === tooSlow) this.#noteSlow(schemaText);
        this.#giveUp(reason);
      }, 10);
    };
    this.#timer = setTimeout(end, ms);
  }

  #noteSlow(schemaText: string): void {
    this.#slowSchemas.add(schemaText);
    const [oldest] = this.#slowSchemas;
    if (this.#slowSchemas.size > mostRemembered && oldest !== undefined) this.#slowSchemas.delete(oldest);
  }

  #giveUp(reason: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish({ checked: false, reason });
  }

  #finish(outcome: CheckOutcome<Kind>): void {
    clearTimeout(this.#timer);
    const done = this.#underWay;
    this.#underWay = null;
    done?.settle(outcome);
    this.#next();
  }
}

function sizeOf(check: SchemaCheck): number {
  const values =
    check.kind === 'value'
      ? check.valueText.length
      : check.changes.reduce((sum, { key, valueText }) => sum + key.length + valueText.length, 0);
  return check.schemaText.length + values;
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
