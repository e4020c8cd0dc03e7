import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { expect, it } from 'vitest';
import { JsonText, stringifyExact } from 'exact-json';
import { toRunInput } from './run-input.ts';

it('converts messages anywhere, and leaves everything else unchanged', () => {
  class Mine {
    readonly message = new HumanMessage('inside');
  }
  const mine = new Mine();
  const exact = new JsonText('1.0');
  const shared = { at: new Date(0) };
  const given = {
    deep: [{ list: [new AIMessage('hi')] }],
    mine,
    exact,
    one: shared,
    two: shared,
    none: null,
  };
  const { input } = toRunInput(given);
  expect(input).toMatchObject({
    deep: [{ list: [{ type: 'ai', role: 'ai', content: 'hi' }] }],
    exact,
    none: null,
  });
  expect((input as typeof given).mine).toBe(mine);
  expect((input as typeof given).one).toEqual(shared);
  expect(given.deep[0]?.list[0]).toBeInstanceOf(AIMessage);
});

it('an input keeps a member named __proto__', () => {
  const given: unknown = JSON.parse('{"__proto__":{"messages":[1]},"constructor":{}}');
  expect(stringifyExact(toRunInput(given).input)).toBe('{"__proto__":{"messages":[1]},"constructor":{}}');
});

it.each([10_000, 200_000])('an input of %i levels is accepted', (depth) => {
  let given: unknown = new HumanMessage({ content: 'x', id: 'm' });
  for (let level = 0; level < depth; level += 1) given = level % 2 === 0 ? [given] : { a: given };
  expect(stringifyExact(toRunInput(given).input)).toContain('"content":"x"');
});

it('a cyclic value is rejected when it is serialized, not before', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = [circle];
  expect(() => stringifyExact(toRunInput(circle).input)).toThrow('contains itself');
});
