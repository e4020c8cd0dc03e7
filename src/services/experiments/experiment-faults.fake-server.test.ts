import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GraphClient, type GraphClientSettings } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { ExperimentRowState } from '../../shared/model/experiment.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { abortAfter } from '../common/abort-after.ts';
import { createExperimentRunner, type ExperimentRunner } from './experiment-runner.ts';
import { inputsOfRows, type ExperimentSource } from './experiment-source.ts';
import { createExperimentTable, isUnsent, type ExperimentTable } from './experiment-table.ts';

const connectionId = 'fake';
let server: FakeServer;
let runner: ExperimentRunner | null = null;
beforeEach(async () => {
  server = await startFakeServer();
});
afterEach(async () => {
  server.faults.before = null;
  server.release();
  await runner?.close();
  runner = null;
  await server.close();
});

interface Options {
  readonly atOnce?: number | null;
  readonly states?: ReadonlyMap<number, ExperimentRowState>;
  readonly settings?: Partial<GraphClientSettings>;
  readonly read?: () => Promise<readonly string[]>;
  readonly source?: ExperimentSource;
  readonly pollMs?: number;
}

const plainRows = (): Promise<readonly string[]> => Promise.resolve(['{"id":1}', '{"id":2}']);

/** A table of two rows on the fake server's graph. */
function open({
  atOnce = null,
  states = new Map(),
  settings = {},
  read = plainRows,
  source = inputsOfRows(read, []),
  pollMs = 2,
}: Options = {}): {
  readonly table: ExperimentTable;
  readonly runner: ExperimentRunner;
} {
  const target = {
    connectionId,
    serverName: 'Fake',
    assistantId: 'exact',
    assistantName: 'exact',
    graphId: 'exact',
    version: null,
    isPinned: false,
  };
  const head = { experimentId: randomUUID(), name: 'Table', createdAt: '', inputsConnectionId: null };
  const table = createExperimentTable({
    head: { ...head, checks: [], atOnce },
    parts: [{ target, paths: ['#1', '#2'], settings: null }],
    states: new Map(states),
  });
  runner = createExperimentRunner({
    table,
    connectionId,
    clients: clientsFor(server.url, { retries: 0, ...settings }),
    findServer: () => Promise.resolve(null),
    source,
    score: () => Promise.reject(new Error('No row has a check with a score.')),
    prices: () => Promise.resolve(emptyPriceTable),
    onChange: () => undefined,
    pollMs,
  });
  return { table, runner };
}

const outcomesOf = (table: ExperimentTable) =>
  [0, 1].map((index) => {
    const { problem, result } = table.stateOf(index);
    return problem ?? (result === null ? 'open' : [result.outcome, result.checks[0]?.reason]);
  });

it('a row whose result the server always fails to report is unknown in the end, and holds up no other row', async () => {
  server.faults.failing = /GET \/threads\/.*\/state/;
  const { table, runner: part } = open({ atOnce: 1 });
  part.send(false);
  const unknown = ['unknown', 'The server reported an internal error.'];
  await expect.poll(() => outcomesOf(table)).toEqual([unknown, unknown]);
});

it('a row whose result is larger than is read is unknown at once', async () => {
  // A state has the value twice.
  const { table, runner: part } = open({
    settings: { maxAnswerBytes: 5_000 },
    read: () => Promise.resolve([`{"id":"${'x'.repeat(3_000)}"}`, '{"id":2}']),
  });
  part.send(false);
  const tooLarge = expect.stringContaining('larger') as string;
  await expect
    .poll(() => outcomesOf(table))
    .toEqual([
      ['unknown', tooLarge],
      [expect.any(String), undefined],
    ]);
});

it('inputs that can not be read are asked for once, and the rows stay unsent', async () => {
  let reads = 0;
  const { table, runner: part } = open({
    read: () => {
      reads += 1;
      return Promise.reject(new Error('The inputs are gone.'));
    },
  });
  part.send(true);
  await expect.poll(() => part.problem).toBe('Some rows could not be started: The inputs are gone.');
  await expect.poll(() => part.isSending).toBe(false);
  expect([reads, ...outcomesOf(table)]).toEqual([1, 'open', 'open']);
});

