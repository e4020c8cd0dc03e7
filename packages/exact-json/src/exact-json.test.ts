import { fc } from '../../../src/testing/fast-check.ts';
import { scaled } from '../../../src/testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { changedMembers, sameJson } from './compare.ts';
import { diffJson } from './diff.ts';
import { compactJson, formatJson } from './format.ts';
import { JsonText } from './json-text.ts';
import { elementTexts, memberText, memberTexts } from './object-members.ts';
import { isExactDouble } from './unsafe-numbers.ts';
import { stringifyExact } from './stringify-exact.ts';
import { JsonSyntaxError } from './syntax-error.ts';
import { decodeString, parseTree, type JsonNode } from './parse-tree.ts';

/** JSON texts with what a double or an object would lose: long numbers, odd keys, duplicates, free whitespace. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const space = fc.constantFrom('', ' ', '\n', '\t ');
  const number = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('9223372036854775807', '1.0', '-0.0', '1e16', '1e400', '0.1000000000000000055'),
  );
  const key = fc.oneof(fc.string(), fc.constantFrom('10', '2', '__proto__', 'constructor', 'lc', 'toString'));
  const leaf = fc.oneof(
    number,
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null'),
  );
  const spaced = (parts: string[], gap: string): string => parts.join(`${gap},${gap}`);
  return {
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(fc.array(tie('value'), { maxLength: 4 }), space)
        .map(([items, gap]) => `[${gap}${spaced(items, gap)}${gap}]`),
      fc.tuple(fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }), space).map(([members, gap]) => {
        const parts = members.map(([name, value]) => `${JSON.stringify(name)}${gap}:${gap}${value}`);
        return `{${gap}${spaced(parts, gap)}${gap}}`;
      }),
    ),
  };
}).value;

/** Every leaf token of a text, in order: what must survive whatever is done to the text around it. */
function tokens(text: string): string[] {
  const texts: string[] = [];
  const visit = (node: JsonNode): void => {
    if (node.type === 'object') {
      for (const { key, value } of node.members) {
        texts.push(`key ${key}`);
        visit(value);
      }
    } else if (node.type === 'array') node.items.forEach(visit);
    else texts.push(text.slice(node.start, node.end));
  };
  visit(parseTree(text));
  return texts;
}

describe('parseTree', () => {
  it('agrees with JSON.parse about every text that is JSON', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const node = parseTree(text);
        expect(JSON.parse(text.slice(node.start, node.end))).toEqual(JSON.parse(text));
      }),
      { numRuns: scaled(2000) },
    );
  });

  it('agrees with JSON.parse about what is not JSON', () => {
    const broken = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'{}[]",:0123.eE+-truefalsn\\u \n') }),
      fc.tuple(jsonText, fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', 'x')).map(([text, at, put]) => {
        const position = at % (text.length + 1);
        return text.slice(0, position) + put + text.slice(position + 1);
      }),
    );
    const accepts = (parse: (text: string) => unknown, text: string): boolean => {
      try {
        parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(broken, (text) => {
        expect(accepts(parseTree, text)).toBe(accepts(JSON.parse, text));
      }),
      { numRuns: scaled(5000) },
    );
  });

  it.each([
    ['{"a":1,}', 'A key in double quotes is missing at line 1, column 8'],
    ['{\n  "a": 1\n  "b": 2\n}', 'A comma or } is missing at line 3, column 3'],
    ['[1, 2', 'A comma or ] is missing at line 1, column 6'],
    ['{"a": nul}', 'This is not a JSON value at line 1, column 7'],
    ['', 'A value is missing at line 1, column 1'],
    ['{"a" 1}', 'A colon is missing at line 1, column 6'],
    ['"abc', 'This string has no end at line 1, column 1'],
    ['1 2', 'There is text behind the end at line 1, column 3'],
    ['NaN', 'This is not a JSON value at line 1, column 1'],
  ])('says where %j stops being JSON', (text, message) => {
    expect(() => parseTree(text)).toThrow(JsonSyntaxError);
    expect(() => parseTree(text)).toThrow(message);
  });

  it('keeps order, integer-like keys and duplicates', () => {
    const node = parseTree('{"10":1,"2":2,"a":3,"a":4}');
    expect(node.type === 'object' && node.members.map(({ key }) => key)).toEqual(['10', '2', 'a', 'a']);
  });

  it('treats __proto__ as a key like any other', () => {
    const before = Object.keys(Object.prototype);
    expect(memberText('{"__proto__":{"polluted":1}}', '__proto__')).toBe('{"polluted":1}');
    expect(Object.keys(Object.prototype)).toEqual(before);
  });

  it('takes 200,000 levels without an overflow', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(parseTree(deep).end).toBe(400_000);
    expect(sameJson(deep, ` ${deep}`)).toBe(true);
    expect(elementTexts(deep)[0]).toHaveLength(399_998);
  });
});

describe('formatJson and compactJson', () => {
  it('keep every token of every text', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(tokens(formatJson(text))).toEqual(tokens(text));
        expect(tokens(compactJson(text))).toEqual(tokens(text));
        expect(compactJson(formatJson(text))).toBe(compactJson(text));
      }),
      { numRuns: scaled(3000) },
    );
  });

  it('lays out as JSON.stringify does', () => {
    const value = { a: [1, { b: 'x, y: {z}' }], empty: {}, none: [], s: 'q"q\\' };
    expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    expect(compactJson(JSON.stringify(value, null, 7))).toBe(JSON.stringify(value));
  });
});

