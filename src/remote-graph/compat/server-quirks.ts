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

/** `js`: the open-source JavaScript server. `other`: hosted servers and all others. */
export type ServerKind = 'js' | 'other';

/** Requests that find out what a server means. */
export interface ServerProbes {
  info(options: CallOptions): Promise<WireServerInfo>;
  thread(threadId: string, options: CallOptions): Promise<WireThread>;
  /** Id of the thread's newest checkpoint; `null` if it never ran. */
  headCheckpointId(threadId: string, options: CallOptions): Promise<string | null>;
  /** Ids of the thread's pending interrupts. */
  interruptIds(threadId: string, options: CallOptions): Promise<readonly string[]>;
  cancelActiveRuns(threadId: string, options: CallOptions): Promise<void>;
}

/**
 * All differences between servers (docs/protocol.md, Rules for clients). The kind is asked for once by `GET
 * /info`, with the headers and query of the call that needs it; concurrent calls share the request (row
 * A server without that route counts as `other`. A failed request is repeated by the next call.
 */
export class ServerQuirks {
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
      // Different headers may mean different users, and one of them may be refused.
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
   * Whether this is LangGraph's own server, by its own word. On others, a POST that should read may write:
   * one creates with `POST /threads/{id}/state/checkpoint` and `POST /assistants/{id}/versions`.
   */
  async isOfficial(options: CallOptions = {}): Promise<boolean> {
    await this.kind(options);
    return this.#isOfficial;
  }

  /** How a run that continues names the newest checkpoint. */
  continueCheckpoint(threadId: string, options: CallOptions): Promise<ContinueCheckpoint | null> {
    const head = (): Promise<string | null> => this.#ask.headCheckpointId(threadId, options);
    return this.runs.continueCheckpoint(head);
  }

  /**
   * Reads by POST on LangGraph's own servers and by GET first on others, with the other method as fallback.
   * `get` is `null` where no GET can express the query, and returns `null` for a response about something
   * else.
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

  /** Sends the form for this kind of server, then the other one if the refusal names `member`. */
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

  /** Page size for reading all runs; see {@link runPage}. */
  async runPageSize(wanted: number | undefined, options: CallOptions): Promise<number | undefined> {
    return (await this.kind(options)) === 'js' ? mostRuns : wanted;
  }

  /**
   * Deleting a thread while a run executes breaks a worker of the JavaScript server for good, so active runs
   * are cancelled first (docs/protocol.md, Deleting a thread).
   */
  async beforeThreadDeletion(threadId: string, options: CallOptions): Promise<void> {
    if ((await this.kind(options)) !== 'js') return;
    await this.#ask.cancelActiveRuns(threadId, options);
  }

  /**
   * Turns a refused run into a typed error. 409 and 422 mean a busy thread, but on the JavaScript server also
   * a missing one; only the thread itself tells (docs/protocol.md, Status codes). Other errors are returned
   * unchanged.
   */
  async explainRefusal(thrown: unknown, threadId: string | null, options: CallOptions): Promise<unknown> {
    if (threadId === null || !(thrown instanceof GraphServerError)) return thrown;
    if (thrown.status !== 409 && thrown.status !== 422) return thrown;
    try {
      const { status } = await this.#ask.thread(threadId, options);
      // 422 has many other causes, so the server's own message wins over a guess.
      const isBusy = status === 'busy' && (thrown.status === 409 || mentionsBusyThread(thrown.serverText));
      return isBusy ? new ThreadBusyError(thrown) : thrown;
    } catch (why) {
      return why instanceof GraphServerError && why.status === 404 ? new ThreadNotFoundError(thrown) : thrown;
    }
  }

  /**
   * A resume value that every server understands. Servers misread falsy or empty values unless keyed by
   * interrupt id, so the id is looked up (docs/protocol.md, Resume values). Old hosted servers give no id:
   * there, null and an empty object are indistinguishable from no answer.
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
   * A thread of the JavaScript server remembers the `checkpoint_id` of a run and starts all later runs there.
   * Where it does, the run names the newest state explicitly. A null would do so too but restarts subgraphs,
   * so runs that continue send the id (docs/protocol.md, Remembered checkpoint). For runs that name no
   * checkpoint themselves.
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

  /** `undefined`: never remembered one. `null`: made to forget it. */
  async #rememberedCheckpoint(threadId: string, options: CallOptions): Promise<unknown> {
    try {
      const { config } = await this.#ask.thread(threadId, options);
      const configurable = config?.['configurable'];
      return isObject(configurable) ? configurable['checkpoint_id'] : undefined;
    } catch {
      options.signal?.throwIfAborted();
      // A missing thread remembers nothing. Other failures will surface in the next request.
      return undefined;
    }
  }

  /**
   * Query for a page of runs. The JavaScript server lists the oldest first and takes `limit` as the end of
   * the slice, so everything is requested there and {@link newestRuns} cuts the page.
   */
  async runPage(
    limit: number,
    offset: number,
    options: CallOptions,
  ): Promise<{ readonly limit: number; readonly offset: number }> {
    return (await this.kind(options)) === 'js' ? { limit: mostRuns, offset: 0 } : { limit, offset };
  }

  /** The requested page, newest first, out of the response to {@link runPage}. */
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

