import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServices, type StudioServices } from '../services/create-services.ts';
import { contract, type StudioHandlers } from '../shared/contract.ts';
import type { Connection } from '../shared/model/connection.ts';
import { isWritingCall } from '../shared/writing-calls.ts';
import { createLocalPlatform, type LocalPlatform } from '../testing/services/local-platform.ts';
import { makeRecording } from '../testing/services/make-recording.ts';
import { readOnlyHandlers } from './read-only-mode.ts';

const { signal } = new AbortController();
let folder: string;
let platform: LocalPlatform;
let services: StudioServices;
let handlers: StudioHandlers;
let recording: Connection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reading-'));
  platform = await createLocalPlatform();
  services = createServices(platform);
  handlers = readOnlyHandlers(services.handlers);
  recording = await services.openRecording((await makeRecording(folder)).zip);
});
afterAll(async () => {
  await services.stop();
  await platform.dispose();
  await rm(folder, { recursive: true, force: true });
});

type AnyCall = (input: unknown, signal: AbortSignal) => Promise<unknown>;

it('every call that changes something or reaches another server is refused', async () => {
  const calls: Readonly<Record<string, AnyCall>> = handlers.calls as never;
  const names = Object.keys(contract.calls).filter(
    (name) =>
      isWritingCall(name) ||
      /^(?:connections\.(?:save|remove|test|findLocal|readEnv|duplicate)|webhooks\.|projects\.|source\.|inputs\.|traces\.|images\.|requests\.|demoServer\.|recordings\.(?:start|upload|open|copy|part|search|discard|ask))/.test(
        name,
      ),
  );
  expect(names.length).toBeGreaterThan(50);
  for (const name of names)
    await expect(calls[name]?.({}, signal)).rejects.toMatchObject({ code: 'unsupported' });
});

it('a reader sees the recordings and no other server', async () => {
  for await (const { connections, servedCalls = [] } of handlers.streams['connections.watch']({}, signal)) {
    expect(connections.map(({ id }) => id)).toEqual([recording.id]);
    expect(servedCalls).toContain('threads.state');
    expect(servedCalls.filter((name) => isWritingCall(name))).toEqual([]);
    break;
  }
});

it('a recording is read as in a studio', async () => {
  const threadId = recording.recording?.threadId ?? '';
  const thread = { connectionId: recording.id, threadId };
  expect(await handlers.calls['runs.list'](thread, signal)).toHaveLength(1);
  const record = await handlers.calls['threads.readRecord']({ ...thread, since: null }, signal);
  expect(JSON.stringify(record)).toContain('count');
});

it('what a reader types is not kept for the next one', async () => {
  await handlers.calls['storage.write']({ key: 'draft', text: 'private' }, signal);
  expect(await handlers.calls['storage.read']({ after: null }, signal)).toEqual({ texts: [], after: null });
});

it('recording, downloading and sending are refused', async () => {
  const address = 'https://example.com/a.zip';
  const steps = handlers.streams['recordings.download'](
    { address, host: 'example.com', fileName: 'a', bytes: 1 },
    signal,
  );
  await expect(steps[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'unsupported' });
});
