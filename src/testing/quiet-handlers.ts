import { AppError } from '../shared/app-error.ts';
import type { StudioHandlers } from '../shared/contract.ts';
import type { Connection } from '../shared/model/connection.ts';
import { batchOfFrames } from './frame-blocks.ts';

/** The demo server as the quiet back end knows it. */
export const demoConnection: Connection = {
  id: 'demo',
  kind: 'demo',
  name: 'Demo server',
  url: 'http://127.0.0.1:2024',
  key: { place: 'none', last4: null },
  headers: [],
};

/** One picture, then nothing until the window leaves. */
export async function* pictureOf<T>(item: T, signal: AbortSignal): AsyncGenerator<T> {
  yield item;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}

/**
 * A back end in which nothing happens: one connected demo server without assistants, threads or requests. What a test
 * does not replace answers like this, or says that the thing is not found.
 */
export function quietHandlers(): StudioHandlers {
  const notFound = (): Promise<never> => Promise.reject(new AppError('not-found', 'There is no such thing.'));
  return {
    calls: {
      'app.info': async () => ({
        version: '0.0.0',
        host: 'web',
        platform: 'test',
        secretStorage: { kind: 'none', sentence: 'Nothing on this machine keeps keys.' },
      }),
      'app.secretStorage': async () => ({ kind: 'none', sentence: 'Nothing on this machine keeps keys.' }),
      'app.openLink': async () => ({}),
      'sessions.countOthers': async () => ({ others: 0 }),
      'sessions.endOthers': async () => ({ ended: 0 }),
      'windows.alive': async () => ({}),
      'windows.left': async () => ({}),
      'windows.failure': async () => ({ failure: null }),
      'pictures.load': notFound,
      'kept.read': async () => ({ texts: [], after: null }),
      'kept.write': async () => ({}),
      'connections.save': notFound,
      'connections.remove': async () => ({}),
      'connections.test': notFound,
      'connections.check': notFound,
      'assistants.list': async () => [],
      'assistants.schemas': notFound,
      'assistants.graph': async () => ({ nodes: [], edges: [], depth: 0 }),
      'threads.list': async () => ({ threads: [], nextOffset: null }),
      'threads.create': notFound,
      'threads.update': notFound,
      'threads.copy': notFound,
      'threads.delete': async ({ threadIds }) => threadIds.map((threadId) => ({ threadId, problem: null })),
      'threads.prune': async ({ threadIds }) => threadIds.map((threadId) => ({ threadId, problem: null })),
      'threads.get': notFound,
      'threads.state': notFound,
      'threads.history': async () => ({ checkpoints: [], before: null }),
      'threads.messages': async () => ({ checkpoints: [], ids: [], cut: false }),
      'threads.observed': async () => ({ steps: [], edits: [], copies: [], reach: 'whole' }),
      'threads.updateState': notFound,
      'threads.branchSubgraph': notFound,
      'runs.list': async () => [],
      'runs.start': notFound,
      'runs.frames': notFound,
      'runs.tokens': async () => [],
      'runs.preview': notFound,
      'runs.cancel': notFound,
      'runs.records': () => Promise.resolve([]),
      'runs.input': notFound,
      'runs.join': notFound,
      'runs.reconnect': async () => ({}),
      'runs.delete': notFound,
      'runs.free': notFound,
      'inbox.refresh': async () => ({}),
      'requests.response': async () => ({ response: null }),
      'inbox.thread': notFound,
      'webhooks.content': notFound,
      'webhooks.setListener': async ({ enabled }) => ({
        state: enabled ? 'listening' : 'off',
        address: null,
        port: null,
        problem: null,
      }),
      'localServer.restart': notFound,
    },
    streams: {
      'app.attend': (_input, signal) => pictureOf({}, signal),
      'windows.open': (_input, signal) => pictureOf({}, signal),
      'connections.watch': (_input, signal) =>
        pictureOf(
          {
            connections: [demoConnection],
            health: [{ connectionId: 'demo', state: 'connected', latencyMs: 3, server: null, problem: null }],
          },
          signal,
        ),
      'runs.follow': (_input, signal) => pictureOf(batchOfFrames([]), signal),
      'inbox.watch': (_input, signal) => pictureOf({ servers: [] }, signal),
      'webhooks.watch': (_input, signal) =>
        pictureOf(
          {
            listener: { state: 'off', address: null, port: null, problem: null },
            deliveries: [],
            refusals: [],
            droppedTotal: 0,
            refusedTotal: 0,
          },
          signal,
        ),
      'localServer.watch': (_input, signal) =>
        pictureOf(
          {
            status: { state: 'ready', url: demoConnection.url, pid: 1, startedInMs: 600, problem: null },
            lines: [],
          },
          signal,
        ),
      'requests.watch': (_input, signal) => pictureOf({ entries: [], total: 0 }, signal),
    },
  };
}
