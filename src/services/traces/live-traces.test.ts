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
  { access, encode }: Pick<Options, 'access' | 'encode'>,
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
      whileHeld: (_trace, work) => work(),
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
    send: () => Promise.resolve({ sent: 0, rejected: 0, reasons: [] }),
    scrub: (text) => text.replaceAll('canary', '[secret]'),
    onChange: () => undefined,
    onBug: () => undefined,
    times: { settled: 1, firstPause: 1, maxPause: 60_000 },
  });
}

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
    access: () =>
      Promise.resolve({
        target: { url: new URL('http://127.0.0.1:4318/v1/traces'), headers: [] },
        service: null,
        withContent: true,
      }),
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
