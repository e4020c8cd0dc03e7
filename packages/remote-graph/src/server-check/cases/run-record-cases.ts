import type { CheckCase } from '../case.ts';
import {
  expectEqual,
  expectOrder,
  expectStatus,
  expectSuccess,
  expectThat,
  memberOf,
  statusOf,
} from '../expect.ts';

export const runRecordCases: readonly CheckCase[] = [
  {
    id: 'runs.get',
    title: 'A run can be read.',
    feature: 'runs.records',
    route: 'GET /threads/{thread_id}/runs/{run_id}',
    reference: 'The run with its status and metadata.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'plain', { metadata: { colour: 'red' } });
      const run = await check.runWith(thread, id, 'success');
      expectThat(run['run_id'] === id, 'the run that was asked for', run['run_id']);
      expectEqual(memberOf(run, 'metadata', 'colour'), 'red', 'metadata.colour');
    },
  },
  {
    id: 'runs.get.unknown',
    title: 'A run that is not there is answered with 404.',
    feature: 'server.errors',
    route: 'GET /threads/{thread_id}/runs/{run_id}',
    reference: '404.',
    async run(check) {
      const { status } = await check.send('GET', `/threads/${await check.thread()}/runs/${check.uuid()}`);
      expectThat(status === 404, '404', status);
    },
  },
  {
    id: 'runs.list',
    title: 'The runs of a thread are listed, newest first.',
    feature: 'runs.records',
    route: 'GET /threads/{thread_id}/runs',
    reference: 'All runs of this thread only, newest first.',
    async run(check) {
      const other = await check.ran('plain');
      const thread = await check.thread();
      const ids: string[] = [];
      for (let index = 0; index < 2; index += 1) {
        const id = await check.started(thread, 'plain');
        await check.setup('a run that ends', () => check.runWith(thread, id, 'success'));
        ids.push(id);
      }
      const runs = await check.list('GET', `/threads/${thread}/runs`);
      const foreign = runs.filter((run) => run['thread_id'] === other);
      expectThat(foreign.length === 0, 'no runs of other threads', foreign.length);
      expectOrder(
        runs.map((run) => String(run['run_id'])),
        ids.toReversed(),
        'order of the runs',
      );
    },
  },
  {
    id: 'runs.list.status',
    title: 'The runs of a thread are listed by their status.',
    feature: 'runs.records',
    route: 'GET /threads/{thread_id}/runs',
    reference: 'Only runs with that `status`.',
    async run(check) {
      const thread = await check.ran('plain');
      const path = `/threads/${thread}/runs`;
      expectEqual(
        (await check.list('GET', path, undefined, { query: { status: 'success' } })).length,
        1,
        'runs that succeeded',
      );
      expectEqual(
        (await check.list('GET', path, undefined, { query: { status: 'error' } })).length,
        0,
        'runs that failed',
      );
    },
  },
  {
    id: 'runs.list.page',
    title: 'The runs of a thread are listed page by page.',
    feature: 'runs.records',
    route: 'GET /threads/{thread_id}/runs',
    reference: '`limit` and `offset`.',
    async run(check) {
      const thread = await check.thread();
      for (let index = 0; index < 3; index += 1) {
        await check.setup('a run', () =>
          check.json('POST', `/threads/${thread}/runs/wait`, check.runBody('plain')),
        );
      }
      const page = async (offset: number): Promise<readonly string[]> => {
        const query = { limit: 2, offset };
        const runs = await check.list('GET', `/threads/${thread}/runs`, undefined, { query });
        return runs.map((run) => String(run['run_id']));
      };
      const [first, second] = [await page(0), await page(2)];
      expectEqual([first.length, second.length], [2, 1], 'sizes of the pages');
      expectEqual(new Set([...first, ...second]).size, 3, 'runs of all pages');
    },
  },
  {
    id: 'runs.delete',
    title: 'A run can be deleted.',
    feature: 'runs.records',
    route: 'DELETE /threads/{thread_id}/runs/{run_id}',
    reference: '2xx; then it is not found.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'plain');
      await check.setup('a run that ends', () => check.runWith(thread, id, 'success'));
      expectSuccess(await check.send('DELETE', `/threads/${thread}/runs/${id}`));
      const { status } = await check.send('GET', `/threads/${thread}/runs/${id}`);
      expectThat(status === 404, '404 for the deleted run', status);
    },
  },
  {
    id: 'runs.join',
    title: 'A run that is under way can be waited for.',
    feature: 'runs.join',
    route: 'GET /threads/{thread_id}/runs/{run_id}/join',
    reference: 'The last values, when the run has ended.',
    async run(check) {
      const { input } = check.graph('plain');
      const thread = await check.thread();
      const id = await check.started(thread, 'plain');
      const values = await check.object('GET', `/threads/${thread}/runs/${id}/join`);
      const [key = ''] = Object.keys(input);
      expectEqual(values[key], input[key], `values.${key}`);
    },
  },
  {
    id: 'runs.join.finished',
    title: 'A run that has ended can be waited for.',
    feature: 'runs.join',
    route: 'GET /threads/{thread_id}/runs/{run_id}/join',
    reference: 'The last values, at once.',
    async run(check) {
      const { input } = check.graph('plain');
      const thread = await check.thread();
      const id = await check.started(thread, 'plain');
      await check.setup('a run that ends', () => check.runWith(thread, id, 'success'));
      const values = await check.object('GET', `/threads/${thread}/runs/${id}/join`, undefined, {
        timeoutMs: check.scaled(8_000),
      });
      const [key = ''] = Object.keys(input);
      expectEqual(values[key], input[key], `values.${key}`);
    },
  },
  {
    id: 'runs.join.unknown',
    title: 'Waiting for a run that is not there is refused.',
    feature: 'server.errors',
    route: 'GET /threads/{thread_id}/runs/{run_id}/join',
    reference: '404.',
    async run(check) {
      const { status } = await check.send(
        'GET',
        `/threads/${await check.thread()}/runs/${check.uuid()}/join`,
      );
      expectThat(status === 404, '404', status);
    },
  },
  {
    id: 'runs.cancel',
    title: 'A run can be cancelled.',
    feature: 'runs.cancel',
    route: 'POST /threads/{thread_id}/runs/{run_id}/cancel',
    reference: '2xx; the run ends as `interrupted`.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'slow');
      await check.setup('a run that is running', () => check.runWith(thread, id, 'running'));
      expectSuccess(await check.send('POST', `/threads/${thread}/runs/${id}/cancel`, {}));
      await check.runWith(thread, id, 'interrupted');
    },
  },
  {
    id: 'runs.cancel.wait',
    title: 'A cancel can wait until the run has ended.',
    feature: 'runs.cancel',
    route: 'POST /threads/{thread_id}/runs/{run_id}/cancel',
    reference: '`wait=true` answers after the end.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'slow');
      await check.setup('a run that is running', () => check.runWith(thread, id, 'running'));
      const query = { wait: true };
      expectSuccess(await check.send('POST', `/threads/${thread}/runs/${id}/cancel`, {}, { query }));
      const run = await check.object('GET', `/threads/${thread}/runs/${id}`);
      expectEqual(run['status'], 'interrupted', 'status of the run after the answer');
    },
  },
  {
    id: 'runs.cancel.rollback',
    title: 'A cancelled run can be rolled back.',
    feature: 'runs.cancel',
    route: 'POST /threads/{thread_id}/runs/{run_id}/cancel',
    reference: '`action=rollback` ends and deletes the run with its checkpoints.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'slow');
      await check.setup('a run that is running', () => check.runWith(thread, id, 'running'));
      // A run that is cancelled before its first steps are written may leave one behind, by chance.
      await check.eventually(
        async () => (await check.list('POST', `/threads/${thread}/history`, { limit: 10 })).length >= 2,
      );
      await check.pause(1_000);
      const query = { action: 'rollback' };
      expectSuccess(await check.send('POST', `/threads/${thread}/runs/${id}/cancel`, {}, { query }));
      let status: unknown = 'running';
      let endedAt = Number.POSITIVE_INFINITY;
      await check.eventually(async () => {
        const reply = await check.send('GET', `/threads/${thread}/runs/${id}`);
        status = reply.status === 200 ? memberOf(JSON.parse(reply.text), 'status') : reply.status;
        // It may end first and be deleted then.
        if (['error', 'interrupted', 'success'].includes(String(status)))
          endedAt = Math.min(endedAt, Date.now());
        return status === 404 || Date.now() - endedAt > 2_500;
      });
      expectThat(status === 404, '404 for the run', status);
      const history = await check.list('POST', `/threads/${thread}/history`, { limit: 10 });
      expectThat(history.length === 0, 'no checkpoints of the run', history.length);
    },
  },
  {
    id: 'runs.cancel.thread',
    title: 'A thread whose run was cancelled is not busy.',
    feature: 'runs.cancel',
    route: 'GET /threads/{thread_id}',
    reference: '`status` is not `busy`, and a new run is taken.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'slow');
      await check.setup('a run that is running', () => check.runWith(thread, id, 'running'));
      await check.setup('a cancelled run', async () => {
        expectSuccess(await check.send('POST', `/threads/${thread}/runs/${id}/cancel`, {}));
        await check.runWith(thread, id, 'interrupted');
      });
      let status: unknown;
      const isFree = await check.eventually(async () => {
        ({ status } = await check.object('GET', `/threads/${thread}`));
        return status !== 'busy';
      });
      expectThat(isFree, 'another status than busy', status);
      await check.json('POST', `/threads/${thread}/runs/wait`, check.runBody('plain'));
    },
  },
  {
    id: 'runs.cancel.unknown',
    title: 'The cancel of a run that is not there is refused.',
    feature: 'server.errors',
    route: 'POST /threads/{thread_id}/runs/{run_id}/cancel',
    reference: '404.',
    async run(check) {
      const path = `/threads/${await check.thread()}/runs/${check.uuid()}/cancel`;
      const { status } = await check.send('POST', path, {});
      expectThat(status === 404, '404', status);
    },
  },
  {
    id: 'runs.cancel.many',
    title: 'Several runs are cancelled by one request.',
    feature: 'runs.cancel',
    route: 'POST /runs/cancel',
    reference: '`{thread_id, run_ids}`: 204; the runs end as `interrupted`.',
    async run(check) {
      const thread = await check.thread();
      const id = await check.started(thread, 'slow');
      await check.setup('a run that is running', () => check.runWith(thread, id, 'running'));
      expectStatus(
        await check.send('POST', '/runs/cancel', { thread_id: thread, run_ids: [id] }),
        200,
        202,
        204,
      );
      await check.runWith(thread, id, 'interrupted');
    },
  },
  {
    id: 'multitask.reject',
    title: 'A second run on a busy thread is rejected.',
    feature: 'runs.multitask',
    route: 'POST /threads/{thread_id}/runs',
    reference: '409 with `multitask_strategy: "reject"`.',
    async run(check) {
      const thread = await check.thread();
      await check.started(thread, 'slow');
      const body = check.runBody('plain', { multitask_strategy: 'reject' });
      expectStatus(await check.send('POST', `/threads/${thread}/runs`, body), 409);
    },
  },
  {
    id: 'multitask.enqueue',
    title: 'A second run waits for the first one.',
    feature: 'runs.multitask',
    route: 'POST /threads/{thread_id}/runs',
    reference: '`multitask_strategy: "enqueue"`: it is pending, then both succeed.',
    async run(check) {
      const { input } = check.graph('slow');
      const thread = await check.thread();
      const first = await check.started(thread, 'slow', {
        input: { ...input, waitMs: check.scaled(1_000) },
      });
      const body = check.runBody('plain', { multitask_strategy: 'enqueue' });
      const second = await check.object('POST', `/threads/${thread}/runs`, body);
      await check.runWith(thread, String(second['run_id']), 'success');
      const { status } = await check.object('GET', `/threads/${thread}/runs/${first}`);
      expectEqual(status, 'success', 'status of the first run when the second has ended');
    },
  },
  {
    id: 'multitask.interrupt',
    title: 'A second run interrupts the first one.',
    feature: 'runs.multitask',
    route: 'POST /threads/{thread_id}/runs',
    reference: '`multitask_strategy: "interrupt"`: the first ends as `interrupted`, the second succeeds.',
    async run(check) {
      const thread = await check.thread();
      const first = await check.started(thread, 'slow');
      await check.setup('a run that is running', () => check.runWith(thread, first, 'running'));
      const body = check.runBody('plain', { multitask_strategy: 'interrupt' });
      const second = await check.object('POST', `/threads/${thread}/runs`, body);
      await check.runWith(thread, String(second['run_id']), 'success');
      const run = await check.object('GET', `/threads/${thread}/runs/${first}`);
      expectEqual(statusOf(run), 'interrupted', 'status of the first run');
    },
  },
  {
    id: 'multitask.rollback',
    title: 'A second run rolls the first one back.',
    feature: 'runs.multitask',
    route: 'POST /threads/{thread_id}/runs',
    reference: '`multitask_strategy: "rollback"`: the first is deleted, the second succeeds.',
    async run(check) {
      const thread = await check.thread();
      const first = await check.started(thread, 'slow');
      await check.setup('a run that is running', () => check.runWith(thread, first, 'running'));
      const body = check.runBody('plain', { multitask_strategy: 'rollback' });
      const second = await check.object('POST', `/threads/${thread}/runs`, body);
      await check.runWith(thread, String(second['run_id']), 'success');
      const reply = await check.send('GET', `/threads/${thread}/runs/${first}`);
      expectThat(
        reply.status === 404,
        '404 for the first run',
        reply.status === 200 ? statusOf(JSON.parse(reply.text)) : reply.status,
      );
    },
  },
];
