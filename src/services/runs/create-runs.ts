import type { GraphClient, RunStream } from '../../remote-graph/client.ts';
import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import { beforeAbort } from '../common/abortable.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { alwaysPresent, type Presence } from '../windows/create-presence.ts';
import type { Platform } from '../common/platform.ts';
import { createBugReporter } from '../logging/host-log.ts';
import type { WebhookTokens } from '../webhooks/token-store.ts';
import { cancelRun } from './actions/cancel-run.ts';
import { truncateOversized } from './log/block-builder.ts';
import { tailLog } from './stream/tail-log.ts';
import { deleteStuckRun } from './actions/delete-stuck-run.ts';
import { attachRun } from './actions/attach-run.ts';
import { createLogArchive } from './log/log-archive.ts';
import { withRecordedLogs, type OpenLog, type RecordedLogs } from './log/recorded-logs.ts';
import { listRuns, deleteRun, readRunInput, readRunSettings, listRunRecords } from './actions/run-records.ts';
import { requestedBreakpoints, type RequestedBreakpoints } from './stream/missed-breakpoints.ts';
import { previewRun } from './actions/preview-run.ts';
import { ageByServer } from './stream/run-age.ts';
import { createRunLogSummaries } from './log/run-log-summary.ts';
import type { RunLogSummaryLookup } from './mappers/run-mapper.ts';
import { recordStream } from './stream/record-stream.ts';
import type { ServerTimes } from './stream/server-times.ts';
import type { RunLog } from './log/run-log.ts';
import { createRunTokenCounts, type HeldLog } from './tokens/run-tokens.ts';
import { createRunLogCache, runKey, type RunRef } from './log/run-log-cache.ts';
import { createBreakpointPasses, type BreakpointPass } from './breakpoints/breakpoint-passes.ts';
import { createBreakpointStore } from './breakpoints/breakpoint-store.ts';
import { assertBreakpointTargets } from './breakpoints/assert-breakpoint-targets.ts';
import { withServerBreakpoints } from './breakpoints/server-breakpoints.ts';
import type { RunRequest } from '../../shared/model/runs/run-request.ts';
import type { RunEnd, StartedRun } from '../../shared/model/runs/run.ts';
import { createActiveStreams } from './stream/active-streams.ts';
import { startRun } from './actions/start-run.ts';
import { createStartedRuns, withSentOrigin, type ActiveRun } from './actions/started-runs.ts';
import { createStatelessRuns } from './actions/stateless-runs.ts';

export interface Runs {
  readonly calls: Pick<
    StudioHandlers['calls'],
    | 'runs.list'
    | 'runs.records'
    | 'runs.input'
    | 'runs.settings'
    | 'runs.start'
    | 'runs.preview'
    | 'runs.cancel'
    | 'runs.join'
    | 'runs.reconnect'
    | 'runs.delete'
    | 'runs.deleteStuck'
    | 'runs.frames'
    | 'runs.tokens'
    | 'runs.logpoints'
  >;
  readonly streams: Pick<StudioHandlers['streams'], 'runs.follow'>;
  /**
   * The events of a run: those stored here, else what its server still sends. Throws `stream-unavailable` if there are
   * none. The log is kept until it is released.
   */
  openLog(runRef: RunRef): Promise<OpenLog>;
  /** The events of a run that are stored here, kept until they are released; `null` if there are none. Asks no server. */
  heldLog(runRef: RunRef): Promise<HeldLog | null>;
  /** The runs of a thread whose events are being read. */
  activeRuns(thread: { readonly connectionId: string; readonly threadId: string }): readonly ActiveRun[];
  /** Discards all logs of a removed server, or of deleted threads. */
  forget(connectionId: string, threadIds?: readonly string[]): Promise<void>;
  /** The server responds again: its runs' cut streams reconnect at once. */
  onServerReconnected(connectionId: string): void;
  /** Stops reading. Runs continue on their servers. */
  stop(): Promise<void>;
}

