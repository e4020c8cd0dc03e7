import { AppError } from '../shared/app-error.ts';
import type { CallsOf, StudioHandlers } from '../shared/contract.ts';
import type { Connection, ConnectionsSnapshot } from '../shared/model/connection.ts';
import { createAssistants } from './assistants/create-assistants.ts';
import { createComparisons } from './comparisons/create-comparisons.ts';
import { createPresence } from './create-presence.ts';
import { createConnections, healthTimes } from './connections/create-connections.ts';
import type { WithStoredCredentials } from './credentials/create-credentials.ts';
import { createDirectAccess, type DirectAccess } from './connections/direct-access.ts';
import { createWriteGuard } from './connections/write-guard.ts';
import { sweepLeftovers } from './storage/sweep-leftovers.ts';
import { createDocumentStore, type DocumentStore } from './storage/document-store.ts';
import { withCascadeDeletes } from './cascade-deletes.ts';
import { withScrubbedErrors } from './common/scrub-errors.ts';
import { createInbox, inboxTimes } from './create-inbox.ts';
import { isNewFolder } from './storage/is-new-folder.ts';
import { createKeyValueStore } from './storage/key-value-store.ts';
import { createExperiments } from './experiments/create-experiments.ts';
import { createInputs } from './inputs/create-inputs.ts';
import { createCheckKeys } from './experiments/scores/check-keys.ts';
import { createScorer } from './experiments/scores/create-scorer.ts';
import { refusedInputs } from './inputs/refused-inputs.ts';
import { createDemoServer } from './projects/server/create-demo-server.ts';
import { createProjects } from './projects/create-projects.ts';
import { refusedProjects } from './projects/refused-projects.ts';
import { createSource } from './source/create-source.ts';
import { refusedSource } from './source/refused-source.ts';
import { createRemoteImages } from './network/remote-images.ts';
import { createCrons } from './create-crons.ts';
import { createNotifications } from './create-notifications.ts';
import { describeNotifiedRun } from './describe-run.ts';
import { createLangsmith } from './langsmith/create-langsmith.ts';
import { createMemory } from './create-memory.ts';
import { createPrices } from './create-prices.ts';
import type { Platform } from './common/platform.ts';
import type { FindServer } from './common/server-clients.ts';
import { stopInOrder } from './common/stop-in-order.ts';
import { createLogRingBuffer } from './logging/log-ring-buffer.ts';
import { createRequestLog } from './logging/create-request-log.ts';
import { createBugReporter } from './logging/host-log.ts';
import { createReplay } from './logging/replay-request.ts';
import { createScrubber } from './logging/scrubber.ts';
import { createLogScrubber } from './scrubbing/log-scrubber.ts';
import { createRecordings } from './recordings/create-recordings.ts';
import { studioRecordsOf } from './recordings/studio-records.ts';
import type { EventPace } from './recordings/recorded-events.ts';
import { createRecordedServers } from './recordings/recorded-servers.ts';
import { recordingUrl } from './recordings/recorded-server.ts';
import { readOnlyInfo } from './recordings/recording-connection.ts';
import { createRuns } from './runs/create-runs.ts';
import { createRunIndexes } from './runs/create-run-indexes.ts';
import { createServerRuns } from './runs/create-server-runs.ts';
import { createBugReports, reportLogLimits } from './create-bug-reports.ts';
import { createClones } from './threads/clone/create-clones.ts';
import { createThreadListCaches } from './threads/thread-list-caches.ts';
import { createThreads } from './threads/create-threads.ts';
import { noTeamHandlers } from './no-team.ts';
import { unsupported } from './unsupported-calls.ts';
import { createTraces, traceLimits, type Traces } from './traces/create-traces.ts';
import { createWebhooks } from './webhooks/create-webhooks.ts';
import type { WebhookReservation } from './webhooks/webhook-reservation.ts';
import { describePendingWebhooks, type PendingWebhooks } from './webhooks/describe-pending.ts';
import { createWindowHealth } from './create-window-health.ts';

