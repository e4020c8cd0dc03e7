import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { IndexedRun, RunIndexState } from '../../shared/model/run-index.ts';
import type { WireError } from '../../shared/wire-error.ts';
import { createLiveTraces, type LiveTraces } from './live-traces.ts';

const connectionId = 'staging';
const ended: IndexedRun = {
  runId: 'run',
  threadId: 'thread',
  threadName: null,
  graphId: null,
  assistantId: 'writer',
  status: 'finished',
  endingText: null,
  line: null,
  ahead: null,
  createdAt: '2026-01-01T00:00:00Z',
  durationMs: 5,
  tokens: null,
  models: [],
  isUsageCut: false,
  source: 'unknown',
};
const listed: RunIndexState = {
  version: 1,
  runs: 1,
  counts: [],
  graphIds: [],
  threads: 1,
  searchable: 1,
  searchableInPart: 0,
  hasMore: false,
  isReadingAll: false,
  readAt: 1,
  problem: null,
};

const problems: WireError[] = [];
beforeEach(() => void problems.splice(0));

type Options = Parameters<typeof createLiveTraces>[0];

function liveTracesOf(
  runs: IndexedRun[],
  {
    access,
    encode,
    queue = {},
    send = () => Promise.resolve({ sent: 0, rejected: 0, reasons: [] }),
  }: Pick<Options, 'access' | 'encode'> & {
    readonly queue?: Partial<Options['queue']>;
    readonly send?: Options['send'];
  },
): LiveTraces {
  const done = () => Promise.resolve();
  return createLiveTraces({
    runIndex: {
      async *watch() {
        yield listed;
      },
      select: () => Promise.resolve({ runs, total: runs.length }),
    },
    queue: {
      list: () => [],
      add: () => Promise.resolve([]),
      read: () => Promise.resolve(null),
      remove: done,
      setAside: done,
      readAgain: () => Promise.resolve(false),
      whileHeld: (_trace, work) => work(),
      ...queue,
    },
    progress: {
      of: () => null,
      isDue: () => true,
      begin: done,
      queued: done,
      requeue: done,
      sent: done,
      refused: done,
      dropped: done,
      unreadable: done,
      forget: done,
      failed: async (_connectionId, problem) => void problems.push(problem),
    },
    access,
    encode,
    send,
    scrub: (text) => text.replaceAll('canary', '[secret]'),
    onChange: () => undefined,
    onBug: () => undefined,
    times: { settled: 1, firstPause: 1, maxPause: 60_000 },
  });
}

const anyAccess: Options['access'] = () =>
  Promise.resolve({
    target: { url: new URL('http://127.0.0.1:4318/v1/traces'), headers: [] },
    service: null,
    withContent: true,
  });

it('what a server says of a record that can’t be read is kept without keys', async () => {
  const refused = new AppError('unauthorized', 'No canary.', {
    details: { server: 'canary is no key of ours' },
  });
  const live = liveTracesOf([ended], {
    access: () => Promise.reject(refused),
    encode: () => Promise.resolve(new Map()),
  });
  live.start(connectionId);
  await vi.waitFor(() => expect(problems).toHaveLength(1));
  await live.end(connectionId);
  expect(problems[0]).toMatchObject({
    message: 'No [secret].',
    details: { server: '[secret] is no key of ours' },
  });
});

it('of many runs of a thread that have ended, a few are in memory at once', async () => {
  const runs = Array.from({ length: 45 }, (_, index) => ({ ...ended, runId: `run ${index}` }));
  const encoded: string[][] = [];
  const live = liveTracesOf(runs, {
    access: anyAccess,
    encode: async ({ runIds }) => {
      encoded.push([...runIds]);
      return new Map();
    },
  });
  live.start(connectionId);
  await vi.waitFor(() => expect(encoded).toHaveLength(3));
  await live.end(connectionId);
  expect(encoded.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(encoded.flat()).toEqual(runs.map(({ runId }) => runId));
});

it('a trace that can’t be read holds up none behind it, and is sent once it can be', async () => {
  const waiting = ['first', 'second'].map((runId) => ({
    name: `${runId}.otlp`,
    connectionId,
    runId,
    endedMs: 1,
    withContent: true,
    bytes: 1,
  }));
  let isFaulty = true;
  const bodyOf = (runId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(runId));
  const sent: string[] = [];
  const live = liveTracesOf([], {
    access: anyAccess,
    encode: () => Promise.resolve(new Map()),
    queue: {
      list: () => [...waiting],
      read: async ({ runId }) => {
        if (isFaulty && runId === 'first') throw Object.assign(new Error('EIO'), { code: 'EIO' });
        return [{ spans: 1, body: bodyOf(runId) }];
      },
      remove: async (trace) => {
        waiting.splice(waiting.indexOf(trace), 1);
      },
    },
    send: async (_access, batches) => {
      sent.push(...batches.map(({ body }) => Buffer.from(body).toString()));
      return { sent: 1, rejected: 0, reasons: [] };
    },
  });
  live.start(connectionId);
  await vi.waitFor(() => expect(sent).toEqual(['second']));
  expect(problems[0]).toMatchObject({
    code: 'storage',
    message: 'A run that waits to be sent could not be read: the disk has a fault.',
  });
  isFaulty = false;
  await vi.waitFor(() => expect(sent).toEqual(['second', 'first']));
  await live.end(connectionId);
  expect(waiting).toEqual([]);
});
