import { fc } from '../../../src/testing/fast-check.ts';
import { scaled } from '../../../src/testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { sameJson } from './compare.ts';
import { applyEdit, JsonEditError, type JsonEdit } from './apply-edit.ts';
import type { JsonPath } from './json-path.ts';
import { spliceBetween, revertSplice, applySplice } from './text-splice.ts';
import { parseTree, type JsonNode } from './parse-tree.ts';

/** Tokens that a parser would change, beside usual ones. */
const leaf = fc.oneof(
  fc.constantFrom(
    '9223372036854775807',
    '18446744073709551616',
    '1.0',
    '-0.0',
    '1e400',
    '0.1000000000000000055',
  ),
  fc.constantFrom('null', 'true', '"\\u0041"', '"\\ud800"', '"a\\/b"'),
  fc.string().map((text) => JSON.stringify(text)),
);
const key = fc.oneof(fc.constantFrom('10', '2', '__proto__', 'constructor', 'lc'), fc.string());
const space = fc.constantFrom('', ' ', '\n  ', '\t');

const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.uniqueArray(fc.tuple(key, tie('json')), { selector: ([name]) => name, maxLength: 5 }), space)
      .map(([members, gap]) =>
        wrap(
          '{',
          members.map(([name, value]) => `${JSON.stringify(name)}:${gap}${value}`),
          gap,
          '}',
        ),
      ),
    fc
      .tuple(fc.array(tie('json'), { maxLength: 5 }), space)
      .map(([items, gap]) => wrap('[', items, gap, ']')),
  ),
}));

function wrap(open: string, values: readonly string[], gap: string, close: string): string {
  return `${open}${gap}${values.join(`,${gap}`)}${gap}${close}`;
}

/** Every value with its path. */
function* nodesOf(node: JsonNode, path: JsonPath = []): Generator<{ node: JsonNode; path: JsonPath }> {
  yield { node, path };
  if (node.type === 'object') for (const m of node.members) yield* nodesOf(m.value, [...path, m.key]);
  if (node.type === 'array')
    for (const [index, item] of node.items.entries()) yield* nodesOf(item, [...path, index]);
}

/** A random edit that can be made, chosen from all that the text allows. */
function editOf(text: string, at: number, kind: number, valueText: string): JsonEdit {
  const all = [...nodesOf(parseTree(text))];
  const chosen = all[at % all.length] ?? { node: parseTree(text), path: [] };
  const { node, path } = chosen;
  const part = path.at(-1);
  const options: JsonEdit[] = [{ kind: 'set', path, valueText }];
  if (part !== undefined) options.push({ kind: 'remove', path });
  if (typeof part === 'string') options.push({ kind: 'rename', path, key: freeKey(text, `new ${at}`) });
  if (typeof part === 'number')
    options.push({ kind: 'move', path, to: 0 }, { kind: 'insert', path, valueText });
  if (node.type === 'object')
    options.push({ kind: 'insert', path: [...path, freeKey(text, `new ${kind}`)], valueText });
  if (node.type === 'array') options.push({ kind: 'insert', path: [...path, node.items.length], valueText });
  return options[kind % options.length] ?? { kind: 'set', path, valueText };
}

/** A key that stands nowhere in the text: one that is there already is rightly refused. */
function freeKey(text: string, preferred: string): string {
  return text.includes(`"${preferred}"`) ? freeKey(text, `${preferred}'`) : preferred;
}

const steps = fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), json), { minLength: 1, maxLength: 8 });

function valueAt(text: string, path: JsonPath): string {
  const node = [...nodesOf(parseTree(text))].find(
    ({ path: jsonPath }) => JSON.stringify(jsonPath) === JSON.stringify(path),
  );
  return node ? text.slice(node.node.start, node.node.end) : 'not there';
}

