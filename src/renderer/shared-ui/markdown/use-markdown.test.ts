import { expect, it } from 'vitest';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { mayHaveMarkdown } from './use-markdown.ts';

it('finds what Markdown may begin with', () => {
  const marked = ['*a*', '- a', '  2. a', '# a', 'a\n---', 'a\n  ===', '    code', 'see www.example.org'];
  expect(marked.filter((text) => !mayHaveMarkdown(text))).toEqual([]);
  const plain = ['', 'a', 'well-kept', 'one\n\ntwo', 'at 3 - 4 o’clock', '\n\n--'];
  expect(plain.filter(mayHaveMarkdown)).toEqual([]);
});

it.each([
  ['empty lines', '\n'],
  ['lines of a space', ' \n'],
  ['digits', '1'],
  ['lines of digits', '1\n'],
  ['lines of dashes', '--\n'],
])('a text of %s is scanned in one pass', (_, part) => {
  const text = part.repeat(200_000);
  expect(cpuMs(() => void mayHaveMarkdown(text))).toBeLessThan(500);
});
