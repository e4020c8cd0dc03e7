import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphClient, type GraphClientSettings } from '../remote-graph/client.ts';
import { createRuns, type Runs } from '../services/runs/create-runs.ts';
import type { ServerClients } from '../services/server-clients.ts';
import { createThreads, type Threads } from '../services/threads/create-threads.ts';
import type { WebhookTokens } from '../services/webhooks/webhook-tokens.ts';
import { framesOfBlock } from '../shared/model/block-frames.ts';
import type { RunBatch } from '../shared/model/run-batch.ts';
import { usualRunOptions, type RunOptions, type RunRequest } from '../shared/model/run-request.ts';
import type { RunFrame, StartedRun } from '../shared/model/run.ts';
import { clientsFor } from './stand-in-server-clients.ts';
import type { StandInRequest } from './stand-in-server-http.ts';
import type { StandInProfile } from './stand-in-server-profiles.ts';
import { startStandInServer, type StandInServer } from './stand-in-server.ts';

/** The connection that the calls are made on. */
export const connectionId = 'c';

/** For calls that nobody takes back. */
export const { signal } = new AbortController();

/** Asks for a report to the studio's own listener. */
export const toListener = { webhook: { kind: 'listener' } } as const;

type Rest = Partial<Omit<RunRequest, 'options'>> & { readonly options?: Partial<RunOptions> };

/** The runs service over a stand-in server with one thread. */
export interface StandInRuns {
  readonly server: StandInServer;
  readonly runs: Runs;
  readonly dataFolder: string;
  readonly threadId: string;
  readonly webhooks: WebhookBook;
  /** Talks to the server past the service. */
  readonly client: GraphClient;
  readonly threads: Threads['calls'];
  readonly clients: ServerClients;
  /** The service of another start of the studio, on the same data folder; with these clients in place of the usual ones. */
  makeRuns(own?: ServerClients): Runs;
  /** Puts a service whose client is set up like this in the place of `runs`. */
  setUpClient(settings: Partial<GraphClientSettings>): void;
  /** Starts a run on the thread. */
  start(rest?: Rest): Promise<StartedRun>;
  /** Follows a run to its end. */
  everything(runId: string, from?: Runs): Promise<RunBatch[]>;
  /** The requests that started a run. */
  starts(): StandInRequest[];
  /** Readers that asked for every event; others only look whether something is missing behind the last one. */
  joinsFromTheStart(): StandInRequest[];
  /** The body of the newest request that started a run. */
  lastBody(): string;
  stop(): Promise<void>;
}

export function framesOf(batches: readonly RunBatch[]): RunFrame[] {
  return batches.flatMap(framesOfBlock);
}

export function endOf(batches: readonly RunBatch[]): RunBatch['end'] | undefined {
  return batches.at(-1)?.end;
}

/** Webhook tokens that remember what was done with each reservation. */
export interface WebhookBook {
  readonly book: string[];
  readonly tokens: WebhookTokens;
}

function webhookBook(): WebhookBook {
  const book: string[] = [];
  const tokens: WebhookTokens = {
    reserve: (connection, thread) => {
      book.push(`reserve ${connection} ${thread}`);
      return {
        url: 'http://127.0.0.1:1/hook/token',
        bind: (runId) => book.push(`bind ${runId}`),
        release: () => book.push('release'),
      };
    },
  };
  return { book, tokens };
}

/** `profile`: which kind of server; a hosted one without it. */
export async function startStandInRuns(profile?: StandInProfile): Promise<StandInRuns> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'runs-'));
  const server = await startStandInServer(profile ? { profile } : {});
  const clients = clientsFor(server.url);
  const webhooks = webhookBook();
  const makeRuns = (own: ServerClients = clients): Runs =>
    createRuns({
      clients: own,
      webhooks: webhooks.tokens,
      platform: { dataFolder, log: () => undefined },
    });
  let runs = makeRuns();
  const threads = createThreads({ clients }).calls;
  const { threadId } = await threads['threads.create'](
    { connectionId, graphId: 'exact', name: null },
    signal,
  );
  const starts = () => server.requests.filter(({ path }) => path.endsWith('/runs/stream'));
  return {
    server,
    get runs() {
      return runs;
    },
    dataFolder,
    threadId,
    webhooks,
    client: new GraphClient({ url: server.url, apiKey: null }),
    threads,
    clients,
    makeRuns,
    setUpClient(settings) {
      runs = makeRuns(clientsFor(server.url, settings));
    },
    start: ({ options, ...rest } = {}) =>
      runs.calls['runs.start'](
        {
          connectionId,
          assistantId: 'exact',
          threadId,
          checkpointId: null,
          begin: { kind: 'input', inputText: '{"id":1}' },
          checkpointNs: '',
          background: false,
          ...rest,
          options: { ...usualRunOptions, ...options },
        },
        signal,
      ),
    async everything(runId, from = runs) {
      const batches: RunBatch[] = [];
      for await (const batch of from.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
        batches.push(batch);
      }
      return batches;
    },
    starts,
    joinsFromTheStart: () => server.requests.filter(({ headers }) => headers['last-event-id'] === '-1'),
    lastBody: () => starts().at(-1)?.bodyText ?? '',
    async stop() {
      server.release();
      await runs.stop();
      await server.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
