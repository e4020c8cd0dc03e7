import type { CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectList, expectStatus, expectSuccess, expectThat, memberOf } from '../expect.ts';

async function put(
  check: CaseContext,
  namespace: readonly string[],
  key: string,
  value: object,
): Promise<void> {
  check.cleanup.storeItem(namespace, key);
  expectSuccess(await check.send('PUT', '/store/items', { namespace, key, value }));
}

async function get(check: CaseContext, namespace: readonly string[], key: string): Promise<unknown> {
  const query = { namespace: namespace.join('.'), key };
  return check.json('GET', '/store/items', undefined, { query });
}

async function keysOf(check: CaseContext, body: object): Promise<readonly string[]> {
  const { items } = await check.object('POST', '/store/items/search', body);
  return expectList(items, 'items')
    .map(({ key }) => String(key))
    .toSorted();
}

export const storeCases: readonly CheckCase[] = [
  {
    id: 'store.put',
    title: 'An item is stored and read.',
    feature: 'store.items',
    route: 'PUT /store/items',
    reference: 'The item: `namespace`, `key`, `value`, `created_at`, `updated_at`.',
    async run(check) {
      const { namespace } = check;
      await put(check, namespace, 'one', { text: 'first', list: [1, { deep: true }] });
      const item = await get(check, namespace, 'one');
      expectEqual(memberOf(item, 'value'), { text: 'first', list: [1, { deep: true }] }, 'value');
      expectEqual(memberOf(item, 'key'), 'one', 'key');
      const stored = memberOf(item, 'namespace');
      expectThat(
        Array.isArray(stored) && stored.join('.') === namespace.join('.'),
        'the namespace as a list',
        stored,
      );
    },
  },
  {
    id: 'store.overwrite',
    title: 'An item is stored again.',
    feature: 'store.items',
    route: 'PUT /store/items',
    reference: 'The new value takes the place of the old one; `created_at` stays.',
    async run(check) {
      const { namespace } = check;
      await check.setup('an item', () => put(check, namespace, 'one', { text: 'first', more: 1 }));
      const before = await get(check, namespace, 'one');
      await put(check, namespace, 'one', { text: 'second' });
      const after = await get(check, namespace, 'one');
      expectEqual(memberOf(after, 'value'), { text: 'second' }, 'value');
      const isKept = memberOf(after, 'created_at') === memberOf(before, 'created_at');
      expectThat(isKept, 'created_at of the first time', 'another time');
    },
  },
  {
    id: 'store.get.missing',
    title: 'An item that is not there is answered without an error of the server.',
    feature: 'store.items',
    route: 'GET /store/items',
    reference: '`null`, or 404.',
    async run(check) {
      const { namespace } = check;
      await check.setup('an item', () => put(check, namespace, 'one', {}));
      const query = { namespace: namespace.join('.'), key: 'two' };
      const { status, text } = await check.send('GET', '/store/items', undefined, { query });
      expectThat(status === 404 || (status === 200 && text.trim() === 'null'), 'null or 404', status);
    },
  },
  {
    id: 'store.delete',
    title: 'An item is deleted.',
    feature: 'store.items',
    route: 'DELETE /store/items',
    reference: '2xx; then it is not there.',
    async run(check) {
      const { namespace } = check;
      await check.setup('an item', () => put(check, namespace, 'one', { text: 'first' }));
      expectSuccess(await check.send('DELETE', '/store/items', { namespace, key: 'one' }));
      expectEqual(await keysOf(check, { namespace_prefix: namespace }), [], 'items');
    },
  },
  {
    id: 'store.invalid-namespace',
    title: 'A namespace with a dot in a label is refused.',
    feature: 'store.items',
    route: 'PUT /store/items',
    reference: '400 or 422: `GET` joins labels with dots.',
    async run(check) {
      const namespace = [...check.namespace, 'a.b'];
      const reply = await check.send('PUT', '/store/items', { namespace, key: 'one', value: {} });
      if (reply.status < 300) check.cleanup.storeItem(namespace, 'one');
      expectStatus(reply, 400, 422);
    },
  },
  {
    id: 'store.empty-namespace',
    title: 'An empty namespace is refused.',
    feature: 'store.items',
    route: 'PUT /store/items',
    reference: '400 or 422.',
    async run(check) {
      const key = check.uuid();
      const reply = await check.send('PUT', '/store/items', { namespace: [], key, value: {} });
      if (reply.status < 300) check.cleanup.storeItem([], key);
      expectStatus(reply, 400, 422);
    },
  },
  {
    id: 'store.search',
    title: 'Items are found by the start of their namespace.',
    feature: 'store.search',
    route: 'POST /store/items/search',
    reference: '`namespace_prefix`: items of that namespace and of those inside.',
    async run(check) {
      const { namespace } = check;
      await check.setup('items', async () => {
        await put(check, namespace, 'one', {});
        await put(check, [...namespace, 'inside'], 'two', {});
      });
      expectEqual(await keysOf(check, { namespace_prefix: namespace }), ['one', 'two'], 'items');
      expectEqual(
        await keysOf(check, { namespace_prefix: [...namespace, 'inside'] }),
        ['two'],
        'items inside',
      );
    },
  },
  {
    id: 'store.search.filter',
    title: 'Items are found by their value.',
    feature: 'store.search',
    route: 'POST /store/items/search',
    reference: '`filter`: items whose value has these members.',
    async run(check) {
      const { namespace } = check;
      await check.setup('items', async () => {
        await put(check, namespace, 'red', { colour: 'red' });
        await put(check, namespace, 'blue', { colour: 'blue' });
      });
      const body = { namespace_prefix: namespace, filter: { colour: 'red' } };
      expectEqual(await keysOf(check, body), ['red'], 'items');
    },
  },
  {
    id: 'store.search.page',
    title: 'Items are listed page by page.',
    feature: 'store.search',
    route: 'POST /store/items/search',
    reference: '`limit` and `offset`.',
    async run(check) {
      const { namespace } = check;
      await check.setup('items', async () => {
        for (const key of ['one', 'two', 'three']) await put(check, namespace, key, {});
      });
      const first = await keysOf(check, { namespace_prefix: namespace, limit: 2 });
      const second = await keysOf(check, { namespace_prefix: namespace, limit: 2, offset: 2 });
      expectEqual([first.length, second.length], [2, 1], 'sizes of the pages');
      expectEqual([...first, ...second].toSorted(), ['one', 'three', 'two'], 'items of all pages');
    },
  },
  {
    id: 'store.namespaces',
    title: 'Namespaces are listed.',
    feature: 'store.search',
    route: 'POST /store/namespaces',
    reference: '`prefix`, `max_depth`: a list of namespaces.',
    async run(check) {
      const { namespace } = check;
      await check.setup('items', async () => {
        await put(check, [...namespace, 'a', 'deep'], 'one', {});
        await put(check, [...namespace, 'b'], 'two', {});
      });
      const list = async (body: object): Promise<readonly string[]> => {
        const { namespaces } = await check.object('POST', '/store/namespaces', {
          prefix: namespace,
          ...body,
        });
        expectThat(Array.isArray(namespaces), 'a list as namespaces', namespaces);
        return namespaces
          .map((one: unknown) => (Array.isArray(one) ? one.slice(namespace.length).join('.') : 'none'))
          .toSorted();
      };
      expectEqual(await list({}), ['a.deep', 'b'], 'namespaces');
      expectEqual(await list({ max_depth: namespace.length + 1 }), ['a', 'b'], 'namespaces to that depth');
    },
  },
];
