import { afterEach, expect, it } from 'vitest';
import type { CronSettings } from '../shared/model/cron.ts';
import { startFakeServer } from '../testing/fake-server/fake-server.ts';
import { startFaultServer } from '../testing/fault-servers/fault-server.ts';
import { clientsFor } from '../testing/services/clients-for.ts';
import { createCrons } from './create-crons.ts';

// The JavaScript server has no crons: the fake one follows the OpenAPI document of hosted servers.
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0)) await step();
});

const connectionId = 'c';
const { signal } = new AbortController();

async function start(crons = 0) {
  const server = await startFakeServer({ crons });
  cleanups.push(() => server.close());
  return { server, calls: createCrons({ clients: clientsFor(server.url) }).calls };
}

const settings: CronSettings = {
  schedule: '0 9 * * 1-5',
  timezone: 'Europe/Berlin',
  endsAt: null,
  inputText: '{"id": 9007199254740993}',
  webhook: null,
};

it('a cron is created, changed, disabled and deleted; its input keeps every digit', async () => {
  const { server, calls } = await start();
  const cron = await calls['crons.create'](
    { connectionId, assistantId: 'a', threadId: null, settings },
    signal,
  );
  expect(cron).toMatchObject({
    schedule: '0 9 * * 1-5',
    timezone: 'Europe/Berlin',
    enabled: true,
    assistantId: 'a',
  });
  expect(server.requests.at(-1)?.bodyText).toContain('9007199254740993');
  const { cronId } = cron;
  const changed = await calls['crons.update'](
    { connectionId, cronId, settings: { schedule: '*/5 * * * *', enabled: false } },
    signal,
  );
  expect(changed).toMatchObject({
    cronId,
    schedule: '*/5 * * * *',
    timezone: 'Europe/Berlin',
    enabled: false,
  });
  expect(JSON.parse(server.requests.at(-1)?.bodyText ?? '')).toEqual({
    schedule: '*/5 * * * *',
    enabled: false,
  });
  // A member that is left out keeps its value, so a time zone is taken away by naming the one that crons have without it.
  const inUtc = await calls['crons.update']({ connectionId, cronId, settings: { timezone: null } }, signal);
  expect(inUtc.timezone).toBe('UTC');
  await calls['crons.delete']({ connectionId, cronId }, signal);
  // Safe to repeat.
  await calls['crons.delete']({ connectionId, cronId }, signal);
  expect(await calls['crons.list']({ connectionId }, signal)).toEqual({ crons: [], isCut: false });
});

it('a field that another client changed meanwhile is not overwritten, others are changed', async () => {
  const { server, calls } = await start();
  const { cronId } = await calls['crons.create'](
    { connectionId, assistantId: 'a', threadId: null, settings: { ...settings, inputText: '{"id": 7}' } },
    signal,
  );
  const update = (change: Partial<CronSettings>, expected: Partial<CronSettings>) =>
    calls['crons.update']({ connectionId, cronId, settings: change, expected }, signal);
  await update({ schedule: '5 5 * * *' }, { schedule: '0 9 * * 1-5' });
  const sent = server.requests.filter(({ method }) => method === 'PATCH').length;
  await expect(update({ schedule: '1 1 * * *' }, { schedule: '0 9 * * 1-5' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Another client has changed this cron: schedule.',
  });
  expect(server.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(sent);
  const input = { inputText: '{\n  "id": 7\n}' };
  expect(await update({ inputText: '{"id":1}' }, input)).toMatchObject({ schedule: '5 5 * * *' });
  await expect(update({ inputText: '{}' }, input)).rejects.toMatchObject({ code: 'conflict' });
});

it('all crons are listed, page by page', async () => {
  const { calls } = await start(250);
  const { crons, isCut } = await calls['crons.list']({ connectionId }, signal);
  expect(crons).toHaveLength(250);
  expect(isCut).toBe(false);
});

it.each([
  [{ schedule: '61 * * * *' }, 'Invalid value for minute'],
  [{ schedule: '0 0 30 2 *' }, 'This time never comes.'],
  [{ inputText: '{' }, 'The input is not valid JSON'],
])('what can never run is refused before anything is sent: %j', async (more, message) => {
  const { server, calls } = await start();
  const create = calls['crons.create'](
    { connectionId, assistantId: 'a', threadId: null, settings: { ...settings, ...more } },
    signal,
  );
  await expect(create).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining(message) as string,
  });
  expect(server.requests.filter(({ path }) => path.includes('crons'))).toEqual([]);
});

it.each([
  [{ status: 404, json: { detail: 'Not Found' } }],
  [{ status: 500, json: { error: 'Not implemented' } }],
])('a server without crons is reported as such: %j', async (response) => {
  const server = await startFaultServer(() => response);
  cleanups.push(() => server.stop());
  const { calls } = createCrons({ clients: clientsFor(server.url) });
  await expect(calls['crons.list']({ connectionId }, signal)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'This server does not offer crons.',
  });
});
