import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../src/testing/cpu-time.ts';
import { isNestedDeeperThan } from './scanner.ts';
import { formatJson } from './format.ts';

describe('isDeeperThan', () => {
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
  ])('%s deeper than %i: %s', (text, limit, deeper) => {
    expect(isNestedDeeperThan(text, limit)).toBe(deeper);
  });

  it('looks through millions of brackets at once', () => {
    const ms = cpuMs(() => {
      expect(isNestedDeeperThan('['.repeat(10_000_000), 250_000)).toBe(true);
      expect(isNestedDeeperThan('[]'.repeat(10_000_000), 250_000)).toBe(false);
    });
    expect(ms).toBeLessThan(5_000);
  });
});

describe('formatJson', () => {
  it('indents a hundred levels and leaves deeper ones in one line', () => {
    const depth = 100_000;
    const text = `{"a":${'['.repeat(depth)}1, 2${']'.repeat(depth)},"b":3}`;
    const shown = formatJson(text);
    expect(shown.length).toBeLessThan(250_000);
    expect(JSON.parse(shown)).toMatchObject({ b: 3 });
    expect(shown.startsWith('{\n  "a": [\n    [\n      [')).toBe(true);
    expect(shown.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  });
});

it('formatting with a limit lays out the beginning of a long text, without the rest', () => {
  const text = `[${'1,'.repeat(2_000_000)}1]`;
  const whole = formatJson('[1, 2, {"a": [3]}]');
  expect(formatJson('[1, 2, {"a": [3]}]', 2, whole.length)).toBe(whole);
  const shown = formatJson(text, 2, 1_000);
  expect(shown.length).toBeGreaterThan(1_000);
  expect(shown.length).toBeLessThan(1_100);
  expect(formatJson(text).startsWith(shown)).toBe(true);
});
