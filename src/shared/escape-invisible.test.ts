import { describe, expect, it } from 'vitest';
import { cpuMs } from '../testing/cpu-time.ts';
import {
  collapseSpaces,
  escapeInvisible,
  escapeInvisibleJson,
  escapeInvisibleLine,
} from './escape-invisible.ts';

describe('escapeInvisibleLine', () => {
  it.each([
    ['user\u202Egpj.exe', 'user\\u202egpj.exe'],
    ['a\u200Bb\uFEFF', 'a\\u200bb\\ufeff'],
    ['line\nbreak\u0000', 'line\\nbreak\\u0000'],
    ['half \uD800', 'half \\ud800'],
    ['say "hi" c:\\x', 'say "hi" c:\\x'],
    ['Grüße 😀', 'Grüße 😀'],
  ])('%j reads %s', (text, expected) => {
    expect(escapeInvisibleLine(text)).toBe(expected);
  });
});

describe('escapeInvisible', () => {
  it('shows what is hidden in lines too, and keeps the lines', () => {
    expect(escapeInvisible('a\n\tb\u202E\u0007\uDC00 😀')).toBe('a\n\tb\\u202e\\u0007\\udc00 😀');
  });

  it.each([
    ['embeddings, overrides and isolates', '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'],
    ['marks of direction', '\u200e\u200f\u061c'],
    ['no width', '\u200b\u200c\u200d\u2060\ufeff\u180e\u034f'],
    ['invisible operators', '\u2061\u2062\u2063\u2064\u206a\u206f'],
    ['soft hyphen, separators', '\u00ad\u2028\u2029'],
    ['fillers and blanks', '\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5'],
    ['controls', '\u0000\u0007\u001b\u007f\u0085\u009b'],
    ['annotations', '\ufff9\ufffa\ufffb'],
    ['variation selectors', '\ufe00\ufe0f\u{e0100}\u{e01ef}'],
    ['tags', '\u{e0001}\u{e0020}\u{e0041}\u{e007f}'],
    ['music and shorthand', '\u{1d173}\u{1bca0}'],
  ])('%s', (_, hidden) => {
    for (const character of hidden) {
      const code = character.codePointAt(0) ?? 0;
      const escape = code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
      expect(escapeInvisible(`a${character}b`)).toBe(`a${escape}b`);
    }
  });

  it.each([
    'שלום עולם',
    'مرحبا بالعالم',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d👩\u200d👧\u200d👦 👨🏽\u200d💻 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '1\ufe0f\u20e3 ☎\ufe0e',
    '葛\u{e0100}城',
    'Việt Nam, עִבְרִית, ไทย',
    '\u0600١٢٣',
    'tab\there\r\nline',
  ])('what writing needs stays readable: %s', (text) => {
    expect(escapeInvisible(text)).toBe(text);
  });

  it.each([
    ['a joiner beside an emoji', '👩\u200da', '👩\\u200da'],
    ['two joiners', '👩\u200d\u200d👩', '👩\\u200d\\u200d👩'],
    ['bytes in variation selectors', '😀\u{e0100}\u{e0101}', '😀\\u{e0100}\\u{e0101}'],
    ['a flag with words in it', '🏴\u{e0068}\u{e0069}\u{e007f}', '🏴\\u{e0068}\\u{e0069}\\u{e007f}'],
    ['two selectors', '❤\ufe0f\ufe0f', '❤\ufe0f\\ufe0f'],
  ])('%s is no writing', (_, text, expected) => {
    expect(escapeInvisible(text)).toBe(expected);
  });

  it('marks that pile up are counted', () => {
    const piled = `Z${'\u0335'.repeat(1_000)}!`;
    expect(escapeInvisible(piled)).toBe(`Z${'\u0335'.repeat(4)}[+996 marks]!`);
    expect(escapeInvisible(`e${'\u0301\u034f\u0301\u034f\u0301'}`)).toBe(
      'e\u0301\\u034f\u0301\\u034f[+1 marks]',
    );
  });

  it('takes two million characters in no time, hidden or not', () => {
    const ms = cpuMs(() => {
      escapeInvisible('é'.repeat(2_000_000));
      escapeInvisible(`${'x'.repeat(2_000_000)}\u202e`);
      expect(escapeInvisible('\u200d'.repeat(200_000))).toHaveLength(1_200_000);
      escapeInvisible('\u0301'.repeat(2_000_000));
    });
    expect(ms).toBeLessThan(5_000);
  });
});

it('escapeInvisibleJson escapes the same characters', () => {
  const value = { 'a\u202e': ['\u{e0041}', '\u2028', 'é'] };
  const text = escapeInvisibleJson(JSON.stringify(value));
  expect(text).toBe('{"a\\u202e":["\\udb40\\udc41","\\u2028","é"]}');
  expect(JSON.parse(text)).toEqual(value);
});

it('collapseSpaces makes one line of a text and drops nothing that hides', () => {
  expect(collapseSpaces('  a \r\n\t b\u00a0\u3000c\n')).toBe('a b c');
  expect(collapseSpaces('a\ufeffb \u2028 c\u000bd')).toBe('a\ufeffb \u2028 c\u000bd');
  expect(collapseSpaces('\ufeff')).toBe('\ufeff');
});
