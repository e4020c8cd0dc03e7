import { defaultLangsmithUrl } from '../../shared/model/langsmith.ts';
import { emptyRecord } from '../../shared/run-events/merge-events.ts';
import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { encodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { RunBatch } from '../../shared/model/frame-block.ts';
import type { TraceSettings } from '../../shared/model/traces.ts';
import type { RunFrame } from '../../shared/model/run.ts';

/** The demo server of the stub back end. */
export const demoConnection: Connection = {
  id: 'demo',
  kind: 'demo',
  name: 'Demo server',
  url: 'http://127.0.0.1:2024',
  key: { storage: 'none', last4: null },
  headers: [],
};

const noTraces: TraceSettings = {
  isOn: false,
  url: '',
  headers: [],
  withContent: false,
  service: null,
  traceUrl: null,
};

/** One snapshot, then nothing until the window unsubscribes. */
export async function* snapshotStream<T>(item: T, signal: AbortSignal): AsyncGenerator<T> {
  yield item;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}

/** No items until the window unsubscribes. */
// eslint-disable-next-line require-yield
async function* silentStream(signal: AbortSignal): AsyncGenerator<never> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}

/**
 * An idle back end: one connected demo server without assistants, threads or requests. Handlers that a test
 * does not replace return empty results or `not-found`.
 */
