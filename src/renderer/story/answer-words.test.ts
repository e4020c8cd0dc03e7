import { expect, it } from 'vitest';
import { answerWords } from './answer-words.ts';

it.each([
  ['true', 'approved'],
  ['{"approved": false, "note": "too long"}', 'rejected'],
  ['[{"type": "accept", "args": null}]', 'approved'],
  ['{"decisions": [{"type": "reject", "message": "no"}]}', 'rejected'],
  ['"ignore"', 'ignored'],
  ['"later"', 'answered “later”'],
  [JSON.stringify('x'.repeat(25)), 'answered'],
  ['{"a": true, "b": false}', 'answered'],
  ['[{"type": "accept"}, {"type": "ignore"}]', 'answered'],
  ['{"approved": tr', 'answered'],
  ['null', 'answered'],
])('an answer %s is called %s', (valueText, words) => {
  expect(answerWords(valueText)).toBe(words);
});
