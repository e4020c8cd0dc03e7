import { expect, it } from 'vitest';
import { taskErrorMessage } from './task-error.ts';

it.each([
  [null, null],
  [undefined, null],
  ['{"message":"it broke","name":"BoomError"}', 'BoomError: it broke'],
  [{ message: 'it broke', name: 'BoomError' }, 'BoomError: it broke'],
  [{ error: 'Error', message: '{"error":"BoomError","message":"it broke"}' }, 'BoomError: it broke'],
  ["ValueError('it broke')", 'ValueError: it broke'],
  ['KeyError("it\'s gone")', "KeyError: it's gone"],
  ['ValueError()', 'ValueError()'],
  ["OSError(2, 'No such file')", "OSError(2, 'No such file')"],
  ['{not json', '{not json'],
  ['{"code":7}', '{"code":7}'],
  ['{"name":"BoomError","message":""}', 'BoomError: The server sent no error message.'],
  [{ name: 'BoomError' }, 'BoomError'],
  [{ name: 'Error', message: 'plain' }, 'plain'],
])('reads %j as %j', (wire, message) => {
  expect(taskErrorMessage(wire)).toBe(message);
});
