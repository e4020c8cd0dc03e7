import { expect, it } from 'vitest';
import { messageUsages } from './message-usages.ts';

it.each([
  ['nothing', 'null', []],
  ['no messages', '{"text":"x"}', []],
  ['a message', '{"messages":{"id":"a","usage_metadata":{"input_tokens":3,"output_tokens":4}}}', [['a', 7]]],
  ['updates as pairs', '[["messages",[{"id":"a","usage_metadata":{"total_tokens":2}}]]]', [['a', 2]]],
  [
    'messages without ids',
    '{"m":[{"usage_metadata":{"total_tokens":1}},{"usage_metadata":{"total_tokens":2}}]}',
    [
      ['#0', 1],
      ['#1', 2],
    ],
  ],
  ['the word in a text', '{"text":"\\"usage_metadata\\""}', []],
] as const)('the tokens of %s are counted by message', (_, text, expected) => {
  expect([...messageUsages(JSON.parse(text))].map(([id, { total }]) => [id, total])).toEqual(expected);
});
