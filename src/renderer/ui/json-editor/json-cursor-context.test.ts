import { fc } from '../../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { cursorContextAt } from './json-cursor-context.ts';

/** The context at the `|` in a text. */
const at = (marked: string) => cursorContextAt(marked.replace('|', ''), marked.indexOf('|'));

describe('placeIn', () => {
  it.each([
    ['{|}', { kind: 'key', path: [], word: '', hasColon: false }],
    ['{"a": 1, |}', { kind: 'key', path: [], siblings: ['a'] }],
    [
      '{"to|": 1, "b": {"c": 1}}',
      { kind: 'key', word: 'to', start: 1, end: 5, hasColon: true, siblings: ['b'] },
    ],
    ['{"to|\n}', { kind: 'key', word: 'to', end: 4 }],
    ['{"a": |}', { kind: 'value', path: ['a'], word: '' }],
    ['{"a": "x|"}', { kind: 'value', path: ['a'], word: 'x', start: 6, end: 9 }],
    ['{"a": tr|}', { kind: 'value', path: ['a'], word: 'tr' }],
    ['{"a": [1, {"b": |}]}', { kind: 'value', path: ['a', 1, 'b'] }],
    ['[{"a|"}]', { kind: 'key', path: [0], word: 'a' }],
    ['|', { kind: 'value', path: [] }],
  ])('finds %s', (marked, context) => {
    expect(at(marked)).toMatchObject(context);
  });

  it.each(['{"a" |}', '{"a": 1 |}', '{#|}'])('is nowhere in %s', (marked) => {
    expect(at(marked)).toBeNull();
  });

  it('never throws', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', ' ', 'a', '1', '\\', '\n', '"a"');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(30), (pieces, context) => {
        const text = pieces.join('');
        expect(() => cursorContextAt(text, Math.min(context, text.length))).not.toThrow();
      }),
    );
  });
});
