import { expect, it } from 'vitest';
import { readInterrupts } from './read-interrupts.ts';

const briefly = (text: string | null) =>
  readInterrupts(text).map(({ id, taskId, path, valueText }) => [id, taskId, path.join('/'), valueText]);

it.each<[string, string | null, readonly unknown[]]>([
  ['a list', '[{"id":"i","value":{"q":1.0}}]', [['i', null, '', '{"q":1.0}']]],
  ['a map from task ids', '{"t1":[{"id":"i","value":1}],"t2":[]}', [['i', 't1', '', '1']]],
  ['a map from task ids to single ones', '{"t1":{"id":"i","value":1}}', [['i', 't1', '', '1']]],
  ['a map under one name', '{"__interrupt__":[{"id":"i","value":1}]}', [['i', null, '', '1']]],
  ['a map of maps', '{"t1":{"__interrupt__":[{"interrupt_id":"i","value":1}]}}', [['i', 't1', '', '1']]],
  ['a single one', '{"value":"Go on?","resumable":true}', [[null, null, '', '"Go on?"']]],
  [
    'one of older servers',
    '[{"value":1,"when":"during","resumable":true,"ns":["outer:o1","ask:t9"]}]',
    [[null, 't9', 'outer/ask', '1']],
  ],
  ['a namespace as text', '[{"interrupt_id":"i","value":1,"ns":"ask:t9"}]', [['i', 't9', 'ask', '1']]],
  [
    'bare values',
    '["Go on?",7,{"question":"?"}]',
    [
      [null, null, '', '"Go on?"'],
      [null, null, '', '7'],
      [null, null, '', '{"question":"?"}'],
    ],
  ],
  ['a list of lists', '[[{"id":"i","value":1}]]', [['i', null, '', '1']]],
  ['one without a value', '[{"id":"i"}]', [['i', null, '', 'null']]],
  ['a wrong id', '[{"id":7,"value":1}]', [[null, null, '', '1']]],
  ['nothing', null, []],
  ['an empty map', '{}', []],
  ['another value', '"text"', []],
])('reads %s', (_name, text, expected) => {
  expect(briefly(text)).toEqual(expected);
});

it('reads no deeper than servers nest', () => {
  expect(readInterrupts('['.repeat(50) + ']'.repeat(50))).toEqual([]);
  expect(readInterrupts(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)).toEqual([]);
});
