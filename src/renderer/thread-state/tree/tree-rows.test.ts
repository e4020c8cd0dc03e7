import { describe, expect, it } from 'vitest';
import { buildIndex, keyAt, readColumn, valueKindOf } from 'exact-json';
import {
  hasDuplicateKey,
  isExpanded,
  leafPreview,
  resolveExpansion,
  treeValue,
  visibleRows,
  type TreeExpansion,
} from './tree-rows.ts';

const expansion = (
  openDepth: number,
  chosen: Record<string, boolean> = {},
  inside: string[] = [],
): TreeExpansion => ({
  openDepth,
  maxChildren: 100,
  chosen: new Map(Object.entries(chosen)),
  inside,
});
const rowsOf = (text: string, how: TreeExpansion) => {
  const structuralIndex = buildIndex(text);
  const placed = resolveExpansion(text, structuralIndex, how);
  return { structuralIndex, placed, rows: [...visibleRows(text, structuralIndex, placed)] };
};
const lines = (text: string, how: TreeExpansion): string[] => {
  const { structuralIndex, placed, rows } = rowsOf(text, how);
  return rows.map((index) => {
    const marker =
      readColumn(structuralIndex.sizes, index) === 0
        ? ''
        : isExpanded(text, structuralIndex, index, placed)
          ? ' -'
          : ' +';
    const label =
      keyAt(text, structuralIndex, index) ??
      (index === 0 ? 'root' : readColumn(structuralIndex.labels, index));
    return `${'  '.repeat(Math.max(0, readColumn(structuralIndex.depths, index) - 1))}${label}${marker}`;
  });
};

describe('visibleRows', () => {
  it('lists members in the order of the text, integer-like keys too', () => {
    const text = '{"10":1,"2":{"b":1,"a":[true]}}';
    expect(lines(text, expansion(9))).toEqual(['10', '2 -', '  b', '  a -', '    0']);
  });

  it('opens down to the depth, and what the user opened or closed', () => {
    const text = '{"a":{"b":{"c":1}},"d":[1]}';
    expect(lines(text, expansion(1))).toEqual(['a +', 'd +']);
    expect(lines(text, expansion(1, { '/a': true }))).toEqual(['a -', '  b +', 'd +']);
    expect(lines(text, expansion(1, { '/a/b': false }, ['/a']))).toEqual(['a -', '  b +', 'd +']);
    expect(lines(text, expansion(1, {}, ['/a']))).toEqual(['a -', '  b -', '    c', 'd +']);
    expect(lines('{"a":1}', expansion(1, { '': false }))).toEqual(['root +']);
    expect(lines('"only"', expansion(1))).toEqual(['root']);
  });

  it('keeps what was chosen for another state that has the same keys', () => {
    expect(lines('{"new":{"x":1},"a":{"b":2}}', expansion(1, { '/a': true, '/gone/0': true }))).toEqual([
      'new +',
      'a -',
      '  b',
    ]);
  });

  it('leaves messages closed, whose line says what they say, until all is opened', () => {
    const text = '{"messages":[{"type":"ai","content":"hi","id":"1"},{"x":1}]}';
    expect(lines(text, expansion(4))).toEqual(['messages -', '  0 +', '  1 -', '    x']);
    expect(lines(text, expansion(Infinity))).toHaveLength(7);
  });

  it('marks two members with one key, and says that no path distinguishes them', () => {
    const text = '{"a":1,"a":2,"x/y":3}';
    const { structuralIndex, rows } = rowsOf(text, expansion(1));
    expect(rows.map((index) => hasDuplicateKey(text, structuralIndex, index))).toEqual([true, true, false]);
    expect(treeValue(text, structuralIndex, 3)).toMatchObject({
      pointer: '/x~1y',
      duplicate: false,
      type: 'number',
    });
  });

  it('does not open a long list by itself, and lists a million values without copies of them', () => {
    const long = JSON.stringify(Array.from({ length: 101 }, (_, index) => index));
    expect(lines(long, expansion(3))).toEqual(['root +']);
    expect(lines(long, expansion(0, { '': true }))).toHaveLength(101);
    const huge = `[${'1,'.repeat(999_999)}1]`;
    expect(rowsOf(huge, { ...expansion(Infinity), maxChildren: Infinity }).rows).toHaveLength(1_000_000);
  });

  it('shows what lies deeper than 1,000 levels as text', () => {
    const text = '['.repeat(2000) + ']'.repeat(2000);
    const { structuralIndex, rows } = rowsOf(text, expansion(20_000));
    expect(rows).toHaveLength(1000);
    const last = rows.at(-1) ?? -1;
    expect(valueKindOf(structuralIndex, last)).toBe('deep');
    expect(leafPreview(text, structuralIndex, last)).toEqual({ preview: '['.repeat(300), more: 1700 });
  });
});

describe('leafPreview', () => {
  const previewOf = (text: string) => leafPreview(text, buildIndex(text), 0);

  it('shows numbers as the server wrote them', () => {
    expect(previewOf('9223372036854775807').preview).toBe('9223372036854775807');
    expect(previewOf('1.0').preview).toBe('1.0');
  });

  it('cuts a long text and says how much is left', () => {
    const { preview, more } = previewOf(JSON.stringify('x'.repeat(1000)));
    expect(preview).toBe(`"${'x'.repeat(300)}"`);
    expect(more).toBe(700);
  });

  it.each([294, 295, 296, 297, 298, 299, 300, 301])(
    'never cuts through an escape (%i letters before)',
    (letters) => {
      for (const escape of ['\\u00e9', '\\\\', '\\n', '\\\\\\\\\\\\']) {
        const text = `"${'x'.repeat(letters)}${escape}${'y'.repeat(50)}"`;
        const { preview, more } = previewOf(text);
        expect(JSON.parse(text)).toContain(JSON.parse(preview));
        expect(more).toBeGreaterThan(0);
      }
    },
  );

  it('shows half of a character as its escape', () => {
    expect(previewOf('"a\\ud800b"').preview).toBe('"a\\ud800b"');
  });

  it('makes characters visible that change how a text reads', () => {
    expect(previewOf('"a\u202Eb\u200Bc"').preview).toBe('"a\\u202eb\\u200bc"');
  });
});
