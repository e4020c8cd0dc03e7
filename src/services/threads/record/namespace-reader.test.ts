import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { NamespaceReader } from './namespace-reader.ts';

const turns = 100;
const { signal } = new AbortController();

/** Turns of an input, a task and its result, oldest first. */
const checkpoints = Array.from({ length: turns }, (_, turn) =>
  (['input', 'loop', 'loop'] as const).map((source, index) => {
    const names = index === 1 ? ['plan'] : [];
    return {
      values: {},
      next: names,
      tasks: names.map((name) => ({ id: `${turn}`, name, error: null, interrupts: [], result: {} })),
      metadata: { source, step: turn * 3 + index - 1, run_id: `run-${turn}` },
      created_at: new Date(1000 * (turn * 3 + index)).toISOString(),
      checkpoint: { thread_id: 't', checkpoint_ns: '', checkpoint_id: idOf(turn * 3 + index) },
      parent_checkpoint:
        turn + index === 0 ? null : { checkpoint_ns: '', checkpoint_id: idOf(turn * 3 + index - 1) },
    };
  }),
).flat();

function idOf(index: number): string {
  return `checkpoint-${String(index).padStart(4, '0')}`;
}

function readerOf() {
  const limits: number[] = [];
  const budget = { left: 1e9 };
  const client = new GraphClient({
    url: 'http://server.invalid',
    apiKey: null,
    fetch: async (input) => {
      const { pathname, searchParams: query } = new URL(input instanceof Request ? input.url : input);
      if (!pathname.endsWith('/history')) return Response.json({});
      const limit = Number(query.get('limit'));
      const before = query.get('before');
      limits.push(limit);
      const index = checkpoints.findIndex(({ checkpoint }) => checkpoint.checkpoint_id === before);
      const end = index < 0 ? checkpoints.length : index;
      return Response.json(checkpoints.slice(Math.max(0, end - limit), end).toReversed());
    },
  });
  const reader = new NamespaceReader({
    client,
    threadId: 't',
    namespace: '',
    maxCheckpoints: 1000,
    budget,
    graphId: () => null,
    purpose: 'test',
    onPage: () => undefined,
  });
  return { reader, limits, budget };
}

it('a run that works does not make the ends of earlier turns be read again', async () => {
  const { reader, limits } = readerOf();
  await reader.readNewest(signal);
  reader.settle(false);
  while (reader.hasOlder) await reader.readOlder(signal);
  reader.settle(false);
  const { rows } = reader;
  expect(rows).toHaveLength(3 * turns);
  limits.length = 0;
  await reader.readNewest(signal);
  expect(limits).toEqual([4]);
  expect(reader.rows).toBe(rows);
});

it('takes each checkpoint from the budget once, however often it is read', async () => {
  const { reader, limits, budget } = readerOf();
  await reader.readNewest(signal);
  reader.settle(true);
  const afterFirst = budget.left;
  expect(afterFirst).toBeLessThan(1e9);
  for (let poll = 0; poll < 10; poll += 1) await reader.readNewest(signal);
  await reader.isUnchanged(signal);
  expect(limits.length).toBeGreaterThan(10);
  expect(budget.left).toBe(afterFirst);
  await reader.readOlder(signal);
  expect(budget.left).toBeLessThan(afterFirst);
});

it('stops at the limit of checkpoints when its server has new ones without end', async () => {
  let next = 1_000_000;
  let isHostile = false;
  const client = new GraphClient({
    url: 'http://server.invalid',
    apiKey: null,
    fetch: async (input) => {
      const { pathname, searchParams: query } = new URL(input instanceof Request ? input.url : input);
      if (!pathname.endsWith('/history')) return Response.json({});
      const [first] = checkpoints;
      if (!isHostile) return Response.json([first]);
      return Response.json(
        Array.from({ length: Number(query.get('limit')) }, () => {
          next -= 1;
          return { ...first, checkpoint: { thread_id: 't', checkpoint_ns: '', checkpoint_id: idOf(next) } };
        }),
      );
    },
  });
  const reader = new NamespaceReader({
    client,
    threadId: 't',
    namespace: '',
    maxCheckpoints: 300,
    budget: { left: 1e9 },
    graphId: () => null,
    purpose: 'test',
    onPage: () => undefined,
  });
  await reader.readNewest(signal);
  expect(reader.rows).toHaveLength(1);
  isHostile = true;
  await reader.readNewest(signal);
  expect(reader.rows.length).toBeGreaterThanOrEqual(300);
  expect(reader.rows.length).toBeLessThan(300 + 100);
  expect(reader.isCut).toBe(true);
});