it('a row whose file can not be read now stays unsent, holds up no other, and is resumed', async () => {
  let isFaulty = true;
  const rows = inputsOfRows(plainRows, []);
  const source: ExperimentSource = {
    ...rows,
    async open() {
      const read = await rows.open();
      return async (path) =>
        isFaulty && path === '#1'
          ? { unread: new AppError('storage', 'tides.json could not be read: the disk has a fault.') }
          : read(path);
    },
  };
  const { table, runner: part } = open({ source });
  part.send(false);
  const ended = [expect.any(String), undefined];
  await expect.poll(() => outcomesOf(table)).toEqual(['open', ended]);
  await expect.poll(() => part.isSending).toBe(false);
  expect(part.problem).toBe(
    'Some rows could not be started: tides.json could not be read: the disk has a fault.',
  );
  expect(table.indexes(connectionId, isUnsent)).toEqual([0]);
  isFaulty = false;
  part.send(true);
  await expect.poll(() => outcomesOf(table)).toEqual([ended, ended]);
  expect(part.problem).toBeNull();
});

/** A `fetch` that answers each start of a thread with this status as long as `isFaulty`. */
function refusing(status: number): { isFaulty: boolean; readonly fetch: typeof fetch } {
  const fault = {
    isFaulty: true,
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
      fault.isFaulty && init?.method === 'POST' && new Request(input).url.endsWith('/threads')
        ? new Response('{"detail":"Not now"}', { status, headers: { 'content-type': 'application/json' } })
        : fetch(input, init),
  };
  return fault;
}

it('rows that a server is not ready for are sent once it is', async () => {
  const fault = refusing(503);
  const { table, runner: part } = open({ settings: { fetch: fault.fetch } });
  part.send(false);
  await expect.poll(() => part.problem).toBe("Rows can't be started at the moment: The server is not ready.");
  fault.isFaulty = false;
  await expect
    .poll(() => outcomesOf(table))
    .toEqual([
      [expect.any(String), undefined],
      [expect.any(String), undefined],
    ]);
});

it('rows stay unsent while the key is refused, and are resumed with one that is not', async () => {
  const fault = refusing(401);
  const { table, runner: part } = open({ settings: { fetch: fault.fetch } });
  part.send(false);
  await expect.poll(() => part.isSending).toBe(false);
  const problem = 'Some rows could not be started: The API key is missing or invalid.';
  expect([part.problem, ...outcomesOf(table)]).toEqual([problem, 'open', 'open']);
  expect(table.indexes(connectionId, isUnsent)).toEqual([0, 1]);
  fault.isFaulty = false;
  part.send(true);
  expect(part.problem).toBeNull();
  await expect
    .poll(() => outcomesOf(table))
    .toEqual([
      [expect.any(String), undefined],
      [expect.any(String), undefined],
    ]);
});

it('a row that waits for its server to be back is sent once, however often it is asked for', async () => {
  let isAway = true;
  server.faults.before = ({ method, path }) => {
    if (isAway && method === 'POST' && path === '/threads') server.dropConnections();
  };
  const { table, runner: part } = open({ pollMs: 20 });
  part.send(false);
  await expect.poll(() => part.problem).not.toBeNull();
  // A second assistant is added, and a second window resumes.
  part.send(false);
  part.send(true);
  isAway = false;
  await expect
    .poll(() => outcomesOf(table))
    .toEqual([
      [expect.any(String), undefined],
      [expect.any(String), undefined],
    ]);
  const client = new GraphClient({ url: server.url, apiKey: null });
  for (const index of [0, 1]) {
    const { threadId, runId } = table.stateOf(index);
    expect((await client.runs.list(threadId ?? '')).map((run) => run.run_id)).toEqual([runId]);
  }
});

it('a stop ends when its caller gives up, and says how many runs it could not cancel', async () => {
  const { table, runner: part } = open({ settings: { timeouts: { headersMs: null, totalMs: null } } });
  await Promise.all([server.pauseBefore('receive'), part.send(false)]);
  await expect.poll(() => [0, 1].every((index) => table.stateOf(index).runId !== null)).toBe(true);
  server.faults.before = ({ path }) => (path.endsWith('/cancel') ? new Promise(() => undefined) : undefined);
  expect(await part.stop(abortAfter(100))).toEqual({ unsent: 0, cancelled: 0, failed: 2 });
});

it('rows at a time are counted with those that were sent before a restart', async () => {
  const first = open();
  const paused = server.pauseBefore('receive');
  first.runner.send(false);
  await paused;
  await expect.poll(() => first.table.stateOf(0).runId).not.toBeNull();
  await first.runner.close();
  const { table, runner: part } = open({ atOnce: 1, states: new Map([[0, first.table.stateOf(0)]]) });
  part.send(true);
  part.collect();
  const requests = server.requests.length;
  // The row that runs is read again and again.
  await expect.poll(() => server.requests.length).toBeGreaterThan(requests + 20);
  expect(server.requests.slice(requests).filter(({ method }) => method === 'POST')).toEqual([]);
  server.release();
  await expect
    .poll(() => outcomesOf(table))
    .toEqual([
      [expect.any(String), undefined],
      [expect.any(String), undefined],
    ]);
});
