import { untilAborted } from '../async/abort-signals.ts';
import { GraphServerError, ProtocolError, RedirectError } from '../errors.ts';
import type { WireRun } from '../http/api-types.ts';
import type { CallOptions } from '../http/http-client.ts';
import { backoffMs } from '../http/retry.ts';
import type { PreparedRun } from './run-payload.ts';
import { findStartedRun } from './start-run-once.ts';
import type { ObservableConnectionState } from './connection-state.ts';
import type { PausableDelay } from './pausable-delay.ts';
import type { RunApi } from './run-api.ts';
import type { RunProgress } from './run-progress.ts';

/** What is shared by all that reads one run, whichever connection it is on. */
export interface RunReadContext {
  readonly progress: RunProgress;
  readonly connectionState: ObservableConnectionState;
  readonly delay: PausableDelay;
  readonly options: CallOptions;
}

/** The run's record, or why it can't be read. */
export type CurrentRun = { readonly run: WireRun } | { readonly lost: Error };

// Asks the server for a run whose stream has ended, within the budget of consecutive failures. A
// restarted server may have another address or key: the run is then looked up there.
export class RunLookup {
  runId: string | null = null;
  /** Set if this client started the run. */
  prepared: PreparedRun | null = null;
  #server: RunApi;
  readonly #current: () => Promise<RunApi>;
  readonly #context: RunReadContext;

  /** `current`: the server by its current address and key. */
  constructor(server: RunApi, current: () => Promise<RunApi>, context: RunReadContext) {
    this.#server = server;
    this.#current = current;
    this.#context = context;
  }

  /** The server by the address and key that worked last. */
  get server(): RunApi {
    return this.#server;
  }

  /** Rejects only with the reason of the signal. */
  async read(threadId: string): Promise<CurrentRun> {
    const { attempts, baseMs, maxMs } = this.#server.reconnect;
    const { progress, connectionState, delay, options } = this.#context;
    let hasMoved = false;
    for (let failures = 1; ; failures += 1) {
      try {
        this.runId ??= await this.#findRunId();
        return { run: await this.#server.run(threadId, this.runId, options) };
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!(error instanceof Error)) throw error;
        const isLost = isPermanentAnswer(error) || failures >= attempts || progress.failure !== null;
        if (isLost && (hasMoved || !(await this.#moveToCurrent()))) return { lost: error };
        hasMoved ||= isLost;
        if (isLost) continue;
        connectionState.set('reconnecting');
        await delay.wait(backoffMs(failures, baseMs, maxMs), options.signal);
        await this.#moveToCurrent();
      }
    }
  }

  /** Takes the server's current address and key; `false` if they are the same, or unknown. */
  async #moveToCurrent(): Promise<boolean> {
    const { signal } = this.#context.options;
    const current = await untilAborted(this.#current(), signal).catch(() => this.#server);
    signal?.throwIfAborted();
    const isOther = current !== this.#server;
    this.#server = current;
    return isOther;
  }

  /** For a server that did not return the id of the run. */
  async #findRunId(): Promise<string> {
    if (!this.prepared) throw new ProtocolError('The server did not send the ID of the run.', '');
    const { lister, reconnect } = this.#server;
    const run = await findStartedRun(
      lister,
      this.prepared,
      this.#context.options,
      undefined,
      reconnect.baseMs,
    );
    return run.run_id;
  }
}

// Whether another request would get the same answer, so that asking again is of no use.
export function isPermanentAnswer(error: Error): boolean {
  if (error instanceof GraphServerError)
    return error.status < 500 && error.status !== 429 && error.status !== 408;
  return error instanceof ProtocolError || error instanceof RedirectError;
}
