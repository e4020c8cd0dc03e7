import { describe, expect, it } from 'vitest';
import { maxInputRows } from '../../shared/model/experiment.ts';
import { decodeTable } from '../../shared/inputs/read-table.ts';
import { parseTable, columnTypes } from './parse-table.ts';

const types = new Map([
  ['n', ['integer']],
  ['pace', ['number']],
  ['tags', ['array']],
  ['topic', ['string']],
]);
const parse = (text: string) => parseTable(text, (key) => types.get(key) ?? []);

describe('a table of inputs', () => {
  it.each([
    ['', null, []],
    ['[{"a": 1.0}, 2]', 'JSON list', ['{"a": 1.0}', '2']],
    ['{"n": 9007199254740993}\n\n{"n": 2}\r\n', 'JSON lines', ['{"n": 9007199254740993}', '{"n": 2}']],
    ['{\n  "a": 1\n}', 'JSON lines', ['{\n  "a": 1\n}']],
    [
      'topic,n\ntides,3\n007,9007199254740993',
      'CSV',
      ['{"topic": "tides", "n": 3}', '{"topic": "007", "n": 9007199254740993}'],
    ],
    ['\ufefftopic\ttags\nmoon, sun\t["a"]', 'tab-separated', ['{"topic": "moon, sun", "tags": ["a"]}']],
    ['topic,other\n"a ""b""\nc, d",\n', 'CSV', ['{"topic": "a \\"b\\"\\nc, d", "other": ""}']],
    ['topic,n\nx,', 'CSV', ['{"topic": "x"}']],
    [
      'topic;pace\r\n"tides; moons";1,5\r\nsuns, stars;-2\r\n',
      'CSV with semicolons',
      ['{"topic": "tides; moons", "pace": 1.5}', '{"topic": "suns, stars", "pace": -2}'],
    ],
    ['topic;tags\na;[1,2]', 'CSV with semicolons', ['{"topic": "a", "tags": [1,2]}']],
    ['sep=;\ntopic;n\nx;3', 'CSV with semicolons', ['{"topic": "x", "n": 3}']],
    ['topic,"a;b"\nx,1', 'CSV', ['{"topic": "x", "a;b": "1"}']],
    ['topic,a;b\nx,1', 'CSV', ['{"topic": "x", "a;b": "1"}']],
    ['topic, or theme;n\nx;1', 'CSV with semicolons', ['{"topic, or theme": "x", "n": 1}']],
    ['topic\nx;1', 'CSV', ['{"topic": "x;1"}']],
  ])('%j', (text, format, inputs) => {
    expect(parse(text)).toEqual({ format, inputs, problem: null });
  });

  it.each([
    ['[]', 'The list is empty.'],
    ['{"a":1}\n{"a":', 'Line 2: '],
    ['topic\n', 'The table has a header but no rows.'],
    ['a,a\n1,2', 'Two columns are called "a".'],
    ['a,\n1,2', 'Column 2 has no name.'],
    ['a,b\n1,2\n3', 'Line 3: the row has 1 cell, the header 2.'],
    ['a;b\n1;2\n3', 'Line 3: the row has 1 cell, the header 2.'],
    ['sep=;\na;b\n1;2;3', 'Line 3: the row has 3 cells, the header 2.'],
    ['topic;n\nx;1,5', 'Line 2: "n" must be JSON of type integer.'],
    ['topic,pace\nx,"1,5"', 'Line 2: "pace" must be JSON of type number.'],
    ['topic,n\nx,many', 'Line 2: "n" must be JSON of type integer.'],
    ['a\n"b', 'Line 2: a quote is not closed.'],
    ['a\n"b"c', 'Line 2: there is text after a closing quote.'],
    [Array.from({ length: maxInputRows + 1 }, () => '{}').join('\n'), 'A table has at most 10,000 rows.'],
  ])('says what is wrong with %.20j', (text, problem) => {
    expect(parse(text).problem).toContain(problem);
  });

  it('keeps a member that sets no prototype', () => {
    expect(parse('__proto__\nx').inputs).toEqual(['{"__proto__": "x"}']);
  });

  it('reads 5 MB in a moment', () => {
    const text = `a,b\n${'"x ""y""",z\n'.repeat(10_000)}${'q'.repeat(4_800_000)},w`;
    expect(parse(text).problem).toContain('at most');
  });
});

it('takes the types of columns from the input schema', () => {
  const columns = columnTypes(
    JSON.stringify({
      type: 'object',
      properties: {
        topic: { type: 'string' },
        pace: { type: 'number' },
        kind: { enum: ['a', 'b'] },
        tags: { type: 'array', items: { type: 'string' } },
        any: {},
      },
    }),
  );
  expect(
    ['topic', 'kind', 'any', 'pace', 'tags', 'other'].map((key) => columns(key).includes('string')),
  ).toEqual([true, true, true, false, false, false]);
  expect(columns('other')).toEqual([]);
  expect(columnTypes(null)('x')).toEqual([]);
});

it('a file of a spreadsheet is read in its encoding, and named if it is not UTF-8', () => {
  const text = 'größe;n\r\nzwölf €;1';
  const bytes = (...codes: number[]): Uint8Array => Uint8Array.from(codes);
  expect(decodeTable(new TextEncoder().encode(text))).toEqual({ text, encoding: null });
  const utf16 = Buffer.concat([bytes(0xff, 0xfe), Buffer.from(text, 'utf16le')]);
  expect(decodeTable(utf16)).toEqual({ text, encoding: 'UTF-16' });
  expect(decodeTable(Buffer.from(utf16).swap16())).toEqual({ text, encoding: 'UTF-16' });
  // Node's own decoder takes 0x80 to 0x9f for Latin-1; browsers' do not.
  expect(decodeTable(bytes(0x67, 0xf6, 0x3b, 0xdf))).toEqual({ text: 'gö;ß', encoding: 'Windows-1252' });
});
