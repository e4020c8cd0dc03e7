import { sampleOf } from '../http/raw-text.ts';
import { JsonText } from '../../exact-json/numbers/json-text.ts';
import { ArgumentError, GraphServerError, ThreadBusyError, ThreadNotFoundError } from '../errors/errors.ts';
import type { CallOptions } from '../http/http-client.ts';
import { PageSizeLimit } from './page-size-limit.ts';
import { RunQuirks, type ContinueCheckpoint } from './run-quirks.ts';
import { expectObject, isObject } from '../http/response-checks.ts';
import { SharedRequests } from '../async/shared-requests.ts';
import type {
  WireCheckpoint,
  WireNamespaces,
  WireObject,
  WireRun,
  WireServerInfo,
  WireThread,
  WireThreadState,
} from '../http/api-types.ts';

/** `js`: the open-source JavaScript server. `other`: hosted servers, and whatever does not say what it is. */
export type ServerKind = 'js' | 'other';

/** What has to be asked to know what a server means. */
export interface ServerProbes {
  info(options: CallOptions): Promise<WireServerInfo>;
  thread(threadId: string, options: CallOptions): Promise<WireThread>;
  /** Id of the thread's newest checkpoint; `null` for one that never ran. */
  headCheckpointId(threadId: string, options: CallOptions): Promise<string | null>;
  /** Ids of the interrupts that the thread waits at. */
  interruptIds(threadId: string, options: CallOptions): Promise<readonly string[]>;
  cancelActiveRuns(threadId: string, options: CallOptions): Promise<void>;
}

/**
 * What differs between servers, in one place (docs/protocol.md, Rules for clients). The kind is asked for once, by
 * `GET /info`, with the headers and the query of the call that needs it; calls that need it at the same time share the
 * request (row R-17). A server without that route counts as `other`, and one that can't be asked now is asked again the
 * next time.
 */
export class ServerQuirks {
  /** The most items that the server gives in one answer. */
  readonly pages = new PageSizeLimit();
  readonly runs = new RunQuirks();
  readonly #ask: ServerProbes;
  readonly #infos = new SharedRequests<WireServerInfo>();
  #kind: ServerKind | null = null;
  #isOfficial = false;

  constructor(ask: ServerProbes) {
    this.#ask = ask;
  }

  async kind({ headers, params, signal }: CallOptions = {}): Promise<ServerKind> {
    if (this.#kind !== null) return this.#kind;
    try {
      // Callers with different headers may be different users, of whom one is refused.
      const info = await this.#infos.get(JSON.stringify([headers, params]), signal, (ended) =>
        this.#ask.info({ headers, params, signal: ended }),
      );
      this.#kind = info.context === 'js' ? 'js' : 'other';
      this.#isOfficial =
        info.context === 'js' || 'langgraph_py_version' in info || 'langgraph_js_version' in info;
      return this.#kind;
    } catch (thrown) {
      signal?.throwIfAborted();
      if (isUnsupportedRoute(thrown)) this.#kind = 'other';
      return 'other';
    }
  }

  /**
   * Whether this is LangGraph's own server, by its own word. On any other, a POST that reads here may write there: one of
   * them creates with `POST /threads/{id}/state/checkpoint` and `POST /assistants/{id}/versions`.
   */
  async isOfficial(options: CallOptions = {}): Promise<boolean> {
    await this.kind(options);
    return this.#isOfficial;
  }

  /** The newest state's checkpoint as a run names it that goes on there. */
  continueCheckpoint(threadId: string, options: CallOptions): Promise<ContinueCheckpoint | null> {
    const head = (): Promise<string | null> => this.#ask.headCheckpointId(threadId, options);
    return this.runs.continueCheckpoint(head);
  }

