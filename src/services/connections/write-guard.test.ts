import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { callEffects } from '../../shared/call-effects.ts';
import { isWritingCall } from '../../shared/writing-calls.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { createMemoryPlatform } from '../../testing/services/memory-platform.ts';
import { createServices, type StudioServices } from '../create-services.ts';
import { createWriteGuard } from './write-guard.ts';

const signal = new AbortController().signal;

interface Refusal {
  readonly permit: string;
  readonly effect: string;
}

async function refused(call: Promise<unknown>): Promise<Refusal> {
  const failure = await call.then(
    () => new Error('It was not refused.'),
    (error: unknown) => error,
  );
  if (!(failure instanceof AppError) || failure.code !== 'confirmation-required') throw failure;
  return { permit: failure.details['permit'] ?? '', effect: failure.details['effect'] ?? '' };
}

describe('on a server that is marked as production', () => {
  let server: FakeServer;
  let services: StudioServices;
  let calls: StudioHandlers['calls'];
  let connectionId: string;
  let end: () => Promise<void>;

  beforeEach(async () => {
    server = await startFakeServer();
    const platform = await createMemoryPlatform();
    services = createServices(platform);
    calls = services.handlers.calls;
    const draft = {
      id: null,
      name: 'Prod EU',
      url: server.url,
      key: { change: 'remove' as const },
      headers: [],
    };
    ({ id: connectionId } = await calls['connections.save']({ ...draft, production: true }, signal));
    end = async () => {
      await services.stop();
      await platform.dispose();
      await server.close();
    };
  });
  afterEach(() => end());

  const createThread = (name: string) =>
    calls['threads.create']({ connectionId, graphId: 'approval', name }, signal);
  const confirm = (permit: string, typedName: string | null = null) =>
    calls['connections.confirmWrite']({ permit, typedName }, signal);
  const sent = (method: string): number => server.requests.filter((one) => one.method === method).length;

  it('nothing that writes is sent before it is confirmed', async () => {
    const writing = Object.keys(callEffects).filter(isWritingCall);
    expect(writing.length).toBeGreaterThan(15);
    for (const method of writing) {
      // The gate comes before any handler, so the rest of the input does not matter.
      await refused(
        (calls[method] as (input: object, ended: AbortSignal) => Promise<unknown>)({ connectionId }, signal),
      );
    }
    expect(server.requests).toEqual([]);
  });

  it('reads are not asked about', async () => {
    await expect(calls['assistants.list']({ connectionId }, signal)).resolves.not.toHaveLength(0);
  });

  it('a confirmation is for one call with its exact input', async () => {
    const { permit, effect } = await refused(createThread('a'));
    expect(effect).toBe('write');
    await confirm(permit);
    await refused(createThread('b'));
    expect(sent('POST')).toBe(0);
    await createThread('a');
    expect(sent('POST')).toBe(1);
    await refused(createThread('a'));
    expect(sent('POST')).toBe(1);
  });

  it('what deletes needs the name of the server', async () => {
    const remove = () => calls['threads.delete']({ connectionId, threadIds: ['t'] }, signal);
    const { permit, effect } = await refused(remove());
    expect(effect).toBe('destroy');
    for (const wrong of [null, '', 'prod eu', 'Prod'])
      await expect(confirm(permit, wrong)).rejects.toMatchObject({ code: 'invalid-input' });
    await refused(remove());
    expect(server.requests).toEqual([]);
    await confirm(permit, ' Prod EU ');
    await remove();
    expect(server.requests).not.toEqual([]);
  });

  it('rolling a run back needs the name, interrupting it does not', async () => {
    const stop = (action: 'interrupt' | 'rollback') =>
      calls['runs.cancel']({ connectionId, threadId: 't', runId: 'r', action }, signal);
    expect((await refused(stop('rollback'))).effect).toBe('destroy');
    expect((await refused(stop('interrupt'))).effect).toBe('write');
  });

  it('without the mark nothing is asked, from the next call on', async () => {
    await refused(createThread('a'));
    const draft = {
      id: connectionId,
      name: 'Prod EU',
      url: server.url,
      key: { change: 'keep' as const },
      headers: [],
    };
    await calls['connections.save'](draft, signal);
    await expect(createThread('a')).resolves.toHaveProperty('threadId');
  });
});

it('a confirmation expires, and an unknown one is refused', async () => {
  let now = 0;
  const guard = createWriteGuard({ productionNameOf: async () => 'Prod', now: () => now });
  const calls = guard.guard({ 'crons.delete': async () => ({}) } as unknown as StudioHandlers['calls']);
  const call = () => calls['crons.delete']({ connectionId: 'c', cronId: '1' }, signal);
  const { permit } = await refused(call());
  await guard.calls['connections.confirmWrite']({ permit, typedName: 'Prod' }, signal);
  now = 61_000;
  await refused(call());
  const unknown = { permit: crypto.randomUUID(), typedName: 'Prod' };
  await expect(guard.calls['connections.confirmWrite'](unknown, signal)).rejects.toMatchObject({
    code: 'not-found',
  });
});

it('refusals that nobody confirms do not accumulate', async () => {
  const guard = createWriteGuard({ productionNameOf: async () => 'Prod' });
  const calls = guard.guard({ 'crons.delete': async () => ({}) } as unknown as StudioHandlers['calls']);
  const ask = (cronId: string) => refused(calls['crons.delete']({ connectionId: 'c', cronId }, signal));
  const first = await ask('first');
  for (let index = 0; index < 300; index += 1) await ask(String(index));
  const late = { permit: first.permit, typedName: 'Prod' };
  await expect(guard.calls['connections.confirmWrite'](late, signal)).rejects.toMatchObject({
    code: 'not-found',
  });
});

it('whatever would change a recording is refused before anything is sent', async () => {
  const isRecording = (id: string): boolean => id === 'recording-1';
  const guard = createWriteGuard({ productionNameOf: async () => null, isRecording });
  let sent = 0;
  const deleted = async () => {
    sent += 1;
    return {};
  };
  const calls = guard.guard({ 'crons.delete': deleted } as unknown as StudioHandlers['calls']);
  const refusal = { code: 'unsupported', message: expect.stringContaining('is read-only') as string };
  await expect(
    calls['crons.delete']({ connectionId: 'recording-1', cronId: '1' }, signal),
  ).rejects.toMatchObject(refusal);
  expect(sent).toBe(0);
  await calls['crons.delete']({ connectionId: 'other', cronId: '1' }, signal);
  expect(sent).toBe(1);
});