export function stubHandlers(): StudioHandlers {
  const notFound = (): Promise<never> => Promise.reject(new AppError('not-found', 'There is no such thing.'));
  return {
    calls: {
      'app.info': async () => ({
        version: '0.0.0',
        host: 'web',
        platform: 'test',
        isNew: false,
        secretStorage: { kind: 'none', sentence: 'Nothing on this machine keeps keys.' },
      }),
      'app.secretStorage': async () => ({ kind: 'none', sentence: 'Nothing on this machine keeps keys.' }),
      'app.openLink': async () => ({}),
      'menu.show': async () => ({}),
      'windows.new': async () => ({}),
      'sessions.countOthers': async () => ({ others: 0 }),
      'sessions.endOthers': async () => ({ ended: 0 }),
      'windows.heartbeat': async () => ({}),
      'windows.closed': async () => ({}),
      'windows.failure': async () => ({ failure: null }),
      'images.load': notFound,
      'storage.read': async () => ({ texts: [], after: null }),
      'storage.write': async () => ({}),
      'team.member': async () => ({ member: null }),
      'team.setKey': notFound,
      'connections.save': notFound,
      'connections.remove': async () => ({}),
      'connections.duplicate': notFound,
      'connections.reorder': async () => ({}),
      'connections.findLocal': async () => [],
      'connections.readEnv': async () => ({ keys: [], addresses: [] }),
      'connections.test': notFound,
      'connections.signOut': async () => ({}),
      'connections.check': notFound,
      'connections.tryAgent': notFound,
      'connections.exposedAgents': async () => ({ agents: [], isCut: false }),
      'connections.facts': async () => ({
        flags: [],
        routes: null,
        noRoutes: 'None.',
        services: null,
        advisories: [],
        pageLimit: null,
      }),
      'connections.confirmWrite': notFound,
      'assistants.list': async () => [],
      'assistants.create': notFound,
      'assistants.update': notFound,
      'assistants.delete': notFound,
      'assistants.versions': async () => ({ versions: [], isCut: false }),
      'assistants.setLatest': notFound,
      'assistants.schemas': notFound,
      'assistants.graph': async () => ({ nodes: [], edges: [], depth: 0 }),
      'threads.list': async () => ({ threads: [], nextOffset: null, isFilteredHere: false }),
      'threads.search': async () => ({
        threads: [],
        found: 0,
        searched: 0,
        isComplete: true,
        unnamed: 0,
      }),
      'threads.create': notFound,
      'threads.update': notFound,
      'threads.copy': notFound,
      'threads.delete': async ({ threadIds }) => threadIds.map((threadId) => ({ threadId, problem: null })),
      'threads.prune': async ({ threadIds }) => threadIds.map((threadId) => ({ threadId, problem: null })),
      'threads.get': notFound,
      'threads.storage': notFound,
      'threads.state': notFound,
      'threads.history': async () => ({ checkpoints: [], before: null }),
      'threads.readRecord': async ({ threadId }) => emptyRecord(threadId),
      'threads.messages': async () => ({ checkpoints: [], ids: [], isTruncated: false }),
      'threads.task': notFound,
      'bugReport.create': notFound,
      'clones.check': notFound,
      'clones.start': notFound,
      'threads.updateState': notFound,
      'threads.forkSubgraph': notFound,
      'runs.list': async () => [],
      'runs.start': notFound,
      'runs.frames': notFound,
      'runs.tokens': async () => [],
      'runs.logpoints': async () => ({ lines: [], dropped: 0 }),
      'runs.pinWrites': async () => [],
      'runs.preview': notFound,
      'runs.cancel': notFound,
      'runs.records': async () => ({ records: [], isCut: false }),
      'runs.input': notFound,
      'runs.settings': notFound,
      'runs.join': notFound,
      'runs.reconnect': async () => ({}),
      'runs.delete': notFound,
      'runs.deleteStuck': notFound,
      'crons.list': async () => ({ crons: [], isCut: false }),
      'crons.create': notFound,
      'crons.update': notFound,
      'crons.delete': async () => ({}),
      'crons.read': async () => ({ words: null, next: [], due: null, problem: null }),
      'store.namespaces': async () => ({ namespaces: [], isCut: false }),
      'store.count': async () => ({ counts: [], isCut: false }),
      'store.search': async () => ({ items: [], nextOffset: null, isSearchedHere: false }),
      'store.item': notFound,
      'store.put': notFound,
      'store.delete': async () => [],
      'inbox.refresh': async () => ({}),
      'requests.response': async () => ({ response: null }),
      'serverRuns.cancel': async () => [],
      'serverRuns.delete': async () => [],
      'serverRuns.repeat': async () => [],
      'runIndex.list': async () => ({ runs: [], total: 0 }),
      'runIndex.select': async () => ({ runs: [], total: 0 }),
      'runIndex.details': async () => ({
        input: null,
        answer: null,
        output: null,
        error: null,
        questions: [],
        nodes: [],
        resumable: null,
        problem: null,
      }),
      'runIndex.readAll': async () => ({}),
      'prices.read': async () => ({ currency: '$', prices: [], savedAt: null }),
      'prices.save': notFound,
      'projects.previewAttach': notFound,
      'projects.writeAttach': notFound,
      'source.find': notFound,
      'source.open': notFound,
      'source.editors': notFound,
      'source.chooseEditor': notFound,
      'notifications.set': async () => ({}),
      'requests.replay': async () => ({}),
      'recordings.search': async () => ({ matches: [], total: 0, isCut: false }),
      'recordings.part': notFound,
      'recordings.discard': async () => ({}),
      'recordings.copy': notFound,
      'recordings.startUpload': notFound,
      'recordings.upload': notFound,
      'recordings.open': notFound,
      'recordings.cancelUpload': async () => ({}),
      'recordings.askAddress': notFound,
      'recordings.requests': async () => ({ entries: [], total: 0, unreadable: 0 }),
      'recordings.request': notFound,
      'recordings.deliveries': async () => ({ deliveries: [], total: 0, unreadable: 0 }),
      'recordings.delivery': notFound,
      'recordings.importedValues': async () => ({ input: null, output: null }),
      'inbox.thread': notFound,
      'webhooks.content': notFound,
      'webhooks.setListener': async ({ enabled }) => ({
        state: enabled ? 'listening' : 'off',
        address: null,
        port: null,
        problem: null,
      }),
      'webhooks.configure': async ({ address, port }) => ({
        state: 'listening',
        address: `http://${address}:${port ?? 4000}`,
        port: port ?? 4000,
        problem: null,
      }),
      'webhooks.addresses': async () => ({ addresses: [{ name: 'eth0', address: '192.168.1.5' }] }),
      'webhooks.selfTest': notFound,
      'webhooks.clear': async () => ({}),
      'webhooks.checkExpected': async () => ({}),
      'webhooks.dismissExpected': async () => ({}),
      'webhooks.recheck': async () => ({}),
      'webhooks.forward': notFound,
      'demoServer.restart': notFound,
      'projects.pickFolder': async () => ({ folder: null }),
      'projects.suggestFolders': async () => ({ folders: [] }),
      'projects.open': notFound,
      'projects.refresh': notFound,
      'projects.create': notFound,
      'projects.install': notFound,
      'projects.saveSettings': notFound,
      'projects.remove': async () => ({}),
      'projects.start': notFound,
      'projects.stop': notFound,
      'inputs.list': async () => ({ folder: null, files: [], isCut: false }),
      'inputs.chooseFolder': notFound,
      'inputs.summaries': async () => [],
      'inputs.externalChecks': async () => ({ folder: '', checks: [] }),
      'inputs.allowChecks': async () => ({}),
      'inputs.keys': async () => [],
      'inputs.saveKey': notFound,
      'inputs.forgetKey': async () => [],
      'inputs.read': notFound,
      'inputs.save': notFound,
      'inputs.rename': notFound,
      'inputs.delete': async () => [],
      'inputs.draft': notFound,
      'inputs.saveTest': notFound,
      'experiments.list': async () => ({ experiments: [], problem: null }),
      'experiments.start': notFound,
      'experiments.rows': async () => ({ rows: [], total: 0 }),
      'experiments.stop': notFound,
      'experiments.resume': notFound,
      'experiments.rerun': notFound,
      'experiments.externalChecks': async () => ({ folder: '', checks: [] }),
      'experiments.compare': notFound,
      'experiments.scores': async () => ({ series: [], pairs: [] }),
      'experiments.forget': async () => ({}),
      'langsmith.access': async () => ({ url: defaultLangsmithUrl, last4: null }),
      'langsmith.save': notFound,
      'langsmith.forget': notFound,
      'langsmith.traceAddress': notFound,
      'langsmith.openTrace': notFound,
      'langsmith.datasets': async () => ({ datasets: [], hasMore: false }),
      'langsmith.examples': notFound,
      'compare.read': notFound,
      'compare.text': notFound,
      'compare.whatChanged': notFound,
      'traces.settings': async () => noTraces,
      'traces.save': notFound,
      'traces.test': notFound,
      'traces.sendRun': notFound,
      'traces.address': notFound,
      'traces.open': notFound,
    },
    streams: {
      'app.presence': (_input, signal) => snapshotStream({}, signal),
      'team.viewers': (_input, signal) => snapshotStream({ names: [], more: 0 }, signal),
      'app.attention': (_input, signal) => snapshotStream({}, signal),
      'notifications.watch': (_input, signal) => snapshotStream({ isOn: null, unseen: 0, active: 0 }, signal),
      'notifications.show': (_input, signal) => silentStream(signal),
      'links.watch': (_input, signal) => silentStream(signal),
      'menu.watch': (_input, signal) => silentStream(signal),
      'windows.open': (_input, signal) => snapshotStream({}, signal),
      'connections.signIn': (_input, signal) => silentStream(signal),
      'connections.watch': (_input, signal) =>
        snapshotStream(
          {
            connections: [demoConnection],
            health: [{ connectionId: 'demo', state: 'connected', latencyMs: 3, server: null, problem: null }],
          },
          signal,
        ),
      'threads.record': ({ threadId }, signal) =>
        snapshotStream(
          {
            kind: 'snapshot' as const,
            record: emptyRecord(threadId),
          },
          signal,
        ),
      'runs.follow': (_input, signal) => snapshotStream(buildRunBatch([]), signal),
      'clones.progress': (_input, signal) =>
        snapshotStream({ phase: 'waiting' as const, done: 0, total: null, attempt: 1 }, signal),
      'recordings.download': (_input, signal) => silentStream(signal),
      'recordings.send': (_input, signal) => silentStream(signal),
      'recordings.record': (_input, signal) =>
        snapshotStream({ step: 'thread' as const, done: 0, preview: null }, signal),
      'traces.watch': (_input, signal) => snapshotStream({ settings: noTraces, sending: null }, signal),
      'runIndex.watch': (_input, signal) =>
        snapshotStream(
          {
            version: 0,
            runs: 0,
            counts: [],
            graphIds: [],
            threads: 0,
            searchable: 0,
            searchableInPart: 0,
            hasMore: false,
            isReadingAll: false,
            readAt: 0,
            problem: null,
          },
          signal,
        ),
      'inbox.watch': (_input, signal) => snapshotStream({ servers: [] }, signal),
      'webhooks.watch': (_input, signal) =>
        snapshotStream(
          {
            listener: { state: 'off', address: null, port: null, problem: null },
            endpoint: { address: '127.0.0.1', port: null, publicUrl: null, tokenIn: 'path' },
            expected: [],
            refusals: [],
            refusedTotal: 0,
          },
          signal,
        ),
      'webhooks.deliveries': (_input, signal) =>
        snapshotStream({ deliveries: [], removed: [], hasMore: false, droppedTotal: 0 }, signal),
      'demoServer.watch': (_input, signal) =>
        snapshotStream(
          {
            status: { state: 'ready', url: demoConnection.url, pid: 1, startedInMs: 600, problem: null },
            lines: [],
          },
          signal,
        ),
      'requests.watch': (_input, signal) =>
        snapshotStream({ entries: [], settled: [], oldestId: 1, total: 0 }, signal),
      'projects.watch': (_input, signal) => snapshotStream({ projects: [], notice: null }, signal),
      'projects.log': (_input, signal) => snapshotStream({ lines: [] }, signal),
    },
  };
}

/** A batch of a followed log; with an `end`, the last one. */
export function buildRunBatch(
  frames: readonly RunFrame[],
  end: RunBatch['end'] = null,
  log = 'log',
): RunBatch {
  return {
    ...encodeFrames(log, frames),
    connectionState: end ? 'ended' : 'live',
    end,
    elapsedMs: frames.at(-1)?.atMs ?? 0,
    ageAtFirstFrameMs: null,
    firstFrameMs: null,
  };
}
