import type { CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectOrder, expectThat } from '../expect.ts';

async function threads(check: CaseContext, count: number): Promise<{ word: string; ids: readonly string[] }> {
  const word = check.uuid();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await check.thread({ metadata: { word, index } }));
  return { word, ids };
}

async function search(check: CaseContext, body: object): Promise<readonly string[]> {
  const wires = await check.list('POST', '/threads/search', body);
  return wires.map((thread) => String(thread['thread_id']));
}

export const threadSearchCases: readonly CheckCase[] = [
  {
    id: 'threads.search.metadata',
    title: 'Threads are found by metadata.',
    feature: 'threads.search',
    route: 'POST /threads/search',
    reference: 'Only threads whose metadata has all of `metadata`.',
    async run(check) {
      const { word, ids } = await threads(check, 2);
      await check.thread();
      const foundIds = await search(check, { metadata: { word } });
      expectOrder(foundIds.toSorted(), ids.toSorted(), 'threads with that metadata');
    },
  },
  {
    id: 'threads.search.newest-first',
    title: 'Threads are listed newest first.',
    feature: 'threads.search',
    route: 'POST /threads/search',
    reference: 'Sorted by `created_at`, descending, by default.',
    async run(check) {
      const { word, ids } = await threads(check, 3);
      expectOrder(await search(check, { metadata: { word } }), ids.toReversed(), 'order of the threads');
    },
  },
  {
    id: 'threads.search.sort',
    title: 'Threads are sorted as asked.',
    feature: 'threads.search',
    route: 'POST /threads/search',
    reference: '`sort_by` and `sort_order`.',
    async run(check) {
      const { word, ids } = await threads(check, 3);
      const foundIds = await search(check, { metadata: { word }, sort_by: 'created_at', sort_order: 'asc' });
      expectOrder(foundIds, ids, 'order of the threads');
    },
  },
  {
    id: 'threads.search.page',
    title: 'Threads are listed page by page.',
    feature: 'threads.search',
    route: 'POST /threads/search',
    reference: '`limit` and `offset`.',
    async run(check) {
      const { word, ids } = await threads(check, 3);
      const [first, second] = [
        await search(check, { metadata: { word }, limit: 2, offset: 0 }),
        await search(check, { metadata: { word }, limit: 2, offset: 2 }),
      ];
      expectEqual([first.length, second.length], [2, 1], 'sizes of the pages');
      expectOrder([...first, ...second].toSorted(), ids.toSorted(), 'threads of all pages');
    },
  },
  {
    id: 'threads.search.ids',
    title: 'Threads are found by their ids.',
    feature: 'threads.search',
    route: 'POST /threads/search',
    reference: '`ids` lists only these threads.',
    async run(check) {
      const { word, ids } = await threads(check, 2);
      const [threadId = ''] = ids;
      expectOrder(await search(check, { ids: [threadId], metadata: { word } }), [threadId], 'threads');
    },
  },
  {
    id: 'threads.search.select',
    title: 'Only the selected members of threads are sent.',
    feature: 'threads.search',
    route: 'POST /threads/search',
    reference: '`select` names members.',
    async run(check) {
      const { word } = await threads(check, 1);
      const [thread = {}] = await check.list('POST', '/threads/search', {
        metadata: { word },
        select: ['thread_id', 'status'],
      });
      expectEqual(Object.keys(thread).toSorted(), ['status', 'thread_id'], 'members of the thread');
    },
  },
  {
    id: 'threads.search.values',
    title: 'Threads are found by their values.',
    feature: 'threads.search-values',
    route: 'POST /threads/search',
    reference: 'Only threads whose state has all of `values`.',
    async run(check) {
      const { input } = check.graph('plain');
      const [key = ''] = Object.keys(input);
      const word = check.uuid();
      // Every server has some thread without values; some servers fail at it.
      await check.thread();
      const id = await check.ran('plain', { input: { ...input, [key]: word } });
      const other = await check.ran('plain', { input: { ...input, [key]: 'another' } });
      const foundIds = await search(check, { values: { [key]: word }, metadata: check.marker, limit: 1000 });
      expectThat(foundIds.includes(id), 'the thread with that value', 'others or none');
      expectThat(!foundIds.includes(other), 'no thread with another value', 'one');
    },
  },
  {
    id: 'threads.search.values-of-empty',
    title: 'A thread without values is not found by values.',
    feature: 'threads.search-values',
    route: 'POST /threads/search',
    reference: 'Only threads whose state has all of `values`.',
    async run(check) {
      const { word } = await threads(check, 1);
      const foundIds = await search(check, { values: { text: word }, metadata: { word } });
      expectThat(foundIds.length === 0, 'no thread', foundIds.length);
    },
  },
  {
    id: 'threads.search.idle',
    title: 'Idle threads are found by their status.',
    feature: 'threads.search-status',
    route: 'POST /threads/search',
    reference: 'Only threads with that `status`.',
    async run(check) {
      const { word, ids } = await threads(check, 1);
      expectOrder(await search(check, { status: 'idle', metadata: { word } }), ids, 'idle threads');
      expectEqual(
        await search(check, { status: 'interrupted', metadata: { word } }),
        [],
        'interrupted threads',
      );
    },
  },
  {
    id: 'threads.search.interrupted',
    title: 'Interrupted threads are found by their status.',
    feature: 'threads.search-status',
    route: 'POST /threads/search',
    reference: 'Only threads with that `status`.',
    async run(check) {
      const id = await check.ran('ask');
      const body = { status: 'interrupted', metadata: check.marker, limit: 1000 };
      const listed = await check.eventually(async () => (await search(check, body)).includes(id));
      expectThat(listed, 'the interrupted thread', 'others');
    },
  },
  {
    id: 'threads.search.error',
    title: 'Threads whose run failed are found by their status.',
    feature: 'threads.search-status',
    route: 'POST /threads/search',
    reference: 'Only threads with that `status`.',
    async run(check) {
      const id = await check.thread();
      await check.send('POST', `/threads/${id}/runs/wait`, check.runBody('failing'));
      const body = { status: 'error', metadata: check.marker, limit: 1000 };
      const listed = await check.eventually(async () => (await search(check, body)).includes(id));
      expectThat(listed, 'the thread of the failed run', 'others');
    },
  },
  {
    id: 'threads.count',
    title: 'Threads are counted by metadata.',
    feature: 'threads.count',
    route: 'POST /threads/count',
    reference: 'A number.',
    async run(check) {
      const { word } = await threads(check, 2);
      expectEqual(await check.json('POST', '/threads/count', { metadata: { word } }), 2, 'count');
    },
  },
  {
    id: 'threads.count.status',
    title: 'Threads are counted by status.',
    feature: 'threads.count',
    route: 'POST /threads/count',
    reference: 'A number.',
    async run(check) {
      const { word } = await threads(check, 2);
      const count = await check.json('POST', '/threads/count', { metadata: { word }, status: 'error' });
      expectEqual(count, 0, 'count of failed threads');
    },
  },
];
