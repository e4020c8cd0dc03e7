import { describe, expect, it } from 'vitest';
import { fc } from '../../../src/testing/fast-check.ts';
import { scaled } from '../../../src/testing/test-scale.ts';
import { updateIndex } from './index-update.ts';
import { buildIndex, type StructuralIndex } from './structural-index.ts';

/** What is to be the same; that there is no whitespace may be found out later. */
function comparableIndex({ compact, ...outline }: StructuralIndex) {
  expect(typeof compact).toBe('boolean');
  return outline;
}

function whole(text: string): StructuralIndex | null {
  try {
    return buildIndex(text);
  } catch {
    return null;
  }
}

const pieces = [
  '1',
  ',',
  '{',
  '}',
  '[',
  ']',
  '"',
  '"a":',
  '[2,{"b":null}]',
  ' ',
  '\n',
  'NaN',
  ':',
  'true',
  '\\',
];

describe('the outline of a changed text', () => {
  it('is what a look through all of it gives, for random changes in random places', () => {
    let updateCount = 0;
    const change = fc.tuple(fc.nat(), fc.nat(8), fc.array(fc.constantFrom(...pieces), { maxLength: 4 }));
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 6 }),
        fc.constantFrom(undefined, 1),
        change,
        (json, indent, [at, length, put]) => {
          const before = JSON.stringify(JSON.parse(json), null, indent);
          const from = at % (before.length + 1);
          const after = before.slice(0, from) + put.join('') + before.slice(from + length);
          const structuralIndex = updateIndex(before, buildIndex(before), after);
          if (!structuralIndex) return;
          updateCount += 1;
          const expected = whole(after);
          expect(expected).not.toBeNull();
          expect(comparableIndex(structuralIndex)).toEqual(expected && comparableIndex(expected));
          expect(structuralIndex.compact && !expected?.compact).toBe(false);
        },
      ),
      { numRuns: scaled(1200) },
    );
    expect(updateCount).toBeGreaterThan(scaled(1200) / 20);
  });

  it('is made around the change, wherever it is', () => {
    const text = '{"a":[{"x":1},{"x":[true,"two"]},{"x":3}],"b":{"c":{}},"d":"e"}';
    for (const [part, other] of [
      ['"two"', '"two and a half"'],
      ['{"x":1},', ''],
      ['{"x":3}', '{"x":3},{"y":[4]}'],
      ['{}', '{"new":{"f":[]}}'],
      ['"c"', '"renamed"'],
      [',"d":"e"', ''],
      ['{"x":1},{"x":[true,"two"]}', '{"x":[true,"two"]},{"x":1}'],
    ] as const) {
      const after = text.replace(part, other);
      const structuralIndex = updateIndex(text, buildIndex(text), after);
      expect(structuralIndex && comparableIndex(structuralIndex)).toEqual(comparableIndex(buildIndex(after)));
    }
  });

  it('does not look through large neighbours of a value that was changed', () => {
    const items = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ id: `item ${index}` })));
    const text = `{"a":1,"items":${items},"b":"two","more":${items},"c":[3]}`;
    for (const [part, other] of [
      ['"a":1', '"a":12'],
      ['"a":1', '"a":{"b":[21]}'],
      ['"two"', '"three"'],
      ['"two"', '""'],
      ['"b":', '"renamed":'],
      ['[3]', '[]'],
    ] as const) {
      const after = text.replace(part, other);
      const structuralIndex = updateIndex(text, buildIndex(text), after);
      expect(structuralIndex?.ends.join() === buildIndex(after).ends.join()).toBe(true);
    }
  });

  it('knows the first token that JSON does not have, or says nothing', () => {
    const text = '{"a":[1,NaN,2],"b":[3,NaN],"c":4}';
    const after = (changed: string): number | undefined =>
      updateIndex(text, buildIndex(text), changed)?.firstNonStandardToken;
    expect(after(text.replace('4', '44'))).toBe(text.indexOf('NaN'));
    expect(after(text.replace('1', '111'))).toBe(text.indexOf('NaN') + 2);
    expect(after(text.replace('NaN', '0'))).toBeUndefined();
  });

  it('leaves what changes deep down to a look through all of it', () => {
    const deep = (inner: string): string => '['.repeat(600) + inner + ']'.repeat(600);
    expect(updateIndex(deep('1'), buildIndex(deep('1')), deep('2'))).toBeNull();
    const flat = '[1,2]';
    expect(updateIndex(flat, buildIndex(flat), flat.replace('1', deep('')))).toBeNull();
  });
});
