import { FilteredPages } from './filtered-pages.ts';
import { AgentDetection } from './agent-detection.ts';
import { isUnsupportedRoute } from './unsupported-route.ts';
import type { CallOptions } from '../http/http-client.ts';
import { PageSizeLimit } from './page-size-limit.ts';
import { RefusedSelection } from './refused-selection.ts';
import { RunOptionLimits } from './run-option-limits.ts';
import { RunQuirks, type ContinueCheckpoint } from './run-quirks.ts';
import { hedgedRequest } from '../async/hedged-request.ts';
import { SharedRequests } from '../async/shared-requests.ts';
import { traitsOf, type ServerTrait } from './server-traits.ts';
import type { WireServerInfo, WireThread } from '../http/api-types.ts';

/** Requests that find out what a server means. */
export interface ServerProbes {
  info(options: CallOptions): Promise<WireServerInfo>;
  thread(threadId: string, options: CallOptions): Promise<WireThread>;
  /** Id of the thread's newest checkpoint; `null` if it never ran. */
  headCheckpointId(threadId: string, options: CallOptions): Promise<string | null>;
  /** Ids of the thread's pending interrupts. */
  interruptIds(threadId: string, options: CallOptions): Promise<readonly string[]>;
  cancelActiveRuns(threadId: string, options: CallOptions): Promise<void>;
  /** Lists what can run, by {@link AgentDetection.search}. */
  searchAssistants(options: CallOptions): Promise<void>;
}

const noTraits: ReadonlySet<ServerTrait> = new Set();

/**
 * What is known of a server. The other files of this folder have what follows from it, one difference each
 * (docs/protocol.md, Rules for clients). Its traits are asked for once by `GET /info`, with the headers and
 * query of the call that needs it; concurrent calls share the request. A server without that route
 * has none. A failed request is repeated by the next call.
 */
export class ServerQuirks {
  readonly pages = new PageSizeLimit();
  readonly filters = new FilteredPages(this.pages);
  readonly runs = new RunQuirks();
  readonly runOptions = new RunOptionLimits();
  readonly selection = new RefusedSelection();
  readonly agents: AgentDetection;
  readonly probes: ServerProbes;
  readonly #kindMs: number | null;
  readonly #infos = new SharedRequests<WireServerInfo>();
  #traits: ReadonlySet<ServerTrait> | null = null;
  #hasInfo: boolean | null = null;
  #isOfficial = false;
  #version: string | null = null;

  /** `kindMs`: see {@link Timeouts.serverKindMs}. */
  constructor(probes: ServerProbes, kindMs: number | null = 500) {
    this.probes = probes;
    this.#kindMs = kindMs;
    this.agents = new AgentDetection(kindMs, {
      hasInfo: async (options) => {
        await this.#traitsOf(options);
        return this.#hasInfo;
      },
      isOfficial: (options) => this.isOfficial(options),
      search: (options) => probes.searchAssistants(options),
    });
  }

  async has(trait: ServerTrait, options: CallOptions = {}): Promise<boolean> {
    return (await this.#traitsOf(options)).has(trait);
  }

  async #traitsOf({ headers, params, signal }: CallOptions): Promise<ReadonlySet<ServerTrait>> {
    if (this.#traits !== null) return this.#traits;
    try {
      // Different headers may mean different users, and one of them may be refused.
      const info = await this.#infos.get(JSON.stringify([headers, params]), signal, (ended) =>
        this.probes.info({ headers, params, signal: ended }),
      );
      return this.learnFromInfo(info);
    } catch (error) {
      signal?.throwIfAborted();
      if (isUnsupportedRoute(error)) {
        this.#traits = noTraits;
        this.#hasInfo = false;
      }
      return noTraits;
    }
  }

  /** Takes what any `/info` says. A server of another version has other limits, so what was learned is forgotten. */
  learnFromInfo(info: WireServerInfo): ReadonlySet<ServerTrait> {
    const traits = traitsOf(info);
    const version = `${info.context ?? ''} ${info.version ?? ''}`;
    if (this.#version !== version) {
      this.#version = version;
      this.runOptions.reset();
      this.selection.reset();
      if (traits.has('needsCheckpointsWithValues')) this.runOptions.needsCheckpoints = true;
    }
    this.#traits = traits;
    this.#hasInfo = true;
    this.#isOfficial =
      info.context === 'js' || 'langgraph_py_version' in info || 'langgraph_js_version' in info;
    return traits;
  }

  /** Calls `settle` with whether the server has a trait, soon or `null`, and however long that takes. */
  withTrait<T>(
    trait: ServerTrait,
    { headers, params, signal }: CallOptions,
    settle: (hasItSoon: Promise<boolean | null>, hasIt: Promise<boolean>) => Promise<T>,
  ): Promise<T> {
    const send = (ended: AbortSignal): Promise<boolean> =>
      this.has(trait, { headers, params, signal: ended });
    return hedgedRequest({ signal, ms: this.#kindMs }, send, settle);
  }

  /**
   * Whether this is LangGraph's own server, by its own word. On others, a POST that should read may write:
   * one creates with `POST /threads/{id}/state/checkpoint` and `POST /assistants/{id}/versions`.
   */
  async isOfficial(options: CallOptions = {}): Promise<boolean> {
    await this.#traitsOf(options);
    return this.#isOfficial;
  }

  /** How a run that continues names the newest checkpoint. */
  continueCheckpoint(threadId: string, options: CallOptions): Promise<ContinueCheckpoint | null> {
    const head = (): Promise<string | null> => this.probes.headCheckpointId(threadId, options);
    return this.runs.continueCheckpoint(head);
  }

  /**
   * Deleting a thread while a run executes breaks a worker of the JavaScript server for good, so active runs
   * are cancelled first (docs/protocol.md, Deleting a thread).
   */
  async beforeThreadDeletion(threadId: string, options: CallOptions): Promise<void> {
    if (!(await this.has('breaksOnDeletionDuringRun', options))) return;
    await this.probes.cancelActiveRuns(threadId, options);
  }
}
