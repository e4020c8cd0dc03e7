import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphClient, type GraphClientSettings } from 'remote-graph-client/client';
import { createRuns, type Runs } from '../../services/runs/create-runs.ts';
import type { ServerClients } from '../../services/common/server-clients.ts';
import { createThreads, type Threads } from '../../services/threads/create-threads.ts';
import type { WebhookReservations } from '../../services/webhooks/webhook-reservation.ts';
import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { RunBatch } from '../../shared/model/frame-block.ts';
import { defaultRunOptions, type RunOptions } from '../../shared/model/run-options.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { RunFrame, StartedRun } from '../../shared/model/run.ts';
import { clientsFor } from './clients-for.ts';
import type { FakeRequest } from '../fake-server/http.ts';
import type { ServerProfile } from '../fake-server/server-profiles.ts';
import { startFakeServer, type FakeServer } from '../fake-server/fake-server.ts';

/** The connection of all calls. */
export const fakeConnectionId = 'c';

/** For calls that are not cancelled. */
export const { signal } = new AbortController();

/** Requests a delivery to the studio's webhook listener. */
export const withListenerWebhook = { webhook: { kind: 'listener' } } as const;

type Rest = Partial<Omit<RunRequest, 'options'>> & { readonly options?: Partial<RunOptions> };

/** The runs service on a fake server with one thread. */
export interface FakeServerRuns {
  readonly server: FakeServer;
  readonly runs: Runs;
  readonly dataFolder: string;
  readonly threadId: string;
  readonly webhooks: WebhookRecorder;
  /** Direct access to the server. */
  readonly client: GraphClient;
  readonly threads: Threads['calls'];
  readonly clients: ServerClients;
  /**
   * The service as after a restart of the studio, with the same data folder; optionally with other clients.
   */
  makeRuns(serverClients?: ServerClients): Runs;
  /** Replaces `runs` by a service with these client settings. */
  setUpClient(settings: Partial<GraphClientSettings>): void;
  start(rest?: Rest): Promise<StartedRun>;
  /** Follows a run to its end. */
  everything(runId: string, from?: Runs): Promise<RunBatch[]>;
  /** The requests that started a run. */
  starts(): FakeRequest[];
  /** Joins that requested every event; others only check for missing events after the last one. */
  joinsFromTheStart(): FakeRequest[];
  /** The body of the last request that started a run. */
  lastBody(): string;
  stop(): Promise<void>;
}

export function framesOfBatches(batches: readonly RunBatch[]): RunFrame[] {
  return batches.flatMap(decodeFrames);
}

export function endOf(batches: readonly RunBatch[]): RunBatch['end'] | undefined {
  return batches.at(-1)?.end;
}

/** Webhook tokens that record what happens to each reservation. */
export interface WebhookRecorder {
  readonly recorded: string[];
  readonly tokens: WebhookReservations;
}

function webhookBook(): WebhookRecorder {
  const recorded: string[] = [];
  const tokens: WebhookReservations = {
    reserve: async (connection, thread) => {
      recorded.push(`reserve ${connection} ${thread}`);
      return {
        url: 'http://127.0.0.1:1/hook/token',
        bind: (runId) => recorded.push(`bind ${runId}`),
        release: () => recorded.push('release'),
      };
    },
  };
  return { recorded, tokens };
}

/** `profile`: the kind of server; hosted by default. */
export async function startFakeServerRuns(profile?: ServerProfile): Promise<FakeServerRuns> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'runs-'));
  const server = await startFakeServer(profile ? { profile } : {});
  const clients = clientsFor(server.url);
  const webhooks = webhookBook();
  /** All of them have files open, which Node 26 wants closed before they are collected. */
  const createdRuns: Runs[] = [];
  const makeRuns = (serverClients: ServerClients = clients): Runs => {
    const created = createRuns({
      clients: serverClients,
      webhooks: webhooks.tokens,
      platform: { dataFolder, log: () => undefined },
    });
    createdRuns.push(created);
    return created;
  };
  let runs = makeRuns();
  const threads = createThreads({ clients }).calls;
  const { threadId } = await threads['threads.create'](
    { connectionId: fakeConnectionId, graphId: 'exact', name: null },
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
          connectionId: fakeConnectionId,
          assistantId: 'exact',
          threadId,
          checkpointId: null,
          trigger: { kind: 'input', inputText: '{"id":1}' },
          checkpointNs: '',
          background: false,
          ...rest,
          options: { ...defaultRunOptions, ...options },
        },
        signal,
      ),
    async everything(runId, from = runs) {
      const batches: RunBatch[] = [];
      for await (const batch of from.streams['runs.follow'](
        { connectionId: fakeConnectionId, threadId, runId },
        signal,
      )) {
        batches.push(batch);
      }
      return batches;
    },
    starts,
    joinsFromTheStart: () => server.requests.filter(({ headers }) => headers['last-event-id'] === '-1'),
    lastBody: () => starts().at(-1)?.bodyText ?? '',
    async stop() {
      server.release();
      await Promise.all(createdRuns.map((one) => one.stop()));
      await server.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
