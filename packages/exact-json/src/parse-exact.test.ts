import { fc } from '../../../src/testing/fast-check.ts';
import { scaled } from '../../../src/testing/test-scale.ts';
import { describe, expect, it, vi } from 'vitest';
import { ExactNumber } from './exact-number.ts';
import { JsonText } from './json-text.ts';
import { parseExact } from './parse-exact.ts';
import { stringifyExact } from './stringify-exact.ts';

const exact = (token: string): ExactNumber => new ExactNumber(token);

describe('exact numbers', () => {
  it('integers beyond a double come whole and go out byte for byte', () => {
    for (const token of [
      '9007199254740993',
      '18446744073709551615',
      '-9223372036854775808',
      '1'.repeat(60),
    ]) {
      const value = parseExact(`{"id":${token},"n":1}`) as { id: unknown; n: unknown };
      expect(value.n).toBe(1);
      expect(value.id instanceof ExactNumber ? value.id.text : value.id).toEqual(
        String(Number(token)) === token ? Number(token) : token,
      );
      expect(stringifyExact(parseExact(`{"id":${token},"n":1}`, 'spelling'))).toBe(`{"id":${token},"n":1}`);
    }
    expect(parseExact('9007199254740993')).toEqual(exact('9007199254740993'));
    expect(parseExact('9007199254740992')).toBe(9007199254740992);
  });

  it('what a double changes is exact; what it only spells differently is so on demand', () => {
    const text = '[1.0,1e16,-0.0,0.1,3.141592653589793238462643,1e400,-0]';
    const byValue = parseExact(text) as unknown[];
    expect(byValue.map((value) => value instanceof ExactNumber)).toEqual([
      false,
      false,
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(stringifyExact(parseExact(text, 'spelling'))).toBe(text);
  });

  it('random numbers of any spelling survive being read and written', () => {
    const digits = fc.stringMatching(/^\d{0,30}$/);
    const token = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.oneof(
          fc.constant('0'),
          fc.tuple(fc.integer({ min: 1, max: 9 }), digits).map(([a, b]) => `${a}${b}`),
        ),
        fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,25}$/)),
        fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(token, (number) => {
        const text = `{"a":[${number},"x"],"b":${number}}`;
        expect(stringifyExact(parseExact(text, 'spelling'))).toBe(text);
        const value = parseExact(`[${number}]`) as [unknown];
        const plain = value[0];
        const same =
          typeof plain === 'number' ? Object.is(plain, JSON.parse(number)) : String(plain) === number;
        expect(same).toBe(true);
      }),
      { numRuns: scaled(10_000) },
    );
  });

  it('random values without such numbers are what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseExact(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: scaled(10_000) },
    );
  });

  it('keys that look like integers come first and the last of two equal keys wins; only the text keeps these', () => {
    expect(stringifyExact(parseExact('{"b":1,"10":9007199254740993,"2":3}'))).toBe(
      '{"2":3,"10":9007199254740993,"b":1}',
    );
    expect(parseExact('{"a":1,"a":9007199254740993}')).toEqual({ a: exact('9007199254740993') });
  });

  it('the names of object members that JavaScript gives a meaning to are plain data', () => {
    const text =
      '{"__proto__":9007199254740993,"constructor":{"__proto__":{"polluted":9007199254740993}},"toString":1,"lc":1}';
    const value = parseExact(text);
    expect(stringifyExact(value)).toBe(text);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'toString', 'lc']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('strings with lone surrogates, zeros, escaped quotes and digits are left alone', () => {
    const text = String.raw`["\ud800","a\u0000b","\\\"9007199254740993\\",9007199254740993,"number-0"]`;
    expect(parseExact(text)).toEqual([
      '\ud800',
      'a\0b',
      '\\"9007199254740993\\',
      exact('9007199254740993'),
      'number-0',
    ]);
  });

  it('what is not JSON is refused as JSON.parse refuses it', () => {
    for (const text of ['NaN', '[Infinity]', '[-Infinity]', '01', '[1.]', '', '9007199254740993 1']) {
      expect(() => parseExact(text)).toThrow(SyntaxError);
    }
  });

  it('200,000 levels are read', () => {
    const depth = 200_000;
    let value = parseExact(`${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`);
    for (let level = 0; level < depth; level += 1) value = (value as [unknown])[0];
    expect(value).toEqual(exact('9007199254740993'));
  });
});

describe('an exact number', () => {
  it('says its token as text and its nearest double as number', () => {
    const number = exact('9007199254740993');
    expect(`${String(number)}`).toBe('9007199254740993');
    expect(BigInt(String(number))).toBe(9007199254740993n);
    expect(Number(number)).toBe(9007199254740992);
    expect(Number(exact('1e400'))).toBe(Infinity);
    expect(number).toBeInstanceOf(JsonText);
    expect(stringifyExact({ a: [number] })).toBe('{"a":[9007199254740993]}');
  });

  it('is written by JSON.stringify as exactly as the engine can', () => {
    const canBeRaw = 'rawJSON' in JSON;
    expect(JSON.stringify([exact('9007199254740993')])).toBe(
      canBeRaw ? '[9007199254740993]' : '[9007199254740992]',
    );
  });

  it('is never anything but a number', () => {
    for (const text of ['"1"', 'true', 'null', '[1]', '{}'])
      expect(() => new ExactNumber(text)).toThrow(TypeError);
    for (const text of ['', '1 2', '0x10', '-']) expect(() => new ExactNumber(text)).toThrow('line 1');
  });

  it('a large text is parsed by the engine: once when all its numbers survive, once more when some do not', () => {
    const item = '{"id":123456789,"ratio":0.25,"text":"some words of a message","list":[1,2,3]}';
    const items = Array.from({ length: 60_000 }, () => item);
    const parse = vi.spyOn(JSON, 'parse');
    const wholeTexts = (): number => parse.mock.calls.filter(([text]) => text.length > 4_000_000).length;
    expect(parseExact(`[${items.join(',')}]`)).toHaveLength(60_000);
    expect(wholeTexts()).toBe(1);
    const all = parseExact(`[${items.join(',')},9007199254740993]`) as readonly unknown[];
    expect(wholeTexts()).toBe(3);
    expect(String(all.at(-1))).toBe('9007199254740993');
    parse.mockRestore();
  });
});
