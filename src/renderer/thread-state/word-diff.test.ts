import { fc } from '../../testing/fast-check.ts';
import { scaled } from '../../testing/test-scale.ts';
import { describe, expect, it, vi } from 'vitest';
import { wordDiff } from './word-diff.ts';

const marked = (before: string, after: string): string | undefined =>
  wordDiff(before, after)
    ?.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('');

describe('wordDiff', () => {
  it.each([
    ['the quick fox', 'the slow fox', 'the [-quick-]{+slow+} fox'],
    ['hi plan', 'hi plan draft!', 'hi plan{+ draft!+}'],
    ['one two three', 'one three', 'one [-two -]three'],
    ['a\nb', 'a\nb\nc', 'a\nb{+\nc+}'],
    ['Grüße an alle', 'Grüße an dich', 'Grüße an [-alle-]{+dich+}'],
  ])('%j to %j', (before, after, expected) => {
    expect(marked(before, after)).toBe(expected);
  });

  it('finds the change in a long text, whatever stands around it', () => {
    const long = 'lorem ipsum '.repeat(50_000);
    expect(marked(`${long}one ${long}`, `${long}two ${long}`)).toBe(`${long}[-one-]{+two+} ${long}`);
  });

  it('leaves texts alone that have little in common', () => {
    expect(wordDiff('completely different words', 'nothing of that is here any more')).toBeNull();
    expect(wordDiff('x '.repeat(5000), 'y '.repeat(5000))).toBeNull();
  });

  it('fills no table of all words for a text that was rewritten', () => {
    const table = vi.spyOn(globalThis, 'Uint16Array');
    const text = (word: string): string => Array.from({ length: 900 }, (_, at) => word + at).join(' ');
    try {
      expect(wordDiff(text('before'), text('after'))).toBeNull();
      expect(table).not.toHaveBeenCalled();
      expect(wordDiff(text('before'), text('before').replaceAll('7', 'x'))).not.toBeNull();
      expect(table).toHaveBeenCalledOnce();
    } finally {
      table.mockRestore();
    }
  });

  it('holds both texts as a whole, whatever they are', () => {
    const words = fc.array(fc.constantFrom('a', 'b', ' ', '.', 'é', '\n', '😀', '\uD800'), { maxLength: 30 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        const pieces = wordDiff(before, after);
        if (!pieces) return;
        const without = (gone: string): string =>
          pieces.flatMap(({ kind, text }) => (kind === gone ? [] : [text])).join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
      { numRuns: scaled(2000) },
    );
  });
});
