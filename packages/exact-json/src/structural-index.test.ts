import { fc } from '../../../src/testing/fast-check.ts';
import { scaled } from '../../../src/testing/test-scale.ts';
import { describe, expect, it, vi } from 'vitest';
import { resolveJsonPointer, javaScriptPath, pathAt, toJsonPointer, pythonPath } from './json-path.ts';
import {
  childrenOf,
  readColumn,
  keyAt,
  valueKindOf,
  buildIndex,
  textAt,
  type StructuralIndex,
} from './structural-index.ts';
import { searchJson } from './search.ts';
import { JsonSyntaxError } from './syntax-error.ts';
import { parseTree, type JsonNode } from './parse-tree.ts';

/** The tree that the strict parser sees, read back out of an outline. */
function treeOf(text: string, structuralIndex: StructuralIndex, index = 0): JsonNode {
  const start = readColumn(structuralIndex.starts, index);
  const end = readColumn(structuralIndex.ends, index);
  const kind = valueKindOf(structuralIndex, index);
  const children = childrenOf(structuralIndex, index);
  if (kind === 'object') {
    const members = children.map((child) => ({
      key: keyAt(text, structuralIndex, child) ?? '',
      value: treeOf(text, structuralIndex, child),
    }));
    return { type: 'object', start, end, members };
  }
  if (kind === 'array') {
    return {
      type: 'array',
      start,
      end,
      items: children.map((child) => treeOf(text, structuralIndex, child)),
    };
  }
  if (kind === 'deep') throw new Error('Too deep');
  return { type: kind, start, end };
}

describe('buildIndex', () => {
  it('sees what the strict parser sees, at the same offsets', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const structuralIndex = buildIndex(text);
        expect(treeOf(text, structuralIndex)).toEqual(parseTree(text));
        expect(structuralIndex.compact).toBe(!indent || !text.includes('\n'));
      }),
      { numRuns: scaled(1000) },
    );
  });

  it.each(['', '{', '[1', '{"a"}', '{"a":}', '[1,]', '1 2', '{a:1}', 'tru', '"open', '[1}', '{"a":1]'])(
    'refuses %j',
    (text) => {
      expect(() => buildIndex(text)).toThrow(JsonSyntaxError);
    },
  );

  it('shows NaN and Infinity where a server wrote them, and says where', () => {
    const text = '{"a":NaN,"b":[-Infinity,Infinity],"c":1}';
    const structuralIndex = buildIndex(text);
    expect([1, 3, 4].map((at) => textAt(text, structuralIndex, at))).toEqual([
      'NaN',
      '-Infinity',
      'Infinity',
    ]);
    expect(structuralIndex.firstNonStandardToken).toBe(5);
    expect(buildIndex('{"NaN":"NaN"}').firstNonStandardToken).toBe(-1);
  });

  it.each([10_000, 200_000])('looks into 1,000 of %i levels and keeps the rest as one text', (levels) => {
    const text = '['.repeat(levels) + ']'.repeat(levels);
    const structuralIndex = buildIndex(text);
    expect(structuralIndex.count).toBe(1001);
    expect(valueKindOf(structuralIndex, 1000)).toBe('deep');
    expect(textAt(text, structuralIndex, 1000)).toHaveLength(2 * (levels - 1000));
  });

  it('keeps the order of keys, keys twice, and keys that objects have a meaning for', () => {
    const text = '{"10":1,"2":2,"__proto__":3,"a":4,"a":5,"constructor":6}';
    const structuralIndex = buildIndex(text);
    const keys = childrenOf(structuralIndex, 0).map((child) => keyAt(text, structuralIndex, child));
    expect(keys).toEqual(['10', '2', '__proto__', 'a', 'a', 'constructor']);
  });
});

