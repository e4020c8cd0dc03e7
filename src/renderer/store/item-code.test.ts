import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { StoreItem } from '../../shared/model/store-item.ts';
import { itemCode } from './item-code.ts';

const item: StoreItem = {
  namespace: ['users', 'a "quoted" label'],
  key: 'back\\slash',
  valueText: '{"text":"line\\n${x} \\u2028 ü","n":1,"__proto__":{"own":true},"id":9007199254740993}',
  createdAt: null,
  updatedAt: null,
};

/** Runs the copied TypeScript with a client that prints its arguments. */
it('the TypeScript writes this item', () => {
  const code = itemCode(item, 'typescript').replace(
    'import { Client } from "@langchain/langgraph-sdk";',
    'class Client { store = { putItem: async (...args) => console.log(JSON.stringify(args)) } }',
  );
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual([item.namespace, item.key, JSON.parse(item.valueText)]);
});

it('the Python has the same arguments as literals, with all digits and nothing invisible', () => {
  const code = itemCode({ ...item, key: 'a\u202eb' }, 'python');
  expect(code).toContain(
    'client.store.put_item(["users", "a \\"quoted\\" label"], key="a\\u202eb", value=value)',
  );
  expect(code).toContain('"id": 9007199254740993,');
});
