import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { AppError } from '../../shared/app-error.ts';
import type { CallsOf, StreamsOf, StudioHandlers } from '../../shared/contract.ts';
import type { TraceReceipt } from '../../shared/model/traces.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { Platform } from '../common/platform.ts';
import { createSnapshotPublisher } from '../common/snapshot-publisher.ts';
import { createBugReporter } from '../logging/host-log.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import { realFileSystem } from '../storage/atomic-write.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { createLiveTraces, liveTraceTimes, type LiveTraces } from './live-traces.ts';
import type { SendReport } from './send-spans.ts';
import { traceWebLink } from './trace-web-link.ts';
import { createTraceExporter, type TraceExporter } from './trace-exporter.ts';
import { openTraceProgress, type TraceProgressStore } from './trace-progress.ts';
import { openTraceQueue, type TraceQueue } from './trace-queue.ts';
import { createTraceSettings, type TraceAccess } from './trace-settings.ts';
import type { TraceSpan } from './trace-span.ts';

interface TracesOptions {
  readonly platform: Pick<Platform, 'proxyFor' | 'version' | 'vault' | 'openExternal' | 'dataFolder' | 'log'>;
  readonly documents: DocumentStore;
  readonly clients: ServerClients;
  readonly scrubber: Scrubber;
  readonly readRecord: StudioHandlers['calls']['threads.readRecord'];
  readonly runIndex: {
    readonly watch: StudioHandlers['streams']['runIndex.watch'];
    readonly select: StudioHandlers['calls']['runIndex.select'];
  };
  readonly isRecording: (connectionId: string) => boolean;
  /** Throws `not-found`. */
  readonly serverName: (connectionId: string) => Promise<string>;
  readonly limits: typeof traceLimits;
}

/** `queueBytes`: of all traces that wait to be sent. */
export const traceLimits = { queueBytes: 64 * 2 ** 20, times: liveTraceTimes };

export interface Traces {
  readonly calls: CallsOf<'traces'>;
  readonly streams: StreamsOf<'traces'>;
  readonly send: TraceExporter['send'];
  /** Sends the runs of servers whose settings say so, when they end. */
  start(): Promise<void>;
  stop(): Promise<void>;
  forget(connectionId: string): Promise<void>;
}

