import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, type StudioContract } from '../shared/contract.ts';
import { contractName } from '../shared/contract-name.ts';
import { createRpcClient, type RpcClient } from '../shared/rpc/client.ts';
import { createPortPair } from '../shared/rpc/in-memory-port.ts';
import { serve } from '../shared/rpc/server.ts';
import { createMemoryPlatform } from '../testing/services/memory-platform.ts';
import { isSampled } from '../testing/test-scale.ts';
import { createServices } from './create-services.ts';
import { slowness } from '../testing/slowness.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const nestedObjects = (levels: number, key: string): string =>
  `{"${key}":`.repeat(levels) + '1' + '}'.repeat(levels);

/** An object of many kinds at once, with every member that the studio reads. */
const everything = (value: string): string =>
  `{"version":"1","thread_id":"t","run_id":"r","assistant_id":"a","graph_id":"g","name":"n","status":"error","created_at":"2026-11-20T22:00:00Z","updated_at":"2026-11-20T22:00:00Z","metadata":{"a":${value}},"values":${value},"config":{"configurable":${value}},"context":${value},"kwargs":${value},"next":["n"],"checkpoint":{"thread_id":"t","checkpoint_ns":"","checkpoint_id":"c"},"interrupts":{"t":[{"id":"i","value":${value}}]},"tasks":[{"id":"i","name":"n","error":${value},"interrupts":[{"id":"i","value":${value}}],"result":${value},"state":null}],"nodes":[{"id":"n","data":${value},"metadata":${value}}],"edges":[{"source":"n","target":"m","data":${value}}],"input_schema":${value},"output_schema":${value},"state_schema":${value},"config_schema":${value},"context_schema":${value}}`;

interface HostileAnswer {
  readonly status?: number;
  readonly text: string;
  /** The reads that are always tried with it. */
  readonly to?: readonly string[];
}

const answers: Readonly<Record<string, HostileAnswer>> = {
  '3 million brackets': { text: nested(3_000_000) },
  '3 million brackets that are not closed': { text: '['.repeat(3_000_000) },
  'a million objects in each other': { text: nestedObjects(1_000_000, 'a') },
  '100,000 brackets': { text: nested(100_000) },
  '100,000 objects in each other': { text: nestedObjects(100_000, 'metadata') },
  'records with 10,000 levels in every member': { text: `[${everything(nested(10_000))}]` },
  'a record with 10,000 levels in every member': { text: everything(nested(10_000)) },
  'a record with 10,000 messages in each other': { text: everything(nestedObjects(10_000, 'message')) },
  'a list of a million numbers': { text: `[${'1,'.repeat(1_000_000)}1]` },
  'a graph of 150,000 nodes': {
    to: ['assistants.graph'],
    text: `{"nodes":[${Array.from({ length: 150_000 }, (_, index) => `{"id":"n${index}"}`).join(',')}],"edges":[]}`,
  },
  'a state that asks 100,000 questions': {
    to: ['threads.state', 'inbox.thread'],
    text: `{"values":{},"next":["n"],"checkpoint":{"thread_id":"t","checkpoint_ns":"","checkpoint_id":"c"},"metadata":{},"tasks":[{"id":"i","name":"n","error":null,"state":null,"interrupts":[${Array.from({ length: 100_000 }, (_, index) => `{"id":"i${index}","value":1}`).join(',')}]}]}`,
  },
  'a key of 10 MB': { text: `{"${'k'.repeat(10_000_000)}":1}` },
  'an error of 100,000 levels': { status: 500, text: nestedObjects(100_000, 'detail') },
  'an error of 3 million brackets': { status: 422, text: nested(3_000_000) },
};

let url = '';
let answer: HostileAnswer = { text: '{}' };
let client: RpcClient<StudioContract>;
let connectionId = '';
const bugs: string[] = [];
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  const server = createServer((request, response) => {
    request.resume();
    const isInfo = request.url === '/info';
    const { status = 200, text } = isInfo ? { text: '{"version":"1"}' } : answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const platform = await createMemoryPlatform();
  const services = createServices(platform);
  const [port, host] = createPortPair();
  serve(contract, services.handlers, host, {
    onBug: (where, error) =>
      bugs.push(`${where}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`),
  });
  client = createRpcClient<StudioContract>(port, contractName);
  const saved = await client.call('connections.save', {
    id: null,
    name: 'Hostile',
    url,
    key: { change: 'remove' },
    headers: [],
  });
  connectionId = saved.id;
  cleanups.push(
    () => port.close(),
    () => services.stop(),
    () => platform.dispose(),
    () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(resolve));
    },
  );
});
afterAll(async () => {
  for (const step of cleanups) await step();
});

const thread = () => ({ connectionId, threadId: 't' });
const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  'assistants.list': () => client.call('assistants.list', { connectionId }),
  'assistants.graph': () => client.call('assistants.graph', { connectionId, assistantId: 'a' }),
  'assistants.schemas': () => client.call('assistants.schemas', { connectionId, assistantId: 'a' }),
  'threads.get': () => client.call('threads.get', thread()),
  'threads.state': () => client.call('threads.state', { ...thread(), checkpointId: null }),
  'threads.history': () => client.call('threads.history', { ...thread(), before: null, limit: 20 }),
  'threads.task': () => client.call('threads.task', { ...thread(), checkpointId: 'c', taskId: 't' }),
  'threads.storage': () => client.call('threads.storage', thread()),
  'runs.list': () => client.call('runs.list', thread()),
  'runs.records': () => client.call('runs.records', thread()),
  'compare.read': () =>
    client.call('compare.read', {
      left: { kind: 'turn', ...thread(), runId: 'r' },
      right: { kind: 'thread', ...thread() },
    }),
  'compare.whatChanged': () => client.call('compare.whatChanged', { ...thread(), runId: 'r' }),
  'inbox.thread': () => client.call('inbox.thread', thread()),
};

describe.each(Object.entries(answers).map(([name, each], row) => [name, each, row] as const))(
  '%s',
  (_, hostile, row) => {
    const tried = Object.keys(reads).filter(
      (read, column) => isSampled(row, column) || hostile.to?.includes(read),
    );
    // Some take a second of work, which is many seconds on a loaded machine.
    it.each(tried)(
      'is not reported as a bug of the studio: %s',
      { timeout: 30_000 * slowness() },
      async (read) => {
        answer = hostile;
        bugs.length = 0;
        const outcome = await reads[read]?.().then(
          () => 'read',
          (error: unknown) => error,
        );
        expect(bugs).toEqual([]);
        if (outcome === 'read') return;
        expect(outcome).toMatchObject({ message: expect.any(String), hint: expect.any(String) });
        expect(outcome).not.toMatchObject({ code: 'internal' });
      },
    );
  },
);

it('an error says what was wrong with which request, and what to do', async () => {
  answer = { text: nested(3_000_000) };
  await expect(client.call('threads.get', thread())).rejects.toMatchObject({
    code: 'protocol',
    message: 'The server sent lists and objects nested more than 250,000 levels deep.',
    hint: expect.stringContaining('if you do not trust this server, remove it'),
    details: { reason: expect.stringContaining('GET /threads/t'), server: expect.stringMatching(/^\[+$/) },
  });
});
