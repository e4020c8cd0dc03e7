import { expect, it } from 'vitest';
import { shellWord } from './shell.ts';

it.each([
  ['a=b', 'a=b'],
  ['=ls', "'=ls'"],
  ['~', "'~'"],
  ["it's", String.raw`'it'\''s'`],
  ['', "''"],
])('writes %j as a word that no shell expands: %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