describe('edits as data', () => {
  it('a value that is set never touches another byte', () => {
    fc.assert(
      fc.property(json, fc.nat(1000), leaf, (text, at, valueText) => {
        const all = [...nodesOf(parseTree(text))];
        const { node, path } = all[at % all.length] ?? { node: parseTree(text), path: [] };
        const after = applyEdit(text, { kind: 'set', path, valueText });
        expect(after).toBe(text.slice(0, node.start) + valueText + text.slice(node.end));
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: scaled(2000) },
    );
  });

  it('edits of every kind leave JSON, and each other value as it was written', () => {
    fc.assert(
      fc.property(json, steps, (start, edits) => {
        let text = start;
        for (const [at, kind, valueText] of edits) {
          const edit = editOf(text, at, kind, valueText);
          const before = [...nodesOf(parseTree(text))];
          const after = applyEdit(text, edit);
          parseTree(after);
          const newText = edit.kind === 'set' || edit.kind === 'insert' ? edit.valueText : null;
          expect(newText === null || sameJson(valueAt(after, edit.path), newText)).toBe(true);
          const top = edit.path[0];
          for (const { node, path } of before) {
            // What lies under another top level key is the very same text.
            if (path.length !== 1 || typeof top !== 'string' || path[0] === top) continue;
            expect(valueAt(after, path)).toBe(text.slice(node.start, node.end));
          }
          text = after;
        }
      }),
      { numRuns: scaled(400) },
    );
  });

  it('undoes and redoes any list of edits exactly', () => {
    fc.assert(
      fc.property(json, steps, (start, edits) => {
        const texts = [start];
        for (const [at, kind, valueText] of edits) {
          const text = texts.at(-1) ?? start;
          texts.push(applyEdit(text, editOf(text, at, kind, valueText)));
        }
        for (let index = texts.length - 1; index > 0; index -= 1) {
          const [before, after] = [texts[index - 1] ?? '', texts[index] ?? ''];
          const splice = spliceBetween(before, after) ?? { at: 0, removed: '', inserted: '' };
          expect([revertSplice(after, splice), applySplice(before, splice)]).toEqual([before, after]);
        }
      }),
      { numRuns: scaled(400) },
    );
  });

  it('moves, renames, inserts and removes in place', () => {
    const text = '{"a": [1.0, {"x":2} ,3],\n "b": {"10":1,"2":2}}';
    const edited = (edit: JsonEdit) => applyEdit(text, edit);
    expect(edited({ kind: 'move', path: ['a', 0], to: 2 })).toBe(
      '{"a": [{"x":2}, 3 ,1.0],\n "b": {"10":1,"2":2}}',
    );
    expect(edited({ kind: 'rename', path: ['b', '10'], key: 'z' })).toBe(
      '{"a": [1.0, {"x":2} ,3],\n "b": {"z":1,"2":2}}',
    );
    expect(edited({ kind: 'insert', path: ['a', 1], valueText: '7' })).toBe(
      '{"a": [1.0, 7, {"x":2} ,3],\n "b": {"10":1,"2":2}}',
    );
    expect(edited({ kind: 'remove', path: ['b', '2'] })).toBe('{"a": [1.0, {"x":2} ,3],\n "b": {"10":1}}');
  });

  it('refuses what has two meanings, and what is not there', () => {
    const twice = '{"a":1,"a":2}';
    expect(() => applyEdit(twice, { kind: 'set', path: ['a'], valueText: '3' })).toThrow(/appears twice/);
    expect(() => applyEdit('{"a":1,"b":2}', { kind: 'rename', path: ['a'], key: 'b' })).toThrow(
      JsonEditError,
    );
    expect(() => applyEdit('[1]', { kind: 'remove', path: [1] })).toThrow(/1 items/);
    expect(() => applyEdit('1', { kind: 'remove', path: [] })).toThrow(/only be set/);
    expect(() => applyEdit('{}', { kind: 'set', path: ['a'], valueText: '1' })).toThrow(/no key "a"/);
    expect(() => applyEdit('{}', { kind: 'insert', path: ['a'], valueText: '{' })).toThrow(/missing/);
  });
});
