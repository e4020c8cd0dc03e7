import { expect, it } from 'vitest';
import {
  checkpointNsLevels,
  namespaceLevels,
  nodeIdOf,
  nodeOfNamespace,
  withoutIds,
} from './checkpoint-namespace.ts';
import { readInterrupts } from './read-interrupts.ts';

const id = '4014035b-1f3c-5a31-9c7e-6b1f0d1f2a3b';

it('takes the id of a task after the last colon, since the name of a task may have one', () => {
  const level = { name: 'fetch:page', taskId: id };
  const checkpointNs = `plan:1|fetch:page:${id}`;
  expect(checkpointNsLevels(checkpointNs)).toEqual([{ name: 'plan', taskId: '1' }, level]);
  expect(namespaceLevels(['plan:1', `fetch:page:${id}`])).toEqual(checkpointNsLevels(checkpointNs));
  expect(nodeOfNamespace(checkpointNs)).toBe('fetch:page');
  expect(nodeIdOf(checkpointNsLevels(checkpointNs), 'parse')).toBe('plan:fetch:page:parse');
  const asked = JSON.stringify([{ value: 'ok?', ns: [`fetch:page:${id}`] }]);
  expect(readInterrupts(asked)).toMatchObject([{ path: ['fetch:page'], taskId: id }]);
});

it('omits numbers of repeated calls, which are no levels', () => {
  expect(checkpointNsLevels(`plan:${id}|1|write:${id}`).map(({ name }) => name)).toEqual(['plan', 'write']);
  expect(nodeOfNamespace(`plan:${id}|1`)).toBeNull();
  expect(checkpointNsLevels('')).toEqual([]);
});

it('finds where LangGraph stores all calls of a subgraph, which cuts at the first colon', () => {
  expect(withoutIds(`plan:1|fetch:page:${id}`)).toBe('plan|fetch');
});