/** The whole back end, which a host serves, starts and stops. */
export interface StudioServices {
  readonly handlers: StudioHandlers;
  /** Starts the demo server and the webhook listener; their streams report the outcome. */
  start(): void;
  /** Stops everything: processes, sockets, streams, timers. In bounded time; logs what did not stop. Idempotent. */
  stop(): Promise<void>;
  /** Names of the parts that are still stopping. */
  unfinished(): readonly string[];
  /**
   * Number of active runs that were started with the studio's webhook and have not reported. Without those of the
   * demo server, which ends with the studio, and 0 while the listener is not open.
   */
  pendingWebhooks(): number;
  describePendingWebhooks(): Promise<PendingWebhooks>;
  scrub(text: string): string;
  /** Also removes what looks like a secret; for the host's own log. */
  scrubLog(text: string): string;
  /** Opens a recording, a zip or a folder, as a server that can be read. Throws `AppError` with the reason. */
  openRecording(path: string, signal?: AbortSignal): Promise<Connection>;
  /** The API of an opened recording, for other clients. Throws `not-found`. */
  recordedServer(connectionId: string, pace: EventPace): typeof fetch;
  /** The zip of a recording that was made and not saved yet. Throws `not-found`. */
  recordingDraft(draftId: string): string;
  /** The saved servers, without asking any of them how it is. */
  savedConnections(): Promise<readonly Connection[]>;
  /**
   * An address for the webhook of a run that the studio does not start itself. Throws `AppError` (`unsupported`)
   * while the listener is off.
   */
  reserveWebhook(connectionId: string, threadId: string): Promise<WebhookReservation>;
  sendTraces: Traces['send'];
  /**
   * How a server is reached, for a check of it that sends requests of its own. Throws `AppError` (`confirmation-required`) for a
   * server that is marked as production, unless its name was typed, and for recordings.
   */
  directAccess(connectionId: string, typedName: string | null): Promise<DirectAccess>;
  /** Takes the inputs of a server from this folder (absolute, without links), until the program ends. */
  useInputFolder(connectionId: string, folder: string): void;
  /** Allows all that the checks of a server's inputs reach, until the program ends. */
  allowAllChecks(connectionId: string): void;
}

export interface ServiceTimes {
  readonly health: typeof healthTimes;
  readonly inbox: typeof inboxTimes;
}

// - `documents`: where lists and settings are stored, if not in the platform's data folder.
// - `withStoredCredentials`: Opens the stored credentials to renew one, if `documents` are copies.
interface ServiceOptions {
  readonly times?: ServiceTimes;
  readonly documents?: DocumentStore;
  readonly withStoredCredentials?: WithStoredCredentials;
  readonly traces?: typeof traceLimits;
  readonly ofMember?: OfMember;
}

/**
 * Of services that only have the servers which one member of a team added with keys of their own. Nothing of them is in the
 * services of all members, so nothing needs to be filtered out there.
 */
interface OfMember {
  readonly newConnectionId: () => string;
  // Those of all members.
  readonly prices: CallsOf<'prices'>;
}

