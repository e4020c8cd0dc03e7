import { describe, expect, it } from 'vitest';
import { fc } from '../../../src/testing/fast-check.ts';
import { scaled } from '../../../src/testing/test-scale.ts';
import { cpuMs } from '../../../src/testing/cpu-time.ts';
import { isNestedDeeperThan } from './scanner.ts';
import { formatJson } from './format.ts';

describe('isNestedDeeperThan', () => {
  it.each([
    ['[[1]]', 2, false],
    ['[[[1]]]', 2, true],
    ['{"a":{"b":[1]}}', 2, true],
    ['["[[[", "{{{"]', 1, false],
    ['["\\"[[["]', 1, false],
    ['[1],[1],[1],[1]', 1, false],
    ['[[[[', 3, true],
    ['"[[[[', 3, false],
    ['', 0, false],
    ['[]', 0, true],
    ['{"a":[{}]}', 3, false],
    ['{"a":[{}]}', 2, true],
    ['["[[[[","{{{{",[]]', 2, false],
    [String.raw`["\\",[[]]]`, 2, true],
    [String.raw`["\\\",[[]]"]`, 1, false],
    [String.raw`["\u005b\u007b[[",[]]`, 2, false],
    ['["筻孛🦜[[[",[]]', 2, false],
    ['["筻孛🦜",[[]]]', 2, true],
  ])('%s deeper than %i: %s', (text, limit, deeper) => {
    expect(isNestedDeeperThan(text, limit)).toBe(deeper);
  });

  it('says the same as counting each bracket outside of strings', () => {
    const characters = fc.constantFrom(...'[[[{{]}""\\\\a筻孛');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 60 }), fc.nat(6), (text, limit) => {
        expect(isNestedDeeperThan(text, limit)).toBe(greatestDepth(text) > limit);
      }),
      { numRuns: scaled(20_000) },
    );
  });

  it('looks through millions of brackets at once', () => {
    const ms = cpuMs(() => {
      expect(isNestedDeeperThan('['.repeat(10_000_000), 250_000)).toBe(true);
      expect(isNestedDeeperThan('[]'.repeat(10_000_000), 250_000)).toBe(false);
      expect(isNestedDeeperThan(`"${'[{'.repeat(10_000_000)}"`, 250_000)).toBe(false);
    });
    expect(ms).toBeLessThan(5_000);
  });
});

/** The definition, character by character. Nothing counts in a string without an end. */
function greatestDepth(text: string): number {
  let greatest = 0;
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)|[^]/g)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    greatest = Math.max(greatest, depth);
  }
  return greatest;
}

describe('formatJson', () => {
  it('indents a hundred levels and leaves deeper ones in one line', () => {
    const depth = 100_000;
    const text = `{"a":${'['.repeat(depth)}1, 2${']'.repeat(depth)},"b":3}`;
    const formatted = formatJson(text);
    expect(formatted.length).toBeLessThan(250_000);
    expect(JSON.parse(formatted)).toMatchObject({ b: 3 });
    expect(formatted.startsWith('{\n  "a": [\n    [\n      [')).toBe(true);
    expect(formatted.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  });
});

it('formatting with a limit lays out the beginning of a long text, without the rest', () => {
  const text = `[${'1,'.repeat(2_000_000)}1]`;
  const whole = formatJson('[1, 2, {"a": [3]}]');
  expect(formatJson('[1, 2, {"a": [3]}]', 2, whole.length)).toBe(whole);
  const formatted = formatJson(text, 2, 1_000);
  expect(formatted.length).toBeGreaterThan(1_000);
  expect(formatted.length).toBeLessThan(1_100);
  expect(formatJson(text).startsWith(formatted)).toBe(true);
});
