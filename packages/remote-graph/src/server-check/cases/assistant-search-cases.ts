import type { CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectOrder, expectStatus, expectThat } from '../expect.ts';
import { jsonOf } from '../wire-client.ts';

// Assistants that only one case has, and the word in their metadata.
async function assistants(
  check: CaseContext,
  ...names: readonly string[]
): Promise<{ word: string; ids: readonly string[] }> {
  const word = check.uuid();
  const ids: string[] = [];
  for (const name of names)
    ids.push(await check.assistant(check.graph('plain').name, { name, metadata: { word } }));
  return { word, ids };
}

async function search(check: CaseContext, body: object): Promise<readonly string[]> {
  const wires = await check.list('POST', '/assistants/search', body);
  return wires.map((assistant) => String(assistant['assistant_id']));
}

export const assistantSearchCases: readonly CheckCase[] = [
  {
    id: 'assistants.search.metadata',
    title: 'Assistants are found by metadata.',
    feature: 'assistants.search',
    route: 'POST /assistants/search',
    reference: 'Only assistants whose metadata has all of `metadata`.',
    async run(check) {
      const { word, ids } = await assistants(check, 'One', 'Two');
      const foundIds = await search(check, { metadata: { word } });
      expectOrder(foundIds.toSorted(), ids.toSorted(), 'assistants with that metadata');
    },
  },
  {
    id: 'assistants.search.graph',
    title: 'Assistants are found by their graph.',
    feature: 'assistants.search',
    route: 'POST /assistants/search',
    reference: 'Only assistants with that `graph_id`.',
    async run(check) {
      const { name } = check.graph('plain');
      const { word, ids } = await assistants(check, 'One');
      expectEqual(
        await search(check, { metadata: { word }, graph_id: name }),
        ids,
        'assistants of the graph',
      );
      const body = { metadata: { word }, graph_id: 'graph_server_check_no_such_graph' };
      const others = await check.send('POST', '/assistants/search', body);
      expectStatus(others, 200, 404, 422);
      if (others.status === 200) expectEqual(jsonOf(others), [], 'assistants of another graph');
    },
  },
  {
    id: 'assistants.search.name',
    title: 'Assistants are found by a part of their name.',
    feature: 'assistants.search',
    route: 'POST /assistants/search',
    reference: '`name` is looked for in any case.',
    async run(check) {
      const { word, ids } = await assistants(check, 'Check Apple', 'Check Pear');
      expectOrder(await search(check, { metadata: { word }, name: 'apple' }), ids.slice(0, 1), 'assistants');
    },
  },
  {
    id: 'assistants.search.sort',
    title: 'Assistants are sorted as asked.',
    feature: 'assistants.search',
    route: 'POST /assistants/search',
    reference: '`sort_by` and `sort_order`.',
    async run(check) {
      const { word, ids } = await assistants(check, 'A', 'B', 'C');
      const foundIds = await search(check, { metadata: { word }, sort_by: 'name', sort_order: 'asc' });
      expectOrder(foundIds, ids, 'order of the assistants');
    },
  },
  {
    id: 'assistants.search.page',
    title: 'Assistants are listed page by page.',
    feature: 'assistants.search',
    route: 'POST /assistants/search',
    reference: '`limit` and `offset`.',
    async run(check) {
      const { word, ids } = await assistants(check, 'A', 'B', 'C');
      const first = await search(check, { metadata: { word }, limit: 2 });
      const second = await search(check, { metadata: { word }, limit: 2, offset: 2 });
      expectEqual([first.length, second.length], [2, 1], 'sizes of the pages');
      expectOrder([...first, ...second].toSorted(), ids.toSorted(), 'assistants of all pages');
    },
  },
  {
    id: 'assistants.search.select',
    title: 'Only the selected members of assistants are sent.',
    feature: 'assistants.search',
    route: 'POST /assistants/search',
    reference: '`select` names members.',
    async run(check) {
      const { word } = await assistants(check, 'A');
      const [assistant = {}] = await check.list('POST', '/assistants/search', {
        metadata: { word },
        select: ['assistant_id', 'name'],
      });
      expectEqual(Object.keys(assistant).toSorted(), ['assistant_id', 'name'], 'members of the assistant');
    },
  },
  {
    id: 'assistants.count',
    title: 'Assistants are counted.',
    feature: 'assistants.search',
    route: 'POST /assistants/count',
    reference: 'A number.',
    async run(check) {
      const { word } = await assistants(check, 'A', 'B');
      const count = await check.json('POST', '/assistants/count', { metadata: { word } });
      expectThat(count === 2, '2', count);
    },
  },
];