  /**
   * Reads by the way that the server is known to take: POST on LangGraph's own servers, GET first on all others. The
   * other way is tried where a server does not offer the first one. `get` is `null` where no GET says what is asked for,
   * and gives `null` for an answer that is about something else.
   */
  async readWithFallback<T>(
    options: CallOptions,
    get: (() => Promise<T | null>) | null,
    post: () => Promise<T>,
  ): Promise<T> {
    if (get === null) return post();
    if (await this.isOfficial(options)) {
      try {
        return await post();
      } catch (thrown) {
        const found = isRefusedRead(thrown) ? await orNullWhenRefused(get()) : null;
        if (found === null) throw thrown;
        return found;
      }
    }
    return (await orNullWhenRefused(get())) ?? post();
  }

  /**
   * `subgraphs` in the body of a state read: the JavaScript server takes only a text there (docs/protocol.md, Reading a
   * state).
   */
  subgraphsFlag<T>(
    wanted: boolean,
    options: CallOptions,
    send: (flag: boolean | string | undefined) => Promise<T>,
  ): Promise<T> {
    return wanted ? this.#eitherForm('subgraphs', 'true', true, options, send) : send(undefined);
  }

  /**
   * `before` in the body of a history read: an id for the JavaScript server, a checkpoint for all others
   * (docs/protocol.md, History).
   */
  historyBefore<T>(
    before: WireCheckpoint | undefined,
    options: CallOptions,
    send: (before: WireCheckpoint | string | undefined) => Promise<T>,
  ): Promise<T> {
    if (before === undefined) return send(undefined);
    return this.#eitherForm('before', before.checkpoint_id ?? undefined, before, options, send);
  }

