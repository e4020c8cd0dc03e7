import { describe, expect, it } from 'vitest';
import { parseTree } from '../../exact-json/tree.ts';
import { leafPreview, treeRows, type Folding } from './tree-rows.ts';

const folding = (openDepth: number, chosen: Record<string, boolean> = {}): Folding => ({
  openDepth,
  chosen: new Map(Object.entries(chosen)),
});
const lines = (text: string, how: Folding): string[] =>
  treeRows(parseTree(text), how).map(({ depth, label, open, children }) => {
    const sign = children === null ? '' : open ? ' -' : ' +';
    return `${'  '.repeat(depth)}${label ?? 'root'}${sign}`;
  });

describe('treeRows', () => {
  it('J-3: lists members in the order of the text, integer-like keys too', () => {
    expect(lines('{"10":1,"2":{"b":1,"a":[true]}}', folding(9))).toEqual([
      'root -',
      '  10',
      '  2 -',
      '    b',
      '    a -',
      '      0',
    ]);
  });

  it('opens down to the depth, and what the user opened or closed', () => {
    expect(lines('{"a":{"b":{"c":1}},"d":[1]}', folding(1))).toEqual(['root -', '  a +', '  d +']);
    expect(lines('{"a":{"b":{"c":1}},"d":[1]}', folding(1, { '/a': true }))).toEqual([
      'root -',
      '  a -',
      '    b +',
      '  d +',
    ]);
    expect(lines('{"a":1}', folding(1, { '': false }))).toEqual(['root +']);
  });

  it('J-3: tells two members with one key apart', () => {
    const rows = treeRows(parseTree('{"a":1,"a":2,"x/y":3}'), folding(1));
    expect(rows.map(({ pointer }) => pointer)).toEqual(['', '/a', '/a#2', '/x~1y']);
  });

  it('U-7: does not open a long list by itself', () => {
    const long = JSON.stringify(Array.from({ length: 101 }, (_, index) => index));
    expect(lines(long, folding(3))).toEqual(['root +']);
    expect(lines(long, folding(0, { '': true }))).toHaveLength(102);
  });

  it('J-8: shows what lies deeper than 1,000 levels as text', () => {
    const text = '['.repeat(2000) + ']'.repeat(2000);
    const rows = treeRows(parseTree(text), folding(20_000));
    expect(rows).toHaveLength(1001);
    const last = rows.at(-1);
    expect(last).toMatchObject({ depth: 1000, children: null });
    expect(last && leafPreview(text, last.node)).toEqual({ shown: '['.repeat(300), more: 1700 });
  });
});

describe('leafPreview', () => {
  const preview = (text: string) => leafPreview(text, parseTree(text));

  it('J-1: shows numbers as the server wrote them', () => {
    expect(preview('9223372036854775807').shown).toBe('9223372036854775807');
    expect(preview('1.0').shown).toBe('1.0');
  });

  it('cuts a long text and says how much is left', () => {
    const { shown, more } = preview(JSON.stringify('x'.repeat(1000)));
    expect(shown).toBe(`"${'x'.repeat(300)}"`);
    expect(more).toBe(700);
  });

  it.each([294, 295, 296, 297, 298, 299, 300, 301])(
    'never cuts through an escape (%i letters before)',
    (letters) => {
      for (const escape of ['\\u00e9', '\\\\', '\\n', '\\\\\\\\\\\\']) {
        const text = `"${'x'.repeat(letters)}${escape}${'y'.repeat(50)}"`;
        const { shown, more } = preview(text);
        expect(JSON.parse(text)).toContain(JSON.parse(shown));
        expect(more).toBeGreaterThan(0);
      }
    },
  );

  it('U-5: makes characters visible that change how a text reads', () => {
    expect(preview('"a\u202Eb\u200Bc"').shown).toBe('"a\\u202eb\\u200bc"');
  });
});