/** More than any thread has. The JavaScript server holds all of them in memory anyway. */
const mostRuns = 100_000;

/** Whether a refusal blames this member of the request. */
function complainsAbout(thrown: unknown, member: string): boolean {
  if (!(thrown instanceof GraphServerError) || (thrown.status !== 400 && thrown.status !== 422)) return false;
  return new RegExp(`\\b${member}\\b`).test(thrown.body);
}

/**
 * The JavaScript server takes falsy values for no command, Python's servers an empty object for an empty map
 * of ids.
 */
function isMisread(resume: unknown): boolean {
  if (resume === undefined) return false;
  if (resume instanceof JsonText) return /^\s*(null|false|-?0(\.0*)?|""|\{\s*\})\s*$/.test(resume.text);
  return !resume || (isObject(resume) && Object.keys(resume).length === 0);
}

/** What Python's servers take for no answer or an empty map. */
function isNoAnswer(resume: unknown): boolean {
  if (resume instanceof JsonText) return /^\s*(null|\{\s*\})\s*$/.test(resume.text);
  return resume === null || isObject(resume);
}

/** Hosted servers may send a bare list of namespaces. */
export function parseNamespaces(answer: unknown): WireNamespaces {
  const found = Array.isArray(answer) ? { namespaces: answer } : expectObject<WireNamespaces>(answer, what);
  if (Array.isArray(found.namespaces)) return found as WireNamespaces;
  return expectObject(null, what);
}

const what = 'a list of namespaces';

/** The failure in a wait or join response, which has status 200; `null` if none. */
export function failureInResponse(
  answer: unknown,
): { readonly name: string; readonly message: string } | null {
  const failure = isObject(answer) ? answer['__error__'] : undefined;
  return failure === undefined ? null : parseFailure(failure);
}

/**
 * The error message of a failed run, from its thread's newest state; a generic sentence if that state belongs
 * to another run.
 */
export function failureInThreadState(
  { metadata, tasks = [] }: WireThreadState,
  runId: string,
): { readonly name: string; readonly message: string } {
  const failed = tasks.find(({ error }) => error !== null && error !== undefined);
  if (!failed || metadata?.['run_id'] !== runId) return { name: 'Error', message: 'The run failed.' };
  return parseFailure(failed.error);
}

/**
 * Parses `{error, message}`, plain text, or either as JSON inside the message (the JavaScript server wraps it
 * once more in waits, joins and task errors).
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

/** Whether a failure is the trace of a rolled-back (cancelled) run. */
export function isRollbackFailure(failure: { readonly name: string; readonly message: string }): boolean {
  return failure.message === 'rollback' && failure.name === 'Error';
}

/** Whether an error event means "no such run" rather than a failed run. */
export function isUnknownRunFailure(failure: { readonly message: string }): boolean {
  return /^(404: .*|Run not found|Thread not found)$/.test(failure.message);
}

/** Whether a run's events can be read again; `null` if its record does not say. */
export function readResumableFlag(run: WireRun): boolean | null {
  const sent = runKwargsOf(run);
  const told = sent?.['resumable'] ?? sent?.['stream_resumable'];
  return typeof told === 'boolean' ? told : null;
}

/** What a run was started with: `kwargs` of its record, or the record itself where servers flatten it. */
export function runKwargsOf(run: WireRun): WireObject | null {
  if (run.kwargs !== undefined && run.kwargs !== null) return run.kwargs;
  const record: WireObject = { ...run };
  return 'input' in record || 'command' in record || 'config' in record ? record : null;
}

export function isUnsupportedRoute(thrown: unknown): boolean {
  return thrown instanceof GraphServerError && [404, 405, 501].includes(thrown.status);
}

/** Whether a refusal says that another run is active. 422 alone has other causes. */
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
