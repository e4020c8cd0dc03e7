import type { CaseContext } from '../case-context.ts';
import type { CheckCase } from '../case.ts';
import { expectEqual, expectSuccess, expectThat, memberOf } from '../expect.ts';
import { different } from '../findings.ts';

// Larger than what a double holds.
const longInteger = '9007199254740993';
const anyText = 'ü 漢字 😀 \u{1d11e} \u05d0 \u2028 \u200d "quotes" \\ </script>';

// Runs with a member of the input as JSON text, and returns the state as the server wrote it.
async function stateWith(check: CaseContext, data: string): Promise<string> {
  const thread = await check.thread();
  const body = JSON.stringify(
    check.runBody('plain', { input: { ...check.graph('plain').input, data: '{data}' } }),
  );
  const bodyText = body.replace('"{data}"', data);
  await check.setup('a run', async () => {
    expectSuccess(await check.send('POST', `/threads/${thread}/runs/wait`, undefined, { bodyText }));
  });
  const reply = await check.send('GET', `/threads/${thread}/state`);
  expectSuccess(reply);
  return reply.text;
}

export const exactnessCases: readonly CheckCase[] = [
  {
    id: 'exact.long-integers',
    title: 'A long integer in the state is not rounded.',
    feature: 'server.exactness',
    route: 'GET /threads/{thread_id}/state',
    reference: "Integers of any length are kept: Python's have none.",
    async run(check) {
      const text = await stateWith(check, `{"long":${longInteger}}`);
      const returned = /"long":\s*([^,}\s]+)/.exec(text)?.[1];
      if (returned !== longInteger) throw different(`${longInteger} came back as ${returned ?? 'nothing'}`);
    },
  },
  {
    id: 'exact.text',
    title: 'Text of any language comes back as it was sent.',
    feature: 'server.exactness',
    route: 'GET /threads/{thread_id}/state',
    reference: 'JSON text is Unicode.',
    async run(check) {
      const state = JSON.parse(await stateWith(check, JSON.stringify({ any: anyText }))) as unknown;
      expectThat(
        memberOf(state, 'values', 'data', 'any') === anyText,
        'the same text',
        memberOf(state, 'values', 'data', 'any'),
      );
    },
  },
  {
    id: 'exact.metadata',
    title: 'Metadata of a thread is kept as it was sent.',
    feature: 'server.exactness',
    route: 'POST /threads',
    reference: 'Any JSON, with its nulls, its empty lists and its nesting.',
    async run(check) {
      const metadata = { text: anyText, nothing: null, empty: [], deep: { er: [1, [2, { x: false }]] } };
      const thread = await check.thread({ metadata });
      const read = await check.object('GET', `/threads/${thread}`);
      for (const [key, value] of Object.entries(metadata))
        expectEqual(memberOf(read, 'metadata', key), value, `metadata.${key}`);
    },
  },
  {
    id: 'exact.store',
    title: 'A long integer in the store is not rounded.',
    feature: 'server.exactness',
    route: 'PUT /store/items',
    reference: 'Integers of any length are kept.',
    async run(check) {
      const { namespace } = check;
      check.cleanup.storeItem(namespace, 'one');
      const bodyText = `{"namespace":${JSON.stringify(namespace)},"key":"one","value":{"long":${longInteger}}}`;
      await check.setup('an item', async () => {
        expectSuccess(await check.send('PUT', '/store/items', undefined, { bodyText }));
      });
      const query = { namespace: namespace.join('.'), key: 'one' };
      const reply = await check.send('GET', '/store/items', undefined, { query });
      expectSuccess(reply);
      const returned = /"long":\s*([^,}\s]+)/.exec(reply.text)?.[1];
      if (returned !== longInteger) throw different(`${longInteger} came back as ${returned ?? 'nothing'}`);
    },
  },
];
