import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import {
  startFaultServer,
  type FaultResponse,
  type FaultServer,
} from '../../testing/fault-servers/fault-server.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createBreakpointSessions } from './breakpoint-sessions.ts';
import { createBreakpointStore } from './breakpoint-store.ts';
import { writePin } from './write-pinned-output.ts';

let server: FaultServer;
afterEach(() => server.stop());

const unreachable = (): never => expect.unreachable();

const stateAt = (checkpointId: string, next: string, parentId?: string): FaultResponse => ({
  json: {
    values: { a: 1 },
    next: [next],
    tasks: [],
    metadata: { source: 'loop', step: 1 },
    created_at: '2026-01-01T00:00:00Z',
    checkpoint: { thread_id: 't', checkpoint_id: checkpointId, checkpoint_ns: '' },
    parent_checkpoint: parentId === undefined ? null : { checkpoint_id: parentId, checkpoint_ns: '' },
  },
});

/** Writes a pin at a server that answers the edit so, and any read with `read`. */
async function write(written: FaultResponse, read = stateAt('c1', 'n')): Promise<unknown> {
  server = await startFaultServer(({ method, path }) => {
    if (path === '/info') return { json: { version: '1.0.0', flags: {} } };
    return method === 'POST' && path.endsWith('/state') ? written : read;
  });
  const client = new GraphClient({ url: server.url, apiKey: null, retries: 0, timeouts: { headersMs: 300 } });
  const pin = { nodeId: 'n', outputText: '{"a":2}' };
  return writePin(client, 't', { checkpointId: 'c1', isHead: true }, pin).catch((error: unknown) => error);
}

describe('a pinned output that is not written for certain', () => {
  it.each<[string, FaultResponse]>([
    ['the connection is closed before the answer', 'reset'],
    ['the server does not answer', 'hang'],
    ['a gateway gives up', { status: 504, json: { detail: 'gateway timeout' } }],
    ['the server fails', { status: 500, json: { detail: 'Internal Server Error' } }],
    ['the server stops waiting', { status: 408, json: { detail: 'Request Timeout' } }],
  ])('may have been written if %s', async (_, answer) => {
    const error = await write(answer);
    expect(error).toMatchObject({
      code: 'outcome-unknown',
      message: expect.stringMatching(/^It is unknown whether the pinned output was written as "n"\./),
      hint: 'Look at the story: if it was written, go on from there, else run again.',
    });
  });

  it('was written if the server accepted it without saying where', async () => {
    expect(await write({ json: { checkpoint: {} } })).toMatchObject({
      code: 'protocol',
      message: expect.stringMatching(/^The pinned output was written as "n", but the result is unclear\./),
      hint: 'Look at the story before you go on.',
    });
  });

  it.each<[string, FaultResponse, FaultResponse]>([
    ['the server refuses it', { status: 422, json: { detail: 'Invalid values' } }, stateAt('c1', 'n')],
    ['a run is active', { status: 409, json: { detail: 'Thread is busy' } }, stateAt('c1', 'n')],
    ['the thread has moved', 'hang', stateAt('c2', 'n')],
    ['the thread can not be read before', 'hang', { status: 504, json: { detail: 'gateway timeout' } }],
  ])('was not written if %s', async (_, answer, read) => {
    expect(await write(answer, read)).toMatchObject({
      message: expect.stringMatching(/^The pinned output could not be written as "n"\./),
      hint: 'It was not written. Edit the pin or unpin n, and run again.',
    });
  });
});

it('the second pinned output of a chain that fails does not hide that the first was written', async () => {
  let writes = 0;
  server = await startFaultServer(({ method, path }) => {
    if (path === '/info') return { json: { version: '1.0.0', flags: {} } };
    if (method !== 'POST' || !path.endsWith('/state'))
      return writes === 0 ? stateAt('c1', 'first') : stateAt('c2', 'second', 'c1');
    writes += 1;
    if (writes > 1) return { status: 422, json: { detail: 'Invalid values' } };
    return { json: { checkpoint: { thread_id: 't', checkpoint_id: 'c2', checkpoint_ns: '' } } };
  });
  const dataFolder = await mkdtemp(join(tmpdir(), 'pins-test-'));
  const clients = clientsFor(server.url, { retries: 0 });
  const store = createBreakpointStore({ platform: { dataFolder, log: () => undefined } });
  const sessions = createBreakpointSessions({ clients, store, start: unreachable });
  const starting = sessions.start(await clients.get('c'), {
    connectionId: 'c',
    assistantId: 'a',
    threadId: 't',
    checkpointId: null,
    checkpointNs: '',
    trigger: { kind: 'continue' },
    background: false,
    options: defaultRunOptions,
    pins: ['first', 'second'].map((nodeId) => ({ nodeId, outputText: '{"a":2}' })),
  });
  await expect(starting).rejects.toMatchObject({
    message: expect.stringMatching(
      /^The pinned output could not be written as "second"\. .* Pinned outputs that were written before it: first\.$/,
    ),
    hint: 'It was not written. Edit the pin or unpin second, and run again.',
  });
  await store.flush();
  await rm(dataFolder, { recursive: true });
});
