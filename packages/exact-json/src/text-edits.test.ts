import { fc } from '../../../src/testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { appendItem, removeItem, removeMember, replaceValue, setMember, swapItems } from './text-edits.ts';
import { parseTree, type JsonArrayNode, type JsonObjectNode } from './parse-tree.ts';

function object(text: string): JsonObjectNode {
  const node = parseTree(text);
  if (node.type !== 'object') throw new Error('no object');
  return node;
}
function array(text: string): JsonArrayNode {
  const node = parseTree(text);
  if (node.type !== 'array') throw new Error('no array');
  return node;
}
const set = (text: string, key: string, value: string) => setMember(text, object(text), key, value);

describe('edits of a text', () => {
  it('replaces a value and leaves every other byte', () => {
    const text = ' {"id": 9007199254740993,"r":1.0 ,\t"a":[ 1 ]} ';
    expect(set(text, 'r', '-0.0')).toBe(' {"id": 9007199254740993,"r":-0.0 ,\t"a":[ 1 ]} ');
    expect(replaceValue(' 1 ', parseTree(' 1 '), '2')).toBe(' 2 ');
  });

  it('adds a member as the others are written', () => {
    expect(set('{}', 'a', '1')).toBe('{\n  "a": 1\n}');
    expect(set('{"a":1}', 'b', '2')).toBe('{"a":1, "b":2}');
    expect(set('{"a": 1,"b": 2}', 'c', '3')).toBe('{"a": 1,"b": 2,"c": 3}');
    expect(set('{\n\t"a": 1\n}', 'b', '{\n  "x": 1\n}')).toBe('{\n\t"a": 1,\n\t"b": {\n\t  "x": 1\n\t}\n}');
    const nested = '{\n  "a": {}\n}';
    const [inner] = object(nested).members;
    if (inner?.value.type !== 'object') throw new Error('no object');
    expect(setMember(nested, inner.value, 'b', '[]')).toBe('{\n  "a": {\n    "b": []\n  }\n}');
  });

  it('sets the last one of two equal keys', () => {
    expect(set('{"a":1,"a":2}', 'a', '3')).toBe('{"a":1,"a":3}');
  });

  it('removes members and items with their comma', () => {
    const text = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}';
    expect(removeMember(text, object(text), 0)).toBe('{\n  "b": 2,\n  "c": 3\n}');
    expect(removeMember(text, object(text), 1)).toBe('{\n  "a": 1,\n  "c": 3\n}');
    expect(removeMember(text, object(text), 2)).toBe('{\n  "a": 1,\n  "b": 2\n}');
    expect(removeMember('{ "a": 1 }', object('{ "a": 1 }'), 0)).toBe('{}');
    expect(removeItem('[1, 2]', array('[1, 2]'), 1)).toBe('[1]');
  });

  it('moves items and keeps what stands between them', () => {
    expect(swapItems('[1.0,\n  {"a":2}]', array('[1.0,\n  {"a":2}]'), 1, 0)).toBe('[{"a":2},\n  1.0]');
  });

  it('says what was meant, for any object and array', () => {
    const json = fc.json({ maxDepth: 2 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), json),
        fc.string(),
        json,
        fc.constantFrom('', ' ', '\n  '),
        (members, key, value, space) => {
          const parts = Object.entries(members).map(
            ([name, one]) => `${space}${JSON.stringify(name)}:${space}${one}`,
          );
          const text = `{${parts.join(',')}}`;
          const after = new Map(object(set(text, key, value)).members.map((member) => [member.key, member]));
          expect([...after.keys()].toSorted()).toEqual(
            [...new Set([...Object.keys(members), key])].toSorted(),
          );
          const list = `[${Object.values(members).join(`,${space}`)}]`;
          expect(JSON.parse(appendItem(list, array(list), value))).toEqual([
            ...(JSON.parse(list) as unknown[]),
            JSON.parse(value) as unknown,
          ]);
          for (const index of array(list).items.keys()) {
            expect(JSON.parse(removeItem(list, array(list), index))).toEqual(
              (JSON.parse(list) as unknown[]).toSpliced(index, 1),
            );
          }
        },
      ),
    );
  });
});
