import { AssistantsClient } from './assistants.ts';
import type { CallOptions } from '../http/http-client.ts';
import type { GraphClientSettings } from '../http/client-settings.ts';
import { CronsClient } from './crons.ts';
import { HttpClient } from '../http/http-client.ts';
import { MetaClient } from './meta.ts';
import { RunsClient } from './runs.ts';
import { ServerQuirks, type ServerProbes } from '../compat/server-quirks.ts';
import { StoreClient } from './store.ts';
import { ThreadsClient } from './threads.ts';
import { UiClient } from './ui-components.ts';

/**
 * One graph server. Every method takes options for its one request as the last argument and gives back plain wire
 * objects, whose exact text `rawTextOf` knows. Making one sends nothing; it holds no connection that must be closed.
 */
export class GraphClient {
  readonly assistants: AssistantsClient;
  readonly threads: ThreadsClient;
  readonly runs: RunsClient;
  readonly crons: CronsClient;
  readonly store: StoreClient;
  readonly meta: MetaClient;
  readonly ui: UiClient;
  readonly #differences: ServerQuirks;

  /** Throws `ArgumentError` for an address, a key or a header that can't be used. */
  constructor(settings: GraphClientSettings) {
    const http = new HttpClient(settings);
    this.meta = new MetaClient(http);
    const differences = new ServerQuirks(this.#questions());
    this.#differences = differences;
    this.assistants = new AssistantsClient(http, differences);
    this.threads = new ThreadsClient(http, differences);
    this.runs = new RunsClient(http, differences);
    this.crons = new CronsClient(http, differences);
    this.store = new StoreClient(http, differences);
    this.ui = new UiClient(http);
  }

  /** Whether the server is one of LangGraph's own, by its own word. Asks it once. */
  isOfficial(options: CallOptions = {}): Promise<boolean> {
    return this.#differences.isOfficial(options);
  }

  /** What the handling of server differences asks, each request under its own purpose. */
  #questions(): ServerProbes {
    return {
      info: (options) => this.meta.info({ ...options, purpose: 'server.kind' }),
      thread: (threadId, options) => this.threads.get(threadId, options),
      headCheckpointId: async (threadId, options) =>
        (await this.threads.getState(threadId, null, options)).checkpoint?.checkpoint_id ?? null,
      interruptIds: async (threadId, options) => {
        const { tasks = [] } = await this.threads.getState(threadId, null, options);
        const ids = tasks.flatMap(({ interrupts = [] }) => interrupts.map(({ id }) => id));
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
