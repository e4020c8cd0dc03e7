import { JobRunner, type JobOutcome } from '../job-runner.ts';
import type { JobWorker } from '../job-messages.ts';
import {
  checkLimitMs,
  isSameCheck,
  type CheckOf,
  type SchemaCheckOutcome,
  type CheckProblems,
  type SchemaCheck,
} from './schema-check.ts';

export type CheckWorker = JobWorker<SchemaCheck, CheckProblems[Kind]>;

type Kind = SchemaCheck['kind'];

interface Entry {
  readonly check: SchemaCheck;
  readonly abortController: AbortController;
  callers: number;
  readonly outcome: Promise<SchemaCheckOutcome<Kind>>;
}

// Limit for schema and value together, in UTF-16 units: copying more to the worker takes too long.
const maxTextLength = 8_000_000;

// Several parts of the window request the same check.
const maxCached = 12;

const tooSlow = `could not be validated within ${checkLimitMs} ms`;
const tooLarge = 'could not be validated: too large';
const failed = 'could not be validated';

// Checks values against server schemas in a worker, one at a time, and each for at most `checkLimitMs`.
export class SchemaChecker {
  readonly #runner: JobRunner<SchemaCheck, CheckProblems[Kind]>;
  readonly #slowSchemas = new Set<string>();
  #remembered: Entry[] = [];

  constructor(start: () => CheckWorker) {
    this.#runner = new JobRunner(start, checkLimitMs);
  }

  // Whether a check against this schema timed out, so that callers don't check on each key press.
  isSlow(schemaText: string): boolean {
    return this.#slowSchemas.has(schemaText);
  }

  // Never rejects. A check aborted before it started (`signal`) never settles.
  check<K extends Kind>(check: CheckOf<K>, signal?: AbortSignal): Promise<SchemaCheckOutcome<K>> {
    if (signal?.aborted === true) return new Promise(() => undefined);
    const pendingCheck: SchemaCheck = check;
    const cached = this.#remembered.find((one) => isSameCheck(one.check, pendingCheck));
    const entry = cached ?? this.#add(pendingCheck);
    entry.callers += 1;
    signal?.addEventListener('abort', () => {
      entry.callers -= 1;
      if (entry.callers === 0) entry.abortController.abort();
    });
    // The entry belongs to this check, so its kind is K.
    return entry.outcome as Promise<SchemaCheckOutcome<K>>;
  }

  #add(check: SchemaCheck): Entry {
    const abortController = new AbortController();
    let isRunning = true;
    const outcome = this.#outcomeOf(check, abortController.signal).finally(() => {
      isRunning = false;
    });
    const entry: Entry = { check, abortController, callers: 0, outcome };
    // Not asked for any more before it ran: it would never settle.
    abortController.signal.addEventListener('abort', () => {
      if (isRunning) this.#remembered = this.#remembered.filter((one) => one !== entry);
    });
    this.#remembered = [...this.#remembered, entry].slice(-maxCached);
    return entry;
  }

  async #outcomeOf(check: SchemaCheck, signal: AbortSignal): Promise<SchemaCheckOutcome<Kind>> {
    if (sizeOf(check) > maxTextLength) return { checked: false, reason: tooLarge };
    const outcome = await this.#runner.run(check, signal);
    if (outcome.kind === 'timeout') this.#noteSlow(check.schemaText);
    return toCheckOutcome(outcome);
  }

  #noteSlow(schemaText: string): void {
    this.#slowSchemas.add(schemaText);
    const [oldest] = this.#slowSchemas;
    if (this.#slowSchemas.size > maxCached && oldest !== undefined) this.#slowSchemas.delete(oldest);
  }
}

function toCheckOutcome(outcome: JobOutcome<CheckProblems[Kind]>): SchemaCheckOutcome<Kind> {
  if (outcome.kind === 'done') return { checked: true, problems: outcome.result };
  return { checked: false, reason: outcome.kind === 'timeout' ? tooSlow : failed };
}

function sizeOf(check: SchemaCheck): number {
  const values =
    check.kind === 'value'
      ? check.valueText.length
      : check.changes.reduce((sum, { key, valueText }) => sum + key.length + valueText.length, 0);
  return check.schemaText.length + values;
}
