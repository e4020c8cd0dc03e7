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
  const callerInput = {
    deep: [{ list: [new AIMessage('hi')] }],
    mine,
    exact,
    one: shared,
    two: shared,
    none: null,
  };
  const { input } = toRunInput(callerInput);
  expect(input).toMatchObject({
    deep: [{ list: [{ type: 'ai', role: 'ai', content: 'hi' }] }],
    exact,
    none: null,
  });
  expect((input as typeof callerInput).mine).toBe(mine);
  expect((input as typeof callerInput).one).toEqual(shared);
  expect(callerInput.deep[0]?.list[0]).toBeInstanceOf(AIMessage);
});

it('an input keeps a member named __proto__', () => {
  const input: unknown = JSON.parse('{"__proto__":{"messages":[1]},"constructor":{}}');
  expect(stringifyExact(toRunInput(input).input)).toBe('{"__proto__":{"messages":[1]},"constructor":{}}');
});

it.each([10_000, 200_000])('an input of %i levels is accepted', (depth) => {
  let input: unknown = new HumanMessage({ content: 'x', id: 'm' });
  for (let level = 0; level < depth; level += 1) input = level % 2 === 0 ? [input] : { a: input };
  expect(stringifyExact(toRunInput(input).input)).toContain('"content":"x"');
});

it('a cyclic value is rejected when it is serialized, not before', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = [circle];
  expect(() => stringifyExact(toRunInput(circle).input)).toThrow('contains itself');
});