export interface RunsOptions {
  readonly clients: ServerClients;
  readonly webhooks: WebhookTokens;
  readonly platform: Pick<Platform, 'dataFolder' | 'log'>;
  /** Whether a window is visible; always, if omitted. */
  readonly presence?: Pick<Presence, 'away' | 'onChange'>;
  /** Logs of opened recordings, which are read as archived ones are. */
  readonly recordedLogs?: RecordedLogs;
  /** Called when a run begins and when it ends. */
  readonly onChange?: (connectionId: string, threadId: string | null) => void;
  /** Called when a run was seen to end. */
  readonly onEnded?: (connectionId: string, runId: string) => void;
}

/**
 * Runs, and the logs of their events. Each run's stream is read once, whether or not a window shows it;
 * windows read the log, so a reloaded page or a second one sees the same events from the first one on.
 */
export function createRuns(options: RunsOptions): Runs {
  const { clients, webhooks, platform, presence = alwaysPresent, onChange, onEnded } = options;
  const onBug = createBugReporter(platform.log);
  const logCache = createRunLogCache(platform);
  const streams = createActiveStreams(presence);
  const recordings = new Map<Promise<void>, RunRef>();
  /** Pending joins, so that two windows that request a run at once share one stream. */
  const joining = new Map<string, Promise<RunLog>>();

  const threadless = createStatelessRuns();
  const started = createStartedRuns();
  const notes = createRunLogSummaries();
  const archive = withRecordedLogs(createLogArchive(platform), options.recordedLogs);
  const tokenCounts = createRunTokenCounts();
  /** Archives the log of a finished run for the next start. */
  const keep = async (runRef: RunRef, log: RunLog): Promise<void> => {
    const release = logCache.retain(log);
    try {
      if (log.end?.outcome !== 'lost') await archive.save(runRef, log, notes.get(log));
    } finally {
      release();
    }
  };
  const record = (
    stream: RunStream,
    runRef: RunRef,
    late: boolean | null = false,
    breakpoints: RequestedBreakpoints | null = null,
    ageMs: number | null | undefined = undefined,
    pass: BreakpointPass | null = null,
    serverTimes: ServerTimes | null = null,
  ): RunLog => {
    const log = logCache.add(runRef, ageMs);
    pass?.follow(runRef.runId);
    notes.start(log, late);
    const leave = streams.add(runRef, stream);
    onChange?.(runRef.connectionId, runRef.threadId);
    const settle = pass === null ? undefined : (end: RunEnd) => pass.settle(runRef.runId, end);
    const recording = recordStream(stream, log, breakpoints, settle, serverTimes)
      .then(() => notes.countTokens(log))
      .finally(() => {
        leave();
        // A cut stream says nothing about the run.
        if (log.end !== null && log.end.outcome !== 'lost') {
          onEnded?.(runRef.connectionId, runRef.runId);
        }
        onChange?.(runRef.connectionId, runRef.threadId);
      });
    const keeping = recording
      .then(() => keep(runRef, log))
      .catch((error: unknown) => onBug('keeping the log of a run', error))
      .finally(() => recordings.delete(keeping));
    recordings.set(keeping, runRef);
    return log;
  };

  /** Starts a run, and reads its events. `pass`: to check its breakpoints, which `request` has as the server's. */
  const begin = async (
    client: GraphClient,
    request: RunRequest,
    pass: BreakpointPass | null,
  ): Promise<StartedRun> => {
    const { connectionId } = request;
    const startedRun = await startRun(client, request, {
      webhooks,
      currentClient: () => clients.get(connectionId),
      record: (stream, run) => {
        started.add(run.runId, request.trigger, request.checkpointId);
        return record(
          stream,
          { connectionId, ...run },
          false,
          requestedBreakpoints(request),
          undefined,
          pass,
        );
      },
      remember: threadless.remember,
    });
    // One in the background has no events.
    if (request.background) started.add(startedRun.runId, request.trigger, request.checkpointId);
    return startedRun;
  };
  const breakpointStore = createBreakpointStore({ platform });
  const passes = createBreakpointPasses({ clients, store: breakpointStore, start: begin });

  /** Reads a run that is not read here, or whose end was not seen and may be reachable now. */
  const join = async (runRef: RunRef, known: RunLog | undefined, take: boolean): Promise<RunLog> => {
    const old = await archive.open(runRef);
    if (old) {
      logCache.put(runRef, old);
      notes.start(old, archive.summary(runRef)?.joinedLate ?? false, archive.summary(runRef)?.tokens ?? null);
      return old;
    }
    try {
      return await withServerClient(clients, runRef.connectionId, async (client) => {
        const currentClient = (): Promise<GraphClient> => clients.get(runRef.connectionId);
        const { stream, late, createdAt, serverTimes } = await attachRun(client, runRef, take, currentClient);
        const skewMs = (await clients.clockSkewMs?.(runRef.connectionId)) ?? null;
        const ageMs = ageByServer(createdAt, skewMs, Date.now());
        return record(stream, runRef, late, null, ageMs, null, serverTimes);
      });
    } catch (thrown) {
      if (known) return known;
      throw thrown;
    }
  };

  const logOf = (runRef: RunRef, take = false): Promise<RunLog> => {
    const known = logCache.get(runRef);
    if (known && known.end?.outcome !== 'lost') return Promise.resolve(known);
    const key = JSON.stringify(runRef);
    const underWay = joining.get(key);
    if (underWay) return underWay;
    const joined = join(runRef, known, take).finally(() => joining.delete(key));
    joining.set(key, joined);
    return joined;
  };

  /** A stored log, without asking the run's server. */
  const heldLog = async (runRef: RunRef): Promise<HeldLog | null> => {
    const log = logCache.get(runRef);
    if (log) return { log, joinedLate: notes.get(log).joinedLate, release: logCache.retain(log) };
    const old = await archive.open(runRef);
    const joinedLate = archive.summary(runRef)?.joinedLate ?? false;
    return (
      old && {
        log: old,
        joinedLate,
        release: () => {
          old.remove().catch((error: unknown) => onBug('closing the log of a run', error));
        },
      }
    );
  };

  /** Stops reading matching runs and discards their logs. */
  const forgetWhere = async (isMeant: (runRef: RunRef) => boolean): Promise<void> => {
    streams.closeWhere(isMeant);
    // Wait for logs that are being archived, so that they are removed too.
    await Promise.all([...recordings].flatMap(([recording, runRef]) => (isMeant(runRef) ? [recording] : [])));
    logCache.dropWhere(isMeant);
    await archive.dropWhere(isMeant);
  };
  /** Drops a run that its server no longer has. */
  const forgetDeleted = async (runRef: RunRef): Promise<void> => {
    const key = runKey(runRef);
    await forgetWhere((each) => runKey(each) === key);
    onChange?.(runRef.connectionId, runRef.threadId);
  };

  const heldOn =
    (connectionId: string, threadId: string): RunLogSummaryLookup =>
    (runId) => {
      const log = logCache.get({ connectionId, threadId, runId });
      // For an active run the next read of the list counts the rest.
      if (log?.end === null)
        notes.countTokens(log).catch((error: unknown) => onBug('counting the tokens of a run', error));
      return log ? notes.get(log) : archive.summary({ connectionId, threadId, runId });
    };

  return {
    calls: {
      'runs.list': ({ connectionId, threadId }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          await archive.refresh();
          const runs = await listRuns(client, threadId, heldOn(connectionId, threadId), signal);
          return runs.map((run) => withSentOrigin(run, started.get(run.runId)));
        }),
      'runs.records': ({ connectionId, threadId }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          await archive.refresh();
          const list = await listRunRecords(client, threadId, heldOn(connectionId, threadId), signal);
          return { ...list, records: list.records.map((run) => withSentOrigin(run, started.get(run.runId))) };
        }),
      'runs.input': (runRef, signal) =>
        withServerClient(clients, runRef.connectionId, async (client) => ({
          inputText: await readRunInput(client, runRef, signal),
        })),
      'runs.settings': (runRef, signal) =>
        withServerClient(clients, runRef.connectionId, (client) => readRunSettings(client, runRef, signal)),
      'runs.join': async (runRef) => {
        await logOf(runRef, true);
        return {};
      },
      async 'runs.reconnect'(runRef) {
        streams.reconnectNow(runRef);
        return {};
      },
      'runs.delete': async (runRef) => {
        await withServerClient(clients, runRef.connectionId, (client) => deleteRun(client, runRef));
        await forgetDeleted(runRef);
        return {};
      },
      'runs.deleteStuck': async (runRef, signal) => {
        const freed = await withServerClient(clients, runRef.connectionId, (client) =>
          deleteStuckRun(client, runRef, signal),
        );
        if (freed.outcome === 'deleted') await forgetDeleted(runRef);
        return freed;
      },
      'runs.start': (request) =>
        withServerClient(clients, request.connectionId, async (client) => {
          await assertBreakpointTargets(client, request);
          const pass = await passes.begin(client, request);
          return begin(client, withServerBreakpoints(request), pass);
        }),
      'runs.preview': ({ request, newThread }) =>
        withServerClient(clients, request.connectionId, (client) => previewRun(client, request, newThread)),
      'runs.cancel': ({ action, ...runRef }, signal) =>
        withServerClient(clients, runRef.connectionId, async (client) => {
          const threadId = runRef.threadId ?? (await threadless.find(client, runRef.runId, signal));
          const pass = await passes.stop(runRef);
          const runId = pass?.runId ?? runRef.runId;
          const log = logCache.get({ ...runRef, runId });
          let onAnswer: (isAccepted: boolean) => void = () => undefined;
          const accepted = new Promise<boolean>((resolve) => (onAnswer = resolve));
          streams.expectCancel({ ...runRef, runId }, accepted);
          const result = await cancelRun(client, { threadId, runId, action, log, onAnswer }, signal);
          // It had ended, but would have been continued.
          return pass?.isHeld ? { ...result, stopped: true } : result;
        }),
      async 'runs.logpoints'({ clear, ...thread }) {
        if (clear) await breakpointStore.clearLog(thread);
        return breakpointStore.log(thread);
      },
      async 'runs.tokens'({ connectionId, threadId, runIds }, signal) {
        await archive.refresh();
        return tokenCounts.of(runIds, (runId) => heldLog({ connectionId, threadId, runId }), signal);
      },
      async 'runs.frames'({ log: id, from, to, ...runRef }) {
        const log = logCache.get(runRef);
        if (!log || log.id !== id || from >= Math.min(to, log.length)) throw noLog();
        const release = logCache.retain(log);
        try {
          return truncateOversized(await log.read(from, to));
        } finally {
          release();
        }
      },
    },
    streams: {
      async *'runs.follow'({ held, ...runRef }, signal) {
        // A server that is away may keep it waiting; others that follow the run still get it.
        const log = await beforeAbort(logOf(runRef), signal);
        if (log === null) return;
        const release = logCache.retain(log);
        try {
          yield* tailLog(log, signal, held);
        } finally {
          release();
        }
      },
    },
    async heldLog(runRef) {
      // Else the archive does not know its logs yet after a start.
      await archive.refresh();
      return heldLog(runRef);
    },
    activeRuns: ({ connectionId, threadId }) =>
      streams.runsOf(connectionId, threadId).map((runId) => {
        const { kind, checkpointId } = started.get(runId) ?? {};
        return { runId, origin: kind === undefined ? null : { kind, checkpointId: checkpointId ?? null } };
      }),
    async openLog(runRef) {
      const held = await heldLog(runRef);
      const log = held?.log ?? (await logOf(runRef));
      const release = held?.release ?? logCache.retain(log);
      const known = logCache.get(runRef) === log ? notes.get(log) : archive.summary(runRef);
      return { log, joinedLate: known?.joinedLate ?? false, tokens: known?.tokens ?? null, release };
    },
    async forget(connectionId, threadIds) {
      passes.forget(connectionId, threadIds);
      await forgetWhere(
        (runRef) =>
          runRef.connectionId === connectionId &&
          (!threadIds || (runRef.threadId !== null && threadIds.includes(runRef.threadId))),
      );
      // Last: a run that ended meanwhile has just written its visits.
      await breakpointStore.forget(connectionId, threadIds);
    },
    onServerReconnected: (connectionId) => streams.reconnectAll(connectionId),
    async stop() {
      passes.close();
      streams.stop();
      // A run that ended meanwhile may just have been continued.
      while (recordings.size > 0) await Promise.all(recordings.keys());
      await breakpointStore.flush();
      await logCache.clear();
    },
  };
}

function noLog(): AppError {
  return new AppError('not-found', 'These events are no longer stored.', {
    hint: 'Reopen the run to load them again.',
  });
}