  /** Sends the form that this kind of server takes; when its answer complains about that very member, the other one. */
  async #eitherForm<F, T>(
    member: string,
    js: F,
    other: F,
    options: CallOptions,
    send: (form: F) => Promise<T>,
  ): Promise<T> {
    const isJs = (await this.kind(options)) === 'js';
    try {
      return await send(isJs ? js : other);
    } catch (thrown) {
      if (!complainsAbout(thrown, member)) throw thrown;
      return send(isJs ? other : js);
    }
  }

  /** How many runs to ask for at once when all are wanted; see {@link runPage}. */
  async runPageSize(wanted: number | undefined, options: CallOptions): Promise<number | undefined> {
    return (await this.kind(options)) === 'js' ? mostRuns : wanted;
  }

  /**
   * Deleting a thread while one of its runs is executing breaks a worker of the JavaScript server for good: its active
   * runs are cancelled there first (docs/protocol.md, Deleting a thread).
   */
  async beforeThreadDeletion(threadId: string, options: CallOptions): Promise<void> {
    if ((await this.kind(options)) !== 'js') return;
    await this.#ask.cancelActiveRuns(threadId, options);
  }

  /**
   * Why a run was not taken: 409 and 422 stand for a busy thread, and on the JavaScript server also for one that is not
   * there. Only the thread tells (docs/protocol.md, Status codes). Everything else is given back as it is.
   */
  async explainRefusal(thrown: unknown, threadId: string | null, options: CallOptions): Promise<unknown> {
    if (threadId === null || !(thrown instanceof GraphServerError)) return thrown;
    if (thrown.status !== 409 && thrown.status !== 422) return thrown;
    try {
      const { status } = await this.#ask.thread(threadId, options);
      // 422 stands for much else: then the server's own words win over a guess.
      const isBusy = status === 'busy' && (thrown.status === 409 || mentionsBusyThread(thrown.serverText));
      return isBusy ? new ThreadBusyError(thrown) : thrown;
    } catch (why) {
      return why instanceof GraphServerError && why.status === 404 ? new ThreadNotFoundError(thrown) : thrown;
    }
  }

  /**
   * An answer that every server understands. A falsy or empty one is refused by one server or the other unless it is
   * keyed by the id of its interrupt; the id is asked for (docs/protocol.md, Resume values). Old hosted servers give no
   * id: of them only null and an empty object can't be told from no answer.
   */
  async normalizeResume(resume: unknown, threadId: string | null, options: CallOptions): Promise<unknown> {
    if (!isMisread(resume)) return resume;
    const ids = threadId === null ? [] : await this.#ask.interruptIds(threadId, options);
    const [id, ...more] = ids;
    const isAnswer = threadId !== null && !isNoAnswer(resume);
    if (id === undefined && isAnswer && (await this.kind(options)) !== 'js') return resume;
    if (id === undefined || more.length > 0) {
      throw new ArgumentError(
        'This answer has to be keyed by the id of its interrupt: {"<interrupt id>": answer}.',
      );
    }
    return { [id]: resume };
  }

  /**
   * A thread of the JavaScript server remembers the `checkpoint_id` of a run and starts every later run there again.
   * Only where it remembers one, the run says where it starts: at the newest state. A null says so too, but makes
   * subgraphs start over, so that a run that goes on names the newest state by its id (docs/protocol.md, Remembered
   * checkpoint). For runs on a thread that name no checkpoint themselves.
   */
  async configAtHead(
    config: unknown,
    run: { readonly threadId: string; readonly goesOn: boolean },
    options: CallOptions,
  ): Promise<unknown> {
    if (config instanceof JsonText || (await this.kind(options)) !== 'js') return config;
    const given = isObject(config) ? config : {};
    const configurable = isObject(given['configurable']) ? given['configurable'] : {};
    if ('checkpoint_id' in configurable || configurable instanceof JsonText) return config;
    const remembered = await this.#rememberedCheckpoint(run.threadId, options);
    if (remembered === undefined || (remembered === null && !run.goesOn)) return config;
    const head = run.goesOn ? await this.#ask.headCheckpointId(run.threadId, options) : null;
    return { ...given, configurable: { ...configurable, checkpoint_id: head } };
  }

  /** `undefined` where a thread does not remember any checkpoint, `null` where it was made to forget it. */
  async #rememberedCheckpoint(threadId: string, options: CallOptions): Promise<unknown> {
    try {
      const { config } = await this.#ask.thread(threadId, options);
      const configurable = config?.['configurable'];
      return isObject(configurable) ? configurable['checkpoint_id'] : undefined;
    } catch {
      options.signal?.throwIfAborted();
      // A thread that is not there remembers nothing; all else the request that follows will tell.
      return undefined;
    }
  }

  /**
   * The page of a run list to ask for. The JavaScript server lists the oldest first and takes `limit` for the end of the
   * slice, so all is asked for there and {@link newestRuns} cuts the page.
   */
  async runPage(
    limit: number,
    offset: number,
    options: CallOptions,
  ): Promise<{ readonly limit: number; readonly offset: number }> {
    return (await this.kind(options)) === 'js' ? { limit: mostRuns, offset: 0 } : { limit, offset };
  }

  /** The page that was meant, newest first, out of the answer to {@link runPage}. */
  async newestRuns(
    answer: readonly WireRun[],
    limit: number,
    offset: number,
    options: CallOptions,
  ): Promise<readonly WireRun[]> {
    if ((await this.kind(options)) !== 'js') return answer;
    return answer.toReversed().slice(offset, offset + limit);
  }
}

/** More than any thread has; the JavaScript server keeps all of them in memory anyway. */
const mostRuns = 100_000;

/** True when a server refuses a request because of this member of it. */
function complainsAbout(thrown: unknown, member: string): boolean {
  if (!(thrown instanceof GraphServerError) || (thrown.status !== 400 && thrown.status !== 422)) return false;
  return new RegExp(`\\b${member}\\b`).test(thrown.body);
}

/** Falsy answers are "no command" to the JavaScript server, an empty object is an empty map of ids to Python's. */
function isMisread(resume: unknown): boolean {
  if (resume === undefined) return false;
  if (resume instanceof JsonText) return /^\s*(null|false|-?0(\.0*)?|""|\{\s*\})\s*$/.test(resume.text);
  return !resume || (isObject(resume) && Object.keys(resume).length === 0);
}

/** What Python's servers take for no answer, and for answers to nothing. */
function isNoAnswer(resume: unknown): boolean {
  if (resume instanceof JsonText) return /^\s*(null|\{\s*\})\s*$/.test(resume.text);
  return resume === null || isObject(resume);
}

/** Hosted servers may answer a bare list of namespaces. */
export function parseNamespaces(answer: unknown): WireNamespaces {
  const found = Array.isArray(answer) ? { namespaces: answer } : expectObject<WireNamespaces>(answer, what);
  if (Array.isArray(found.namespaces)) return found as WireNamespaces;
  return expectObject(null, what);
}

