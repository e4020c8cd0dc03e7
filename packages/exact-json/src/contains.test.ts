import { describe, expect, it } from 'vitest';
import { containsJson } from './compare.ts';

describe('a JSON text as part of another', () => {
  it.each([
    ['{"a":1,"b":{"c":2,"d":3}}', '{"b":{"c":2}}', true],
    ['{"a":1}', '{}', true],
    ['{"a":1}', '{"a":2}', false],
    ['{"a":1}', '{"b":1}', false],
    ['{"a":{"b":1}}', '{"a":1}', false],
    ['{"a":[1,2]}', '{"a":[1,2]}', true],
    ['{"a":[1,2]}', '{"a":[1]}', false],
    ['{"id":9007199254740993}', '{"id":9007199254740992}', false],
    ['{"id":9007199254740993}', '{"id": 9007199254740993}', true],
    ['{"a":null}', '{"a":null}', true],
    ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1}}', true],
    ['{}', '{"__proto__":{}}', false],
    ['[1]', '{}', false],
  ])('%s has %s: %s', (whole, part, expected) => {
    expect(containsJson(whole, part)).toBe(expected);
  });
});