export function createTraces(options: TracesOptions): Traces {
  const { platform, documents, clients, scrubber, readRecord, serverName } = options;
  const settings = createTraceSettings({ documents, vault: platform.vault, scrubber });
  const exporter = createTraceExporter({ platform, clients, scrubber, readRecord, serverName });
  const onBug = createBugReporter(platform.log);
  // Two changes of the settings at once, or one while the studio starts, would leave sending on without its settings.
  const inTurn = pLimit(1);
  let opening: Promise<Sending> | null = null;
  let live: LiveTraces | null = null;
  let isStopped = false;

  // Opened when they are needed: most studios send nothing.
  const sending = (): Promise<Sending> => {
    opening ??= openSending().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const openSending = async (): Promise<Sending> => {
    const queue = await openTraceQueue({
      folder: join(platform.dataFolder, 'traces'),
      fs: realFileSystem,
      maxBytes: options.limits.queueBytes,
      log: platform.log,
    });
    const progress = await openTraceProgress(documents, queue);
    live = createLiveTraces({
      runIndex: options.runIndex,
      queue,
      progress,
      access: settings.access,
      encode: exporter.encodeRuns,
      send: (access, batches, signal) => exporter.post(access.target, batches, signal, { attempts: 1 }),
      scrub: scrubber.scrub,
      onChange: () => feed.changed(),
      onBug: (error) => onBug('sending traces', error),
      times: options.limits.times,
    });
    return { queue, progress, live };
  };

  // What waits is dropped, too: its user wants nothing sent any more.
  const clearQueue = async (
    connectionId: string,
    which: (withContent: boolean) => boolean,
  ): Promise<void> => {
    const { queue, progress } = await sending();
    const cleared = queue.list(connectionId).filter(({ withContent }) => which(withContent));
    for (const trace of cleared) await queue.remove(trace);
    if (cleared.length > 0)
      await progress.requeue(
        connectionId,
        cleared.map(({ runId }) => runId),
      );
  };

  const refuseRecording = (connectionId: string): void => {
    if (options.isRecording(connectionId))
      throw new AppError('unsupported', 'Traces of a recording can be sent only from the command line.', {
        hint: 'Run remote-graph-studio export --help to see how.',
      });
  };

  const addressOf: StudioHandlers['calls']['traces.address'] = async (
    { connectionId, threadId, runId },
    signal,
  ) => {
    const { traceUrl } = await settings.view(connectionId);
    if (traceUrl === null)
      throw new AppError('invalid-input', 'The web address of a trace is not set for this server.', {
        hint: 'Set it in Servers, under Traces.',
      });
    const [{ traceIdOfRun }, wire] = await Promise.all([
      import('./find-trace-id.ts'),
      withServerClient(clients, connectionId, (client) =>
        client.runs.get(threadId, runId, { signal, purpose: 'traces.run' }),
      ),
    ]);
    return { url: traceWebLink(traceUrl, traceIdOfRun(threadId, runId, wire)) };
  };

  const feed = createSnapshotPublisher({ snapshot: () => null, minIntervalMs: 200 });

  const receiptOf = (
    { target }: TraceAccess,
    service: string,
    traceId: string,
    { sent, rejected, reasons }: SendReport,
    startMs: number,
  ): TraceReceipt => ({
    url: target.url.href,
    service,
    traceId,
    sent,
    rejected,
    reasons: [...reasons],
    durationMs: performance.now() - startMs,
  });

  return {
    send: exporter.send,
    calls: {
      'traces.settings': ({ connectionId }) => settings.view(connectionId),
      'traces.save': ({ connectionId, draft }) =>
        inTurn(async () => {
          refuseRecording(connectionId);
          await serverName(connectionId);
          const before = await settings.view(connectionId);
          const after = await settings.save(connectionId, draft);
          if (documents.keepsChanges && (before.isOn || after.isOn)) {
            const { progress, live: sender } = await sending();
            // With the new settings, and at once.
            await sender.end(connectionId);
            if (!after.isOn) {
              await clearQueue(connectionId, () => true);
              await progress.forget(connectionId);
            } else {
              if (!before.isOn || progress.of(connectionId) === null) {
                await clearQueue(connectionId, () => true);
                await progress.begin(connectionId, serverNow(clients, connectionId));
              } else if (!after.withContent) await clearQueue(connectionId, (withContent) => withContent);
              if (!isStopped) sender.start(connectionId);
            }
          }
          feed.changed();
          return after;
        }),
      async 'traces.test'({ connectionId, draft }, signal) {
        refuseRecording(connectionId);
        const access = await settings.draftAccess(connectionId, draft);
        const span = testSpan();
        const { service, batches } = await exporter.encode(connectionId, access.service, [span]);
        const startMs = performance.now();
        const report = await exporter.post(access.target, batches, signal, { attempts: 1 });
        return receiptOf(access, service, span.traceId, report, startMs);
      },
      async 'traces.sendRun'({ connectionId, threadId, runId }, signal) {
        refuseRecording(connectionId);
        const access = await settings.access(connectionId);
        const startMs = performance.now();
        const { url } = access.target;
        const report = await exporter.send(
          { ...access, connectionId, threadId, runId, url: url.href, headers: access.target.headers },
          signal,
        );
        const [trace] = report.traces;
        if (trace === undefined)
          throw new AppError(
            'invalid-input',
            'A trace needs a time, and none is known for this run. Nothing was sent.',
          );
        return receiptOf(access, report.service, trace.traceId, report, startMs);
      },
      'traces.address': addressOf,
      async 'traces.open'(run, signal) {
        const address = await addressOf(run, signal);
        await platform.openExternal(address.url);
        return address;
      },
    },
    streams: {
      async *'traces.watch'({ connectionId }, signal) {
        for await (const _ of feed.watch(signal)) {
          const current = await settings.view(connectionId);
          yield { settings: current, sending: current.isOn ? (live?.sending(connectionId) ?? null) : null };
        }
      },
    },
    async start() {
      if (!documents.keepsChanges) return;
      const connectionIds = await settings.turnedOn();
      if (connectionIds.length === 0) return;
      const { live: sender, progress } = await sending();
      for (const connectionId of connectionIds)
        await inTurn(async () => {
          const { isOn } = await settings.view(connectionId);
          if (isStopped || !isOn) return;
          if (progress.of(connectionId) === null)
            await progress.begin(connectionId, serverNow(clients, connectionId));
          sender.start(connectionId);
        });
    },
    async stop() {
      isStopped = true;
      await live?.stop();
    },
    forget: (connectionId) =>
      inTurn(async () => {
        const { isOn } = await settings.view(connectionId);
        await settings.forget(connectionId);
        // What waits in the folder of another program is that program's.
        if (!isOn || !documents.keepsChanges) return;
        const { live: sender, progress } = await sending();
        await sender.end(connectionId);
        await clearQueue(connectionId, () => true);
        await progress.forget(connectionId);
      }),
  };
}

interface Sending {
  readonly queue: TraceQueue;
  readonly progress: TraceProgressStore;
  readonly live: LiveTraces;
}

function serverNow(clients: ServerClients, connectionId: string): number {
  return Date.now() + (clients.clockSkewMs?.(connectionId) ?? 0);
}

function testSpan(): TraceSpan {
  const now = Date.now();
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parent: null,
    traceState: null,
    name: 'test of remote-graph-studio',
    startMs: now,
    endMs: now,
    status: { code: 'ok' },
    attributes: {},
    events: [],
    links: [],
  };
}
