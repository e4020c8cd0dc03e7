import { expect, it } from 'vitest';
import { findLines } from './find-lines.ts';

it('numbers the lines that contain a search, in any case', () => {
  expect(findLines('one\nTwo\nthree two', ' two ')).toEqual({ text: '2: Two\n3: three two', count: 2 });
  expect(findLines('one', 'x')).toEqual({ text: '', count: 0 });
  expect(findLines('one\ntwo', ' ')).toEqual({ text: 'one\ntwo', count: 0 });
});
