import { AppError } from '../shared/app-error.ts';
import type { StudioHandlers } from '../shared/contract.ts';
import { wrapHandlers } from '../shared/wrap-handlers.ts';
import type { ConnectionsSnapshot } from '../shared/model/connection.ts';

type Calls = StudioHandlers['calls'];
type Streams = StudioHandlers['streams'];

// What a window needs to show opened recordings. Whatever is not in these lists is refused, also what is added later.
const readingCalls: readonly string[] = [
  'app.secretStorage',
  'windows.heartbeat',
  'windows.closed',
  'windows.failure',
  'connections.check',
  'connections.facts',
  'assistants.list',
  'assistants.versions',
  'assistants.schemas',
  'assistants.graph',
  'threads.list',
  'threads.search',
  'threads.get',
  'threads.state',
  'threads.history',
  'threads.readRecord',
  'threads.messages',
  'threads.task',
  'runs.list',
  'runs.records',
  'runs.input',
  'runs.settings',
  'runs.join',
  'runs.tokens',
  'runs.logpoints',
  'runs.frames',
  'store.namespaces',
  'store.count',
  'store.search',
  'store.item',
  'prices.read',
  'runIndex.list',
  'runIndex.select',
  'runIndex.details',
  'runIndex.readAll',
  'inbox.refresh',
  'inbox.thread',
  'recordings.requests',
  'recordings.request',
  'recordings.deliveries',
  'recordings.delivery',
  'recordings.importedValues',
  'compare.read',
  'compare.text',
  'compare.whatChanged',
] satisfies readonly (keyof Calls)[];

const readingStreams: ReadonlySet<string> = new Set([
  'app.presence',
  'app.attention',
  'windows.open',
  'notifications.watch',
  'notifications.show',
  'threads.record',
  'runs.follow',
  'runIndex.watch',
  'inbox.watch',
  'webhooks.watch',
  'webhooks.deliveries',
  'demoServer.watch',
  'projects.watch',
] satisfies readonly (keyof Streams)[]);

/**
 * The handlers of a studio that serves recordings for reading, to several people: it lists only recordings, reaches no
 * other server, and stores nothing of a reader, because the next one would get those drafts and that layout.
 */
export function readOnlyHandlers({ calls, streams }: StudioHandlers): StudioHandlers {
  const reading = wrapHandlers(
    { calls, streams },
    {
      wrapCall: (name, call) => (readingCalls.includes(name) ? call : refuse),
      wrapStream: (name, stream) => (readingStreams.has(name) ? stream : refusedStream),
    },
  );
  return {
    calls: {
      ...reading.calls,
      // Not as new, so that nobody is asked to add a server.
      'app.info': async (input, signal) => ({ ...(await calls['app.info'](input, signal)), isNew: false }),
      'storage.read': async () => ({ texts: [], after: null }),
      'storage.write': async () => ({}),
    },
    streams: {
      ...reading.streams,
      'connections.watch': (input, signal) => recordingsOnly(streams['connections.watch'](input, signal)),
    },
  };
}

async function* recordingsOnly(
  snapshots: AsyncIterable<ConnectionsSnapshot>,
): AsyncGenerator<ConnectionsSnapshot> {
  for await (const { connections, ...rest } of snapshots)
    yield {
      ...rest,
      connections: connections.filter(({ kind }) => kind === 'recording'),
      servedCalls: [...readingCalls],
    };
}

async function refuse(): Promise<never> {
  throw new AppError('unsupported', 'These recordings are served for reading. Nothing was changed.', {
    hint: 'Save the file of a recording and open it in your own studio.',
  });
}

function refusedStream(): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: refuse }) };
}