const what = 'a list of namespaces';

/** The failure in the answer of a wait or a join, which comes with status 200; `null` if there is none. */
export function failureInResponse(
  answer: unknown,
): { readonly name: string; readonly message: string } | null {
  const failure = isObject(answer) ? answer['__error__'] : undefined;
  return failure === undefined ? null : parseFailure(failure);
}

/** The words of a run's failure in its thread's newest state; a plain sentence when that state is another run's. */
export function failureInThreadState(
  { metadata, tasks = [] }: WireThreadState,
  runId: string,
): { readonly name: string; readonly message: string } {
  const failed = tasks.find(({ error }) => error !== null && error !== undefined);
  if (!failed || metadata?.['run_id'] !== runId) return { name: 'Error', message: 'The run failed.' };
  return parseFailure(failed.error);
}

/**
 * Name and message of a failure: `{error, message}`, a bare text, or either of them as JSON text inside the message
 * (the JavaScript server wraps it once more in waits, joins and the errors of tasks).
 */
export function parseFailure(failure: unknown): { readonly name: string; readonly message: string } {
  if (isObject(failure)) {
    const name = textIn(failure, 'error') ?? textIn(failure, 'name') ?? 'Error';
    const message = textIn(failure, 'message') ?? '';
    return unwrapped(message) ?? { name, message: message === '' ? name : message };
  }
  if (typeof failure === 'string') return unwrapped(failure) ?? { name: 'Error', message: failure };
  return { name: 'Error', message: sampleOf(failure) };
}

function unwrapped(text: string): { readonly name: string; readonly message: string } | null {
  if (!/^\s*[{"]/.test(text)) return null;
  try {
    const inner: unknown = JSON.parse(text);
    if (typeof inner === 'string') return { name: 'Error', message: inner };
    return isObject(inner) && 'message' in inner ? parseFailure(inner) : null;
  } catch {
    return null;
  }
}

function textIn(value: Record<string, unknown>, key: string): string | null {
  const text = value[key];
  return typeof text === 'string' && text !== '' ? text : null;
}

/** True for the failure that a rolled-back run leaves behind: somebody cancelled it. */
export function isRollbackFailure(failure: { readonly name: string; readonly message: string }): boolean {
  return failure.message === 'rollback' && failure.name === 'Error';
}

/** True for the error events that say "no such run" instead of failing the request. */
export function isUnknownRunFailure(failure: { readonly message: string }): boolean {
  return /^(404: .*|Run not found|Thread not found)$/.test(failure.message);
}

/** Whether a run keeps its events for a second reader; `null` when its record does not tell. */
export function readResumableFlag(run: WireRun): boolean | null {
  const sent = runKwargsOf(run);
  const told = sent?.['resumable'] ?? sent?.['stream_resumable'];
  return typeof told === 'boolean' ? told : null;
}

/** What a run was started with: `kwargs` of its record, or the record itself on servers that keep it there. */
export function runKwargsOf(run: WireRun): WireObject | null {
  if (run.kwargs !== undefined && run.kwargs !== null) return run.kwargs;
  const record: WireObject = { ...run };
  return 'input' in record || 'command' in record || 'config' in record ? record : null;
}

/** A route that the server does not have. */
export function isUnsupportedRoute(thrown: unknown): boolean {
  return thrown instanceof GraphServerError && [404, 405, 501].includes(thrown.status);
}

/** True when a refusal says itself that another run is active. 422 stands for much else. */
export function mentionsBusyThread(serverText: string): boolean {
  return /\bbusy\b|already running|already has a run|active run|run in progress/i.test(serverText);
}

function isRefusedRead(thrown: unknown): boolean {
  return thrown instanceof GraphServerError && [400, 404, 405, 422, 501].includes(thrown.status);
}

async function orNullWhenRefused<T>(answer: Promise<T | null>): Promise<T | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (isRefusedRead(thrown)) return null;
    throw thrown;
  }
}
