import { JsonText } from '../exact-json/json-text.ts';
import { GraphServerError } from './errors.ts';
import { isObject } from './shape.ts';
import type { WireCheckpoint, WireRun, WireServerInfo } from './wire.ts';

/** `js`: the open-source JavaScript server. `other`: hosted servers, and whatever does not say what it is. */
export type ServerKind = 'js' | 'other';

/**
 * What differs between servers, in one place (protocol, section 12). The kind is asked for once, by `GET /info`; a
 * server without that route counts as `other`, and one that can't be asked now is asked again the next time.
 */
export class ServerDifferences {
  readonly #info: () => Promise<WireServerInfo>;
  #kind: ServerKind | null = null;

  constructor(info: () => Promise<WireServerInfo>) {
    this.#info = info;
  }

  async kind(): Promise<ServerKind> {
    if (this.#kind !== null) return this.#kind;
    try {
      this.#kind = (await this.#info()).context === 'js' ? 'js' : 'other';
      return this.#kind;
    } catch (thrown) {
      if (thrown instanceof GraphServerError && thrown.status === 404) this.#kind = 'other';
      return 'other';
    }
  }

  /** `subgraphs` in the body of a state read: the JavaScript server takes only a text there. */
  async subgraphsFlag(wanted: boolean): Promise<boolean | string | undefined> {
    if (!wanted) return undefined;
    return (await this.kind()) === 'js' ? 'true' : true;
  }

  /** `before` in the body of a history read: an id for the JavaScript server, a checkpoint for all others. */
  async historyBefore(before: WireCheckpoint | undefined): Promise<WireCheckpoint | string | undefined> {
    if (before === undefined) return undefined;
    return (await this.kind()) === 'js' ? (before.checkpoint_id ?? undefined) : before;
  }

  /**
   * A thread of the JavaScript server remembers the `checkpoint_id` of a run and starts every later run there again; an
   * explicit null makes it forget. Only for runs on a thread that name no checkpoint themselves.
   */
  async configForgettingCheckpoint(config: unknown): Promise<unknown> {
    if (config instanceof JsonText || (await this.kind()) !== 'js') return config;
    const given = isObject(config) ? config : {};
    const configurable = isObject(given['configurable']) ? given['configurable'] : {};
    if ('checkpoint_id' in configurable || configurable instanceof JsonText) return config;
    return { ...given, configurable: { ...configurable, checkpoint_id: null } };
  }

  /**
   * The page of a run list to ask for. The JavaScript server lists the oldest first and takes `limit` for the end of the
   * slice, so all is asked for there and {@link newestRuns} cuts the page.
   */
  async runPage(limit: number, offset: number): Promise<{ readonly limit: number; readonly offset: number }> {
    return (await this.kind()) === 'js' ? { limit: mostRuns, offset: 0 } : { limit, offset };
  }

  /** The page that was meant, newest first, out of the answer to {@link runPage}. */
  async newestRuns(answer: readonly WireRun[], limit: number, offset: number): Promise<readonly WireRun[]> {
    if ((await this.kind()) !== 'js') return answer;
    return answer.toReversed().slice(offset, offset + limit);
  }
}

/** More than any thread has; the JavaScript server keeps all of them in memory anyway. */
const mostRuns = 100_000;

/** The failure in the answer of a wait or a join, which comes with status 200; `null` if there is none. */
export function failureIn(answer: unknown): { readonly name: string; readonly message: string } | null {
  const failure = isObject(answer) ? answer['__error__'] : undefined;
  return failure === undefined ? null : failureOf(failure);
}

/**
 * Name and message of a failure: `{error, message}`, a bare text, or either of them as JSON text inside the message
 * (the JavaScript server wraps it once more in waits, joins and the errors of tasks).
 */
export function failureOf(failure: unknown): { readonly name: string; readonly message: string } {
  if (isObject(failure)) {
    const name = textIn(failure, 'error') ?? textIn(failure, 'name') ?? 'Error';
    const message = textIn(failure, 'message') ?? '';
    return unwrapped(message) ?? { name, message: message === '' ? name : message };
  }
  if (typeof failure === 'string') return unwrapped(failure) ?? { name: 'Error', message: failure };
  return { name: 'Error', message: JSON.stringify(failure) ?? 'unknown' };
}

function unwrapped(text: string): { readonly name: string; readonly message: string } | null {
  if (!/^\s*[{"]/.test(text)) return null;
  try {
    const inner: unknown = JSON.parse(text);
    if (typeof inner === 'string') return { name: 'Error', message: inner };
    return isObject(inner) && 'message' in inner ? failureOf(inner) : null;
  } catch {
    return null;
  }
}

function textIn(value: Record<string, unknown>, key: string): string | null {
  const text = value[key];
  return typeof text === 'string' && text !== '' ? text : null;
}

/** True for the failure that a rolled-back run leaves behind: somebody cancelled it. */
export function isRollback(failure: { readonly name: string; readonly message: string }): boolean {
  return failure.message === 'rollback' && failure.name === 'Error';
}

/** True for the error events that say "no such run" instead of failing the request. */
export function isUnknownRun(failure: { readonly message: string }): boolean {
  return /^(404: .*|Run not found|Thread not found)$/.test(failure.message);
}

/** Whether a run keeps its events for a second reader; `null` when its record does not tell. */
export function isResumable(run: WireRun): boolean | null {
  const told = run.kwargs?.['resumable'] ?? run.kwargs?.['stream_resumable'];
  return typeof told === 'boolean' ? told : null;
}
