import type { CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import {
  expectEqual,
  expectObject,
  expectStatus,
  expectSuccess,
  expectText,
  expectThat,
  memberOf,
} from '../expect.ts';
import { Finding } from '../findings.ts';
import { jsonOf } from '../wire-client.ts';

// Once in a leap year: it never runs while a check is under way, but on that day.
const schedule = '0 3 29 2 *';

type JsonObject = Readonly<Record<string, unknown>>;

async function create(check: CaseContext, path = '/runs/crons'): Promise<JsonObject> {
  const { assistantId, input } = check.graph('plain');
  const body = { assistant_id: assistantId, schedule, input, metadata: check.marker };
  const reply = await check.send('POST', path, body);
  if (reply.status >= 400) await expectCrons(check);
  expectSuccess(reply);
  const cron = expectObject(jsonOf(reply), 'the cron');
  check.cleanup.cron(expectText(cron['cron_id'], 'cron_id'));
  return cron;
}

// Throws `missing` where the server itself says that it has no crons: some check the body before they say so.
async function expectCrons(check: CaseContext): Promise<void> {
  const info = await check.send('GET', '/info');
  if (info.status === 200 && memberOf(jsonOf(info), 'flags', 'crons') === false) {
    throw new Finding('missing', '/info says that there are no crons');
  }
}

const created = (check: CaseContext): Promise<string> =>
  check.setup('a cron', async () => String((await create(check))['cron_id']));

async function search(check: CaseContext, body: object): Promise<readonly JsonObject[]> {
  return check.list('POST', '/runs/crons/search', { limit: 1000, ...body });
}

export const cronCases: readonly CheckCase[] = [
  {
    id: 'crons.create',
    title: 'A cron is created.',
    feature: 'crons.read',
    route: 'POST /runs/crons',
    reference: 'The cron: `cron_id`, `schedule`, `assistant_id`, `next_run_date`.',
    async run(check) {
      const cron = await create(check);
      expectEqual(cron['schedule'], schedule, 'schedule');
      const next = cron['next_run_date'];
      expectThat(Number.isFinite(Date.parse(String(next))), 'a time as next_run_date', next);
    },
  },
  {
    id: 'crons.create.thread',
    title: 'A cron of a thread is created.',
    feature: 'crons.read',
    route: 'POST /threads/{thread_id}/runs/crons',
    reference: 'The cron with `thread_id`.',
    async run(check) {
      const thread = await check.thread();
      const cron = await create(check, `/threads/${thread}/runs/crons`);
      expectThat(cron['thread_id'] === thread, 'the id of the thread', cron['thread_id']);
    },
  },
  {
    id: 'crons.invalid-schedule',
    title: 'A schedule that is none is refused.',
    feature: 'crons.read',
    route: 'POST /runs/crons',
    reference: '422 or 400.',
    async run(check) {
      await created(check);
      const { assistantId } = check.graph('plain');
      const body = { assistant_id: assistantId, schedule: 'every day', input: {}, metadata: check.marker };
      expectStatus(await check.send('POST', '/runs/crons', body), 400, 422);
    },
  },
  {
    id: 'crons.search',
    title: 'Crons are listed.',
    feature: 'crons.edit',
    route: 'POST /runs/crons/search',
    reference: 'Crons with their schedules; `assistant_id`, `thread_id` and `enabled` filter.',
    async run(check) {
      await search(check, {});
      const id = await created(check);
      const crons = await search(check, { assistant_id: check.graph('plain').assistantId });
      const cron = crons.find((one) => one['cron_id'] === id);
      expectThat(cron !== undefined, 'the cron', crons.length);
      expectEqual(cron['schedule'], schedule, 'schedule');
    },
  },
  {
    id: 'crons.search.thread',
    title: 'The crons of a thread are listed.',
    feature: 'crons.edit',
    route: 'POST /runs/crons/search',
    reference: '`thread_id`: only the crons of that thread.',
    async run(check) {
      await search(check, {});
      await created(check);
      const thread = await check.thread();
      const cron = await check.setup('a cron of a thread', () =>
        create(check, `/threads/${thread}/runs/crons`),
      );
      const ids = (await search(check, { thread_id: thread })).map((one) => one['cron_id']);
      expectThat(ids.length === 1 && ids[0] === cron['cron_id'], 'that cron only', ids.length);
    },
  },
  {
    id: 'crons.count',
    title: 'Crons are counted.',
    feature: 'crons.edit',
    route: 'POST /runs/crons/count',
    reference: 'A number.',
    async run(check) {
      await check.json('POST', '/runs/crons/count', {});
      const thread = await check.thread();
      await check.setup('a cron of a thread', () => create(check, `/threads/${thread}/runs/crons`));
      expectEqual(await check.json('POST', '/runs/crons/count', { thread_id: thread }), 1, 'count');
    },
  },
  {
    id: 'crons.update',
    title: 'A cron is edited.',
    feature: 'crons.edit',
    route: 'PATCH /runs/crons/{cron_id}',
    reference: 'Only what is sent changes.',
    async run(check) {
      const id = await created(check);
      const edited = await check.object('PATCH', `/runs/crons/${id}`, { schedule: '0 4 29 2 *' });
      expectEqual(edited['schedule'], '0 4 29 2 *', 'schedule');
    },
  },
  {
    id: 'crons.disable',
    title: 'A cron is switched off.',
    feature: 'crons.edit',
    route: 'PATCH /runs/crons/{cron_id}',
    reference: '`enabled: false`.',
    async run(check) {
      const id = await created(check);
      const edited = await check.object('PATCH', `/runs/crons/${id}`, { enabled: false });
      expectEqual(edited['enabled'], false, 'enabled');
    },
  },
  {
    id: 'crons.delete',
    title: 'A cron is deleted.',
    feature: 'crons.read',
    route: 'DELETE /runs/crons/{cron_id}',
    reference: '2xx; then it is not listed.',
    async run(check) {
      const id = await created(check);
      expectSuccess(await check.send('DELETE', `/runs/crons/${id}`));
      const ids = (await search(check, {})).map((one) => one['cron_id']);
      expectThat(!ids.includes(id), 'no such cron', 'it is still listed');
    },
  },
];
