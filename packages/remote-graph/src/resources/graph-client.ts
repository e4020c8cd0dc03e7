import type { FilteredList } from '../compat/filtered-pages.ts';
import { taskInterrupts } from '../compat/reported-interrupts.ts';
import { AgentsClient } from './agents.ts';
import { AssistantsClient } from './assistants.ts';
import type { CallOptions } from '../http/http-client.ts';
import type { GraphClientSettings } from '../http/client-settings.ts';
import { CronsClient } from './crons.ts';
import { HttpClient } from '../http/http-client.ts';
import { MetaClient } from './meta.ts';
import { RunsClient } from './runs.ts';
import type { OmittedRunOptions } from '../compat/run-option-limits.ts';
import { ServerQuirks, type ServerProbes } from '../compat/server-quirks.ts';
import { StoreClient } from './store.ts';
import { ThreadsClient } from './threads.ts';
import { UiClient } from './ui-components.ts';

/**
 * Client of one graph server. The last argument of each method has options for its request; methods return
 * plain wire objects, whose exact text `rawTextOf` knows. The constructor sends nothing, and there is nothing
 * to close.
 */
export class GraphClient {
  /** What a server of the Agent Protocol runs; `assistants` reads them too. */
  readonly agents: AgentsClient;
  readonly assistants: AssistantsClient;
  readonly threads: ThreadsClient;
  readonly runs: RunsClient;
  readonly crons: CronsClient;
  readonly store: StoreClient;
  readonly meta: MetaClient;
  readonly ui: UiClient;
  readonly #quirks: ServerQuirks;

  /** Throws `ArgumentError` for an unusable address, key or header. */
  constructor(settings: GraphClientSettings) {
    const http = new HttpClient(settings);
    const quirks = new ServerQuirks(this.#questions(), http.timeouts.serverKindMs);
    this.meta = new MetaClient(http, (info) => quirks.learnFromInfo(info));
    this.#quirks = quirks;
    this.agents = new AgentsClient(http, quirks);
    this.assistants = new AssistantsClient(http, quirks, this.agents);
    this.threads = new ThreadsClient(http, quirks);
    this.runs = new RunsClient(http, quirks);
    this.crons = new CronsClient(http, quirks);
    this.store = new StoreClient(http, quirks);
    this.ui = new UiClient(http);
  }

  /** Whether this is LangGraph's own server, by its own word. Asks once. */
  isOfficial(options: CallOptions = {}): Promise<boolean> {
    return this.#quirks.isOfficial(options);
  }

  /**
   * Whether a run that comes back to a superstep of a subgraph runs its finished tasks again (docs/protocol.md, Partial
   * answers).
   */
  repeatsFinishedInSubgraphs(options: CallOptions = {}): Promise<boolean> {
    return this.#quirks.has('repeatsFinishedInSubgraphs', options);
  }

  /** Whether the result of a task may be what an edit wrote in the name of its node (docs/protocol.md, State updates). */
  async hasResultsOfEdits(options: CallOptions = {}): Promise<boolean> {
    return !(await this.#quirks.has('keepsResultsFromEdits', options));
  }

  /**
   * Whether the server saves its data only while it gets no request but searches of threads (docs/protocol.md, Limits
   * of the JavaScript server).
   */
  savesWhenIdle(options: CallOptions = {}): Promise<boolean> {
    return this.#quirks.has('savesWhenIdle', options);
  }

  /** Whether what runs are agents, listed at `/agents/search` and without graphs (docs/protocol.md, Other servers). */
  async hasAgents(options: CallOptions = {}): Promise<boolean> {
    return (await this.#quirks.agents.detect(options)) ?? false;
  }

  /** What runs are asked without, because the server refused it. */
  get refusedRunOptions(): OmittedRunOptions {
    return this.#quirks.runOptions.refused;
  }

  /** The lists whose filters the server was seen to ignore. They are applied by this client. */
  get ignoredFilters(): ReadonlySet<FilteredList> {
    return this.#quirks.filters.ignored;
  }

  /** The largest page that the server accepts, learned from a refusal; `null` while it refused none. */
  get pageLimit(): number | null {
    return this.#quirks.pages.learned;
  }

  /** Probes for server quirks, each with its own purpose. */
  #questions(): ServerProbes {
    return {
      searchAssistants: async (options) => {
        await this.assistants.search({ limit: 1 }, { ...options, purpose: 'server.kind' });
      },
      info: (options) => this.meta.info({ ...options, purpose: 'server.kind' }),
      thread: (threadId, options) => this.threads.get(threadId, options),
      headCheckpointId: async (threadId, options) =>
        (await this.threads.getState(threadId, null, options)).checkpoint?.checkpoint_id ?? null,
      interruptIds: async (threadId, options) => {
        const { tasks = [] } = await this.threads.getState(threadId, null, options);
        const ids = tasks.flatMap((task) => taskInterrupts(task).map(({ id }) => id));
        return [...new Set(ids.filter((id) => id !== undefined))];
      },
      cancelActiveRuns: async (threadId, options) => {
        const thread = await this.threads.get(threadId, options);
        if (thread.status !== 'busy') return;
        for (const { run_id, status } of await this.runs.list(threadId, { limit: 1000 }, options)) {
          if (status !== 'pending' && status !== 'running') continue;
          await this.runs.cancel(threadId, run_id, { wait: true }, options);
        }
      },
    };
  }
}