describe('paths', () => {
  const text = '{"a/b":{"~":[{"the key":1}]},"1":{"é":null},"a":1,"a":2}';
  const structuralIndex = buildIndex(text);
  const at = (pointer: string): string =>
    textAt(text, structuralIndex, resolveJsonPointer(text, structuralIndex, pointer));

  it('finds what its own pointers name', () => {
    for (let index = 0; index < structuralIndex.count - 2; index += 1) {
      expect(
        resolveJsonPointer(text, structuralIndex, toJsonPointer(pathAt(text, structuralIndex, index))),
      ).toBe(index);
    }
    expect(at('/a~1b/~0/0/the key')).toBe('1');
    expect(at('/a')).toBe('2');
    expect(resolveJsonPointer(text, structuralIndex, '/none/0')).toBe(-1);
  });

  it('writes paths as JavaScript and Python read them', () => {
    const path = ['messages', 0, 'the key', 'x"y'];
    expect(javaScriptPath('values', path)).toBe('values.messages[0]["the key"]["x\\"y"]');
    expect(pythonPath('values', path)).toBe('values["messages"][0]["the key"]["x\\"y"]');
    expect(toJsonPointer(path)).toBe('/messages/0/the key/x"y');
  });
});

describe('searchJson', () => {
  const find = (text: string, query: string): string[] => {
    const structuralIndex = buildIndex(text);
    return [...searchJson(text, structuralIndex, query)].map((index) =>
      toJsonPointer(pathAt(text, structuralIndex, index)),
    );
  };

  it.each([
    ['a key', '{"Alpha":1,"b":{"alphabet":2}}', 'ALPHA', ['/Alpha', '/b/alphabet']],
    ['a text', '{"a":["one","two","tone"]}', 'one', ['/a/0', '/a/2']],
    ['a number as it was written', '{"a":9007199254740993,"b":1.50}', '740993', ['/a']],
    ['a literal', '{"a":true,"b":null}', 'null', ['/b']],
    ['key and text of one value once', '{"abc":"abc abc"}', 'abc', ['/abc']],
    ['what is escaped', '{"a":"line\\nbreak","b":"\\u00e9t\\u00E9","c":"a\\/b"}', 'été', ['/b']],
    ['a line break', '{"a":"line\\nbreak"}', 'e\nb', ['/a']],
    ['a quotation mark', '{"a":"say \\"hi\\""}', '"hi"', ['/a']],
    ['a backslash', '{"a":"c:\\\\temp"}', '\\t', ['/a']],
    ['a slash that was escaped', '{"c":"a\\/b"}', 'a/b', ['/c']],
    ['not a letter of an escape', '{"a":"x\\ny","b":"\\u00e9"}', 'n', []],
    ['not the digits of an escape', '{"b":"\\u00e9"}', '0e', []],
    ['not across values', '{"a":1,"b":[1,2]}', '1,2', []],
    ['not the signs around', '{"a":"b"}', ':', []],
    ['signs of expressions as they are', '{"a":"x.*y","b":"xzzy"}', '.*', ['/a']],
    ['nothing', '{"a":1}', '', []],
  ])('finds %s', (_, text, query, expected) => {
    expect(find(text, query)).toEqual(expected);
  });

  it('finds in every text what reading each value would find', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ minLength: 1, maxLength: 2 }), (json, query) => {
        const text = JSON.stringify(JSON.parse(json));
        const structuralIndex = buildIndex(text);
        const has = (part: string): boolean => part.toLowerCase().includes(query.toLowerCase());
        const expected: number[] = [];
        for (let index = 0; index < structuralIndex.count; index += 1) {
          const kind = valueKindOf(structuralIndex, index);
          const valueText = textAt(text, structuralIndex, index);
          const leaf =
            kind === 'object' || kind === 'array'
              ? ''
              : kind === 'string'
                ? String(JSON.parse(valueText))
                : valueText;
          if (has(leaf) || has(keyAt(text, structuralIndex, index) ?? '')) expected.push(index);
        }
        expect([...searchJson(text, structuralIndex, query)]).toEqual(expected);
      }),
      { numRuns: scaled(1500) },
    );
  });

  it('takes no longer for a query that looks like an expression', () => {
    const text = JSON.stringify('a'.repeat(100_000));
    expect(searchJson(text, buildIndex(text), '(a+)+$')).toHaveLength(0);
  });
});

it('takes room for a short text by its length, because lists of messages have an outline for each', () => {
  const rooms: number[] = [];
  vi.stubGlobal(
    'Int32Array',
    new Proxy(Int32Array, {
      construct(target, [room]: [number]) {
        rooms.push(room);
        return new target(room);
      },
    }),
  );
  try {
    expect(buildIndex('{"type":"human","content":[1,2,{}]}').count).toBe(6);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(rooms.length).toBeGreaterThan(0);
  expect(rooms.filter((room) => room > 40)).toEqual([]);
});
