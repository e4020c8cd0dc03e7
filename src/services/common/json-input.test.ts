import { expect, it } from 'vitest';
import { parseJsonInput } from './json-input.ts';

it.each(['9007199254740993', '{"10":1.0,"2":-0.0}', '  [1e400]\n', '"\u{1F600} é"', '"\\ud800"'])(
  'passes %j on unchanged',
  (text) => {
    expect(parseJsonInput(text, 'The input').text).toBe(text);
  },
);

it.each([
  ['', 'it is empty', 1, 1],
  ['  \n ', 'it is empty', 2, 2],
  ['{"a": 1,\n "b": }', 'line 2, column 7', 2, 7],
  ['"\uDC00"', 'half of a character', 1, 2],
  ['["ok", "\uD83D"]', 'half of a character', 1, 9],
])('rejects %j with its position', (text, problem, line, column) => {
  const refused = expect.objectContaining({
    code: 'invalid-input',
    message: expect.stringContaining(problem) as string,
    hint: `Look at line ${line}, column ${column}. Nothing was sent.`,
  }) as Error;
  expect(() => parseJsonInput(text, 'The input')).toThrow(refused);
});
