import { describe, expect, it } from 'vitest';
import { buildIndex, resolveJsonPointer, textAt } from 'exact-json';
import { cellAt, cellLength, isTabular, sortedItems, tableColumns } from './table-rows.ts';

const text =
  '{"rows":[{"n":9007199254740993,"s":"b10"},{"n":9007199254740992,"s":"b2","x":null},{"n":1.5},{"s":"a"}],"flat":[1]}';
const structuralIndex = buildIndex(text);
const rows = resolveJsonPointer(text, structuralIndex, '/rows');
const column = (key: string, descending = false): string[] =>
  sortedItems(text, structuralIndex, rows, { key, descending }).map((item) => {
    const cell = cellAt(text, structuralIndex, item, key);
    return cell < 0 ? '-' : textAt(text, structuralIndex, cell);
  });

describe('tables of states', () => {
  it('are made of arrays of objects only', () => {
    expect(isTabular(structuralIndex, rows)).toBe(true);
    expect(isTabular(structuralIndex, resolveJsonPointer(text, structuralIndex, '/flat'))).toBe(false);
    expect(isTabular(structuralIndex, 0)).toBe(false);
    expect(tableColumns(text, structuralIndex, rows)).toEqual(['n', 's', 'x']);
  });

  it('give a column room for what its first cells hold, within reason', () => {
    const [n = 0, s = 0] = ['n', 's'].map((key) => cellLength(text, structuralIndex, rows, key));
    expect([n, s]).toEqual([16, 6]);
    const long = JSON.stringify([{ a: 'x'.repeat(500), b: { c: 'y'.repeat(500) } }]);
    const lengths = ['a', 'b', 'a name that is longer than all of it'].map((key) =>
      cellLength(long, buildIndex(long), 0, key),
    );
    expect(lengths).toEqual([32, 8, 32]);
  });

  it('sort numbers by value, also beyond the precision of a double', () => {
    expect(column('n')).toEqual(['1.5', '9007199254740992', '9007199254740993', '-']);
    expect(column('n', true)).toEqual(['9007199254740993', '9007199254740992', '1.5', '-']);
  });

  it('sort texts as people do, with what is missing at the end both ways', () => {
    expect(column('s')).toEqual(['"a"', '"b2"', '"b10"', '-']);
    expect(column('s', true)).toEqual(['"b10"', '"b2"', '"a"', '-']);
  });
});