describe('memberTexts and elementTexts', () => {
  it('give back each part verbatim', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const node = parseTree(text);
        const textOf = (part: JsonNode): string => text.slice(part.start, part.end);
        const members = node.type === 'object' ? node.members : [];
        const items = node.type === 'array' ? node.items : [];
        expect(memberTexts(text)).toEqual(members.map(({ key, value }) => ({ key, text: textOf(value) })));
        expect(elementTexts(text)).toEqual(items.map(textOf));
      }),
      { numRuns: scaled(3000) },
    );
  });

  it('take the last of two members with one key, as JSON.parse does', () => {
    expect(memberText('{"a":1,"a":2}', 'a')).toBe('2');
    expect(memberText('{"a":1}', 'b')).toBeNull();
  });
});

describe('stringifyExact', () => {
  it('splices texts in verbatim', () => {
    const text = '{ "id": 9223372036854775807, "f": 1.0 }';
    expect(stringifyExact({ values: { a: new JsonText(text) }, as_node: 'x', gone: undefined })).toBe(
      `{"values":{"a":${text}},"as_node":"x"}`,
    );
  });

  it('writes everything else as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true }), (value) => {
        fc.pre(typeof value !== 'symbol' && value !== undefined);
        expect(stringifyExact(value)).toBe(JSON.stringify(value) ?? 'null');
      }),
      { numRuns: scaled(3000) },
    );
  });

  it.each([10_000, 200_000])('writes %i levels of lists and objects, and texts inside of them', (depth) => {
    let value: unknown = new JsonText('1.0');
    for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
    const text = stringifyExact(value);
    expect(text).toHaveLength((depth / 2) * ('[]'.length + '{"a":}'.length) + '1.0'.length);
    expect(text.slice(0, 12)).toBe('{"a":[{"a":[');
    expect(compactJson(text)).toBe(text);
  });

  it('refuses a value that contains itself, not one that appears twice', () => {
    const part = { n: 1 };
    expect(stringifyExact([part, { part }])).toBe('[{"n":1},{"part":{"n":1}}]');
    const circle: Record<string, unknown> = { list: [part] };
    circle['self'] = [{ circle }];
    expect(() => stringifyExact(circle)).toThrow(TypeError);
  });

  it('refuses a text that is not JSON, with its place', () => {
    expect(() => new JsonText('{"a":}')).toThrow('This is not a JSON value at line 1, column 6');
  });
});

describe('sameJson, changedMembers, diffJson', () => {
  it.each([
    ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', true],
    ['"\\u00e9"', '"é"', true],
    ['1.0', '1', false],
    ['9223372036854775807', '9223372036854775808', false],
    ['[1,2]', '[2,1]', false],
    ['{"a":1}', '{"a":1,"b":null}', false],
    ['null', 'false', false],
    ['{"a":1,"a":2}', '{"a":2}', true],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameJson(a, b)).toBe(same);
    expect(diffJson(a, b).length === 0).toBe(same);
  });

  it('finds no difference between a text and its other layout', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(diffJson(text, formatJson(text))).toEqual([]);
      }),
      { numRuns: scaled(2000) },
    );
  });

  it('reports only the edited key, with its exact text', () => {
    const before = '{"id": 9223372036854775807, "text": "hi", "gone": 1}';
    const after = '{\n  "id": 9223372036854775807,\n  "text": "ho"\n}';
    expect(changedMembers(before, after)).toEqual({
      changed: [{ key: 'text', valueText: '"ho"' }],
      removed: ['gone'],
    });
  });

  it('reports an item put in front as one addition', () => {
    expect(diffJson('{"log":["b","c"]}', '{"log":["a","b","c"]}')).toEqual([
      { path: ['log', 0], kind: 'added', before: null, after: '"a"' },
    ]);
  });

  it('reports the deepest value that changed', () => {
    expect(diffJson('{"a":{"b":[1,{"c":2,"d":1}]}}', '{"a":{"b":[1,{"c":3}]},"e":null}')).toEqual([
      { path: ['a', 'b', 1, 'c'], kind: 'changed', before: '2', after: '3' },
      { path: ['a', 'b', 1, 'd'], kind: 'removed', before: '1', after: null },
      { path: ['e'], kind: 'added', before: null, after: 'null' },
    ]);
  });
});

describe('isExactDouble', () => {
  it.each([
    ['0', true],
    ['-1', true],
    ['1.0', true],
    ['1e16', true],
    ['0.1', true],
    ['1.50', true],
    ['1e-7', true],
    ['123456789012345680000', true],
    ['9007199254740992', true],
    ['9007199254740993', false],
    ['9223372036854775807', false],
    ['1e400', false],
    ['-0', false],
    ['-0.0', false],
    ['0.1000000000000000055', false],
    ['3.14159265358979323846', false],
  ])('%s: %s', (token, exact) => {
    expect(isExactDouble(token)).toBe(exact);
  });

  it('is true for every double as it is printed', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        fc.pre(!Object.is(value, -0));
        expect(isExactDouble(String(value))).toBe(true);
      }),
    );
  });
});

it('decodes strings with and without escapes', () => {
  expect(decodeString('"plain é"')).toBe('plain é');
  expect(decodeString('"\\ud83d\\ude00 \\n"')).toBe('😀 \n');
});
