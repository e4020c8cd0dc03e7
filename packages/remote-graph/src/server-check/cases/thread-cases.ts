import type { CheckCase } from '../case.ts';
import { expectEqual, expectStatus, expectSuccess, expectText, expectThat, memberOf } from '../expect.ts';
import { jsonOf } from '../wire-client.ts';

export const threadCases: readonly CheckCase[] = [
  {
    id: 'threads.create',
    title: 'A thread is created with metadata.',
    feature: 'threads.read',
    route: 'POST /threads',
    reference: 'The thread: a new `thread_id`, `metadata`, `status: "idle"`, `created_at` and `updated_at`.',
    async run(check) {
      const thread = await check.object('POST', '/threads', { metadata: { ...check.marker, colour: 'red' } });
      check.cleanup.thread(expectText(thread['thread_id'], 'thread_id'));
      expectEqual(memberOf(thread, 'metadata', 'colour'), 'red', 'metadata.colour');
      expectEqual(thread['status'], 'idle', 'status');
      for (const name of ['created_at', 'updated_at']) {
        expectThat(Number.isFinite(Date.parse(String(thread[name]))), `a time as ${name}`, thread[name]);
      }
    },
  },
  {
    id: 'threads.create.with-id',
    title: 'A thread is created with the id that the client chose.',
    feature: 'threads.read',
    route: 'POST /threads',
    reference: '`thread_id` of the body is taken over.',
    async run(check) {
      const id = check.uuid();
      check.cleanup.thread(id);
      const thread = await check.object('POST', '/threads', { thread_id: id, metadata: check.marker });
      check.cleanup.thread(expectText(thread['thread_id'], 'thread_id'));
      expectThat(thread['thread_id'] === id, 'the id of the request', thread['thread_id']);
    },
  },
  {
    id: 'threads.create.exists',
    title: 'A thread that exists is not created again.',
    feature: 'threads.read',
    route: 'POST /threads',
    reference: '409, unless `if_exists` is `do_nothing`.',
    async run(check) {
      const id = await check.thread();
      expectStatus(await check.send('POST', '/threads', { thread_id: id, metadata: check.marker }), 409);
    },
  },
  {
    id: 'threads.create.do-nothing',
    title: 'With `do_nothing` a thread that exists is returned as it is.',
    feature: 'threads.read',
    route: 'POST /threads',
    reference: '`if_exists: "do_nothing"` returns the thread that exists.',
    async run(check) {
      const id = await check.thread({ metadata: { colour: 'red' } });
      const again = await check.object('POST', '/threads', {
        thread_id: id,
        if_exists: 'do_nothing',
        metadata: { ...check.marker, colour: 'blue' },
      });
      expectThat(again['thread_id'] === id, 'the same thread', again['thread_id']);
      expectEqual(memberOf(again, 'metadata', 'colour'), 'red', 'metadata.colour of the thread that exists');
    },
  },
  {
    id: 'threads.get',
    title: 'A thread can be read.',
    feature: 'threads.read',
    route: 'GET /threads/{thread_id}',
    reference: 'The thread with its metadata and status.',
    async run(check) {
      const id = await check.thread({ metadata: { colour: 'red' } });
      const thread = await check.object('GET', `/threads/${id}`);
      expectThat(thread['thread_id'] === id, 'the thread that was asked for', thread['thread_id']);
      expectEqual(memberOf(thread, 'metadata', 'colour'), 'red', 'metadata.colour');
      expectEqual(thread['status'], 'idle', 'status');
    },
  },
  {
    id: 'threads.get.values',
    title: 'A thread that has run has the values of its newest state.',
    feature: 'threads.read',
    route: 'GET /threads/{thread_id}',
    reference: '`values` is the newest state.',
    async run(check) {
      const { input } = check.graph('plain');
      const id = await check.ran('plain');
      const thread = await check.object('GET', `/threads/${id}`);
      const [key = ''] = Object.keys(input);
      expectEqual(memberOf(thread, 'values', key), input[key], `values.${key}`);
    },
  },
  {
    id: 'threads.update',
    title: 'Metadata of a thread is merged.',
    feature: 'threads.read',
    route: 'PATCH /threads/{thread_id}',
    reference: 'New keys of `metadata` are added, others stay.',
    async run(check) {
      const id = await check.thread({ metadata: { colour: 'red', size: 1 } });
      const updated = await check.object('PATCH', `/threads/${id}`, { metadata: { size: 2 } });
      expectEqual(memberOf(updated, 'metadata', 'size'), 2, 'metadata.size');
      const thread = await check.object('GET', `/threads/${id}`);
      expectEqual(memberOf(thread, 'metadata', 'colour'), 'red', 'metadata.colour, which was not sent');
      expectEqual(memberOf(thread, 'metadata', 'size'), 2, 'metadata.size, read again');
    },
  },
  {
    id: 'threads.delete',
    title: 'A thread can be deleted.',
    feature: 'threads.read',
    route: 'DELETE /threads/{thread_id}',
    reference: '2xx; then it is not found.',
    async run(check) {
      const id = await check.thread();
      expectSuccess(await check.send('DELETE', `/threads/${id}`));
      const { status } = await check.send('GET', `/threads/${id}`);
      expectThat(status === 404, '404 for the deleted thread', status);
    },
  },
  {
    id: 'threads.copy',
    title: 'A thread can be copied with its state.',
    feature: 'threads.copy',
    route: 'POST /threads/{thread_id}/copy',
    reference: 'A new thread with the same state.',
    async run(check) {
      const id = await check.ran('plain');
      const reply = await check.send('POST', `/threads/${id}/copy`, {});
      expectSuccess(reply);
      const copy = expectText(memberOf(jsonOf(reply), 'thread_id'), 'thread_id of the copy');
      check.cleanup.thread(copy);
      expectThat(copy !== id, 'another thread', 'the same one');
      const original = await check.state(id);
      expectEqual((await check.state(copy))['values'], original['values'], 'values of the copy');
    },
  },
  {
    id: 'threads.copy.history',
    title: 'A copy has the history of the thread.',
    feature: 'threads.copy',
    route: 'POST /threads/{thread_id}/copy',
    reference: 'As many checkpoints as the thread.',
    async run(check) {
      const id = await check.ran('plain');
      const history = await check.setup('a history', () =>
        check.list('POST', `/threads/${id}/history`, { limit: 50 }),
      );
      const copy = expectText(
        (await check.object('POST', `/threads/${id}/copy`, {}))['thread_id'],
        'thread_id',
      );
      check.cleanup.thread(copy);
      const copied = await check.list('POST', `/threads/${copy}/history`, { limit: 50 });
      expectEqual(copied.length, history.length, 'checkpoints of the copy');
    },
  },
  {
    id: 'threads.prune.delete',
    title: 'Several threads are deleted by one request.',
    feature: 'threads.prune',
    route: 'POST /threads/prune',
    reference: '`{thread_ids, strategy: "delete"}` deletes them and answers `pruned_count`.',
    async run(check) {
      const ids = [await check.thread(), await check.thread()];
      const pruned = await check.object('POST', '/threads/prune', { thread_ids: ids, strategy: 'delete' });
      expectEqual(pruned['pruned_count'], 2, 'pruned_count');
      const { status } = await check.send('GET', `/threads/${ids[0]}`);
      expectThat(status === 404, '404 for a pruned thread', status);
    },
  },
  {
    id: 'threads.prune.keep-latest',
    title: 'Pruning keeps the newest state of a thread.',
    feature: 'threads.prune',
    route: 'POST /threads/prune',
    reference: '`strategy: "keep_latest"` removes older checkpoints only.',
    async run(check) {
      const id = await check.ran('plain');
      const { values } = await check.state(id);
      await check.json('POST', '/threads/prune', { thread_ids: [id], strategy: 'keep_latest' });
      expectEqual((await check.state(id))['values'], values, 'values after pruning');
      const history = await check.list('POST', `/threads/${id}/history`, { limit: 50 });
      expectThat(history.length === 1, 'one checkpoint', history.length);
    },
  },
  {
    id: 'threads.ttl',
    title: 'A thread is created with a time to live.',
    feature: 'threads.prune',
    route: 'POST /threads',
    reference: '`ttl: {ttl, strategy}`; `GET` with `include=ttl` tells it.',
    async run(check) {
      const ttl = { ttl: 60, strategy: 'delete' };
      const thread = await check.object('POST', '/threads', { metadata: check.marker, ttl });
      const id = expectText(thread['thread_id'], 'thread_id');
      check.cleanup.thread(id);
      const read = await check.object('GET', `/threads/${id}`, undefined, { query: { include: 'ttl' } });
      const reportedTtl = memberOf(read, 'ttl');
      expectThat(
        reportedTtl !== undefined && reportedTtl !== null,
        'the time to live in the thread',
        reportedTtl ?? null,
      );
    },
  },
];