/** Composes the services on a host's platform. Nothing runs before `start()`. */
export function createServices(
  host: Platform,
  { times = { health: healthTimes, inbox: inboxTimes }, ...options }: ServiceOptions = {},
): StudioServices {
  const scrubber = createScrubber();
  const scrubLog = createLogScrubber(scrubber);
  const recentLog = createLogRingBuffer(reportLogLimits);
  const platform: Platform = {
    ...host,
    log: (level, message) => {
      const scrubbed = scrubLog(message);
      host.log(level, scrubbed);
      recentLog.add('studio', `${level} ${scrubbed}`);
    },
  };

  const documents = options.documents ?? createDocumentStore({ folder: host.dataFolder, log: platform.log });
  const keyValueStore = createKeyValueStore({ platform });
  const requestLog = createRequestLog({ scrubber });
  const demoServer = createDemoServer({ platform });
  const recordedServers = createRecordedServers(platform);
  const connections = createConnections({
    platform,
    documents,
    isNew: () => isNewFolder(host.dataFolder),
    demoServer,
    recordings: { ...recordedServers, url: recordingUrl, toServerInfo: readOnlyInfo },
    requestLog,
    scrubber,
    times: times.health,
    ...(options.ofMember ? { newConnectionId: options.ofMember.newConnectionId } : {}),
    ...(options.withStoredCredentials ? { withStoredCredentials: options.withStoredCredentials } : {}),
  });
  const { clients } = connections;
  const webhooks = createWebhooks({ platform, clients, documents });
  const memory = createMemory({ clients });
  const { ofMember } = options;
  const prices = ofMember ? { calls: pickPrices(ofMember.prices) } : createPrices({ documents });
  const crons = createCrons({ clients });
  const remoteImages = createRemoteImages({ platform });
  const assistants = createAssistants({ clients });
  // Runs are made later, and need what is made of threads here.
  const caches = createThreadListCaches();
  const threads = createThreads({
    clients,
    importedRecord: recordedServers.importedRecord,
    caches,
    runLogs: { held: (runRef) => runs.heldLog(runRef), active: (thread) => runs.activeRuns(thread) },
  });
  const runsThatMayContinue = (connectionId: string, threadId: string): ReadonlySet<string> =>
    new Set(
      runs
        .activeRuns({ connectionId, threadId })
        .flatMap(({ runId, mayContinue }) => (mayContinue ? runId : [])),
    );
  const clones = createClones({ clients, log: platform.log });
  const watchConnections = connections.streams['connections.watch'];
  const inbox = createInbox({
    clients,
    caches,
    connections: (signal) => withoutRecordings(watchConnections({}, signal)),
    goesOn: (connectionId, threadId) => runsThatMayContinue(connectionId, threadId).size > 0,
    times: times.inbox,
  });
  const projects = platform.isOpenToNetwork
    ? refusedProjects()
    : createProjects({
        platform,
        documents,
        scrubber,
        connections: {
          save: (draft) => connections.calls['connections.save'](draft, new AbortController().signal),
          list: (signal) => watchConnections({}, signal),
        },
      });
  const source = platform.isOpenToNetwork
    ? refusedSource()
    : createSource({ dataFolder: platform.dataFolder, documents, readProject: projects.readNow });
  const checkKeys = createCheckKeys({ documents, vault: platform.vault, scrubber });
  const inputs = platform.isOpenToNetwork
    ? refusedInputs()
    : createInputs({ documents, clients, keys: checkKeys });
  const presence = createPresence();
  const windowHealth = createWindowHealth({ documents, platform });
  const runIndexes = createRunIndexes({ clients, caches, runsThatMayContinue, scrub: scrubber.scrub });
  const notifications = createNotifications({
    documents,
    isOnAtFirst: platform.host === 'electron',
    describe: (run) =>
      describeNotifiedRun({ clients, names: caches.names, server: connections.describe }, run),
    onBug: createBugReporter(platform.log),
  });
  const runs = createRuns({
    clients,
    webhooks: webhooks.tokens,
    platform,
    presence,
    recordedLogs: recordedServers.logs,
    onChange: (connectionId, threadId) => {
      inbox.changed(connectionId, threadId);
      threads.changed(connectionId, threadId);
      runIndexes.changed(connectionId, threadId);
    },
    onEnded: webhooks.runEnded,
    notifications,
  });

  const serverRuns = createServerRuns({ clients, runs: runs.calls });

  const findServer: FindServer = async (nameOrUrl) => {
    const saved = await connections.saved();
    const [server, another] = saved.filter(({ name, url }) => name === nameOrUrl || url === nameOrUrl);
    if (another !== undefined)
      throw new AppError('conflict', `Several saved servers are called ${nameOrUrl}. Nothing was sent.`, {
        hint: 'Rename one of them.',
      });
    return server?.id ?? null;
  };

  const experiments = createExperiments({
    clients,
    findServer,
    inputs,
    score: createScorer({
      clients,
      proxyFor: platform.proxyFor,
      findServer,
      openKey: checkKeys.open,
      scrub: scrubber.scrub,
    }),
    prices: () => prices.calls['prices.read']({}, new AbortController().signal),
    dataFolder: platform.dataFolder,
    documents,
    serverName: connections.nameOf,
    log: platform.log,
  });

  const langsmith = createLangsmith({ platform, documents, scrubber, clients });

  const comparisons = createComparisons({
    clients,
    prices: () => prices.calls['prices.read']({}, new AbortController().signal),
    loggedTokens: (thread, runIds, signal) =>
      Promise.resolve(runs.calls['runs.tokens']({ ...thread, runIds: [...runIds] }, signal)),
    runLogs: { held: (runRef) => runs.heldLog(runRef) },
  });

  const bugReports = createBugReports({
    platform,
    scrubber,
    requestLog,
    log: recentLog,
    servers: async (signal) => {
      for await (const snapshot of watchConnections({}, signal)) return snapshot;
      return null;
    },
    factsOf: (connectionId, signal) => connections.calls['connections.facts']({ connectionId }, signal),
    lastFailure: windowHealth.lastFailure,
    recordOf: async (thread, signal) => {
      for await (const change of threads.streams['threads.record'](thread, signal))
        if (change.kind === 'snapshot') return change.record;
      throw new AppError('timeout', 'The server is taking too long to report it.');
    },
  });

  const recordings = createRecordings({
    platform,
    clients,
    runs,
    servers: recordedServers,
    scrubber,
    describeServer: connections.describe,
    studioRecords: (connectionId, threadId, runIds) =>
      studioRecordsOf(
        { deliveries: webhooks.deliveriesOf(connectionId, runIds), requestLog },
        connectionId,
        threadId,
      ),
  });

  const traces = createTraces({
    platform,
    clients,
    scrubber,
    documents,
    limits: options.traces ?? traceLimits,
    readRecord: threads.calls['threads.readRecord'],
    runIndex: { watch: runIndexes.streams['runIndex.watch'], select: runIndexes.calls['runIndex.select'] },
    isRecording: recordedServers.has,
    serverName: async (connectionId) => (await connections.describe(connectionId)).name,
  });

  const forgetReturns = connections.onReconnected((connectionId) => runs.onServerReconnected(connectionId));

  const writeGuard = createWriteGuard({
    productionNameOf: (connectionId) => connections.productionName(connectionId),
    isRecording: recordedServers.has,
  });
  const handlers: StudioHandlers = {
    calls: connections.guardByCapabilities(
      writeGuard.guard({
        ...keyValueStore.calls,
        ...connections.calls,
        ...assistants.calls,
        ...threads.calls,
        ...clones.calls,
        ...runs.calls,
        ...withCascadeDeletes(
          { ...connections.calls, ...threads.calls },
          runs,
          windowHealth,
          webhooks,
          inputs,
          experiments,
          traces,
        ),
        ...inbox.calls,
        ...webhooks.calls,
        ...memory.calls,
        ...crons.calls,
        ...serverRuns.calls,
        ...runIndexes.calls,
        ...prices.calls,
        ...inputs.calls,
        ...experiments.calls,
        ...langsmith.calls,
        ...comparisons.calls,
        ...remoteImages.calls,
        ...recordings.calls,
        ...unsupported.calls,
        ...noTeamHandlers.calls,
        ...projects.calls,
        ...source.calls,
        'requests.response': async ({ id }) => ({ response: requestLog.response(id) }),
        ...createReplay(requestLog, clients),
        ...bugReports.calls,
        ...windowHealth.calls,
        ...notifications.calls,
        ...traces.calls,
        'demoServer.restart': () => demoServer.restart(),
        ...writeGuard.calls,
      }),
    ),
    streams: {
      ...presence.streams,
      ...notifications.streams,
      ...unsupported.streams,
      ...noTeamHandlers.streams,
      ...windowHealth.streams,
      ...connections.streams,
      ...threads.streams,
      ...runs.streams,
      ...clones.streams,
      ...inbox.streams,
      ...runIndexes.streams,
      ...webhooks.streams,
      ...projects.streams,
      ...recordings.streams,
      ...traces.streams,
      'demoServer.watch': (_input, signal) => demoServer.watch(signal),
      'requests.watch': (_input, signal) => requestLog.watch(signal),
    },
  };

  const ending = stopInOrder({
    log: platform.log,
    stages: [
      {
        'what watches servers': () => {
          forgetReturns();
          inbox.stop();
          runIndexes.stop();
          presence.stop();
          notifications.stop();
          windowHealth.stop();
          connections.stop();
        },
      },
      { experiments: () => experiments.stop(), traces: () => traces.stop() },
      // Servers last, so that their clients end by themselves and not by a lost connection.
      { runs: () => runs.stop(), 'the webhook listener': () => webhooks.stop() },
      { connections: () => connections.close() },
      { recordings: () => recordings.stop() },
      { 'opened recordings': () => recordedServers.stop() },
      { 'the demo server': () => demoServer.stop(), projects: () => projects.stop() },
    ],
  });

  return {
    handlers: withScrubbedErrors(handlers, scrubber.scrub),
    start() {
      sweepLeftovers(host.dataFolder).catch((error: unknown) =>
        createBugReporter(platform.log)('removing leftovers', error),
      );
      // A member uses the demo server and the listener of all.
      if (!ofMember) {
        demoServer.start();
        webhooks
          .start()
          .catch((error: unknown) => createBugReporter(platform.log)('starting the webhook listener', error));
      }
      traces.start().catch((error: unknown) => createBugReporter(platform.log)('sending traces', error));
    },
    pendingWebhooks: () => webhooks.pending().length,
    describePendingWebhooks: () => describePendingWebhooks(webhooks.pending(), connections.nameOf),
    stop: ending.stop,
    unfinished: ending.unfinished,
    scrub: scrubber.scrub,
    scrubLog,
    savedConnections: connections.saved,
    openRecording: (path, signal) => recordedServers.open(path, undefined, signal),
    recordedServer: recordedServers.fetchAtPace,
    recordingDraft: recordings.drafts.zipPath,
    useInputFolder: inputs.useFolder,
    allowAllChecks: inputs.allowAllChecks,
    directAccess: createDirectAccess({
      pooled: connections.pooled,
      productionNameOf: connections.productionName,
      isRecording: recordedServers.has,
    }),
    sendTraces: traces.send,
    reserveWebhook: (connectionId, threadId) => webhooks.tokens.reserve(connectionId, threadId),
  };
}

// By name: whatever else the object has must not take the place of a call of these services.
function pickPrices(calls: CallsOf<'prices'>): CallsOf<'prices'> {
  return { 'prices.read': calls['prices.read'], 'prices.save': calls['prices.save'] };
}

async function* withoutRecordings(
  snapshots: AsyncIterable<ConnectionsSnapshot>,
): AsyncGenerator<ConnectionsSnapshot> {
  for await (const { connections, ...rest } of snapshots)
    yield { ...rest, connections: connections.filter(({ kind }) => kind !== 'recording') };
}
