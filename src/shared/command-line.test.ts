import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandLineText, splitCommandLine } from './command-line.ts';

describe('a command line', () => {
  it.each([
    ['gcloud auth print', ['gcloud', 'auth', 'print']],
    ['  node "my file.mjs"  \'a "b"\' ', ['node', 'my file.mjs', 'a "b"']],
    ['C:\\tools\\token.exe --x="a b"', ['C:\\tools\\token.exe', '--x=a b']],
    ['a "" b', ['a', '', 'b']],
    ['echo $HOME | cat; rm', ['echo', '$HOME', '|', 'cat;', 'rm']],
    ['', []],
  ])('%j is split at blanks and quotes only', (text, words) => {
    expect(splitCommandLine(text)).toEqual(words);
  });

  it('with an open quote is none', () => {
    expect(splitCommandLine('node "my file')).toBeNull();
  });

  it('of any words reads back as the same words', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        expect(splitCommandLine(commandLineText(words))).toEqual(words);
      }),
    );
  });
});
