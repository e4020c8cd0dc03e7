import { anyText, fc } from '../../../../src/testing/fast-check.ts';
import { scaled } from '../../../../src/testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import type { SseFrame } from './sse-frame.ts';
import { SseDecoder } from './sse-decoder.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function decode(pieces: readonly Uint8Array[], maxFrameBytes?: number): SseFrame[] {
  const decoder = new SseDecoder(maxFrameBytes);
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.flush()];
}

const short = (frames: readonly SseFrame[]): string[] =>
  frames.map(({ event, text, id }) => `${event}|${text}|${id}`);
/** All about frames as one text, which is fast enough to be compared 10,000 times. */
const all = (frames: readonly SseFrame[]): string =>
  JSON.stringify(
    frames.map(({ event, text, id, lastId, invalidUtf8, tooLarge }) => [
      event,
      text,
      id,
      lastId,
      invalidUtf8,
      tooLarge,
    ]),
  );
const decodeText = (text: string): string[] => short(decode([bytes(text)]));

/** Cuts bytes at the given places. */
function cutAt(whole: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const ends = [...new Set(positions.map((position) => position % (whole.length + 1)))].toSorted(
    (a, b) => a - b,
  );
  return [0, ...ends].map((from, index) => whole.slice(from, [...ends, whole.length][index]));
}

describe('SseDecoder', () => {
  it.each([
    ['a frame as graph servers send it', 'event: values\ndata: {"a":1}\nid: 7\n\n', ['values|{"a":1}|7']],
    ['CR', 'event: a\rdata: 1\r\rdata: 2\r\r', ['a|1|null', 'message|2|null']],
    ['CRLF', 'event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n', ['a|1|null', 'message|2|null']],
    ['all line ends mixed', 'data: 1\r\ndata: 2\rdata: 3\n\r\n', ['message|1\n2\n3|null']],
    ['no blank after the colon, and two', 'data:1\ndata:  2\n\n', ['message|1\n 2|null']],
    ['a byte order mark', '\uFEFFdata: 1\n\n', ['message|1|null']],
    ['only one byte order mark', '\uFEFF\uFEFFdata: 1\n\n', []],
    ['comments', ': heartbeat\n\n: more\ndata: 1\n: x\n\n', ['message|1|null']],
    ['an event without data', 'id: 1\ndata: 1\n\n\nevent: x\n\n', ['message|1|1']],
    [
      'the end event of older servers',
      'data: 1\n\nevent: end\n\nevent: end\ndata: null\n\n',
      ['message|1|null'],
    ],
    [
      'the names that pure-graph has for an error and for the end',
      'event: __stream_error__\ndata: {}\n\nevent: __stream_end__\ndata: "stream end"\n\n',
      ['error|{}|null'],
    ],
    ['a last event without its blank line', 'event: a\ndata: 1', ['a|1|null']],
    ['an id with NUL', 'id: 1\ndata: 1\n\nid: 2\0\ndata: 2\n\n', ['message|1|1', 'message|2|null']],
    ['unknown fields and lines without a colon', 'retry: 1\nfoo\ndata\ndatax: 1\n\n', ['message||null']],
    ['names with bars', 'event: updates|a:1|b:2\ndata: 1\n\n', ['updates|a:1|b:2|1|null']],
  ])('reads %s', (_, text, frames) => {
    expect(decodeText(text)).toEqual(frames);
  });

  it('keeps the newest id for resuming, and reports the frame that had it', () => {
    const frames = decode([bytes('id: 1\ndata: a\n\ndata: b\n\nid:\ndata: c\n\n')]);
    expect(frames.map(({ id, lastId }) => [id, lastId])).toEqual([
      ['1', '1'],
      [null, '1'],
      ['', ''],
    ]);
  });

  it('counts heartbeats', () => {
    const decoder = new SseDecoder();
    decoder.push(bytes(': heartbeat\n\n: heart'));
    expect(decoder.comments).toBe(1);
    decoder.push(bytes('beat\n'));
    expect(decoder.comments).toBe(2);
  });

  it('decodes the same frames for any chunks', () => {
    const line = fc.oneof(
      anyText().map((text) => `data: ${text}`),
      anyText().map((text) => `event: ${text}`),
      fc.constantFrom('id: 1', 'id:', ': x', '', '', 'data: "é🚀"', 'event: end', 'data'),
    );
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')).map((pair) => pair.join('')));
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (lines, positions) => {
        const whole = bytes(lines.join(''));
        const frames = all(decode([whole]));
        expect(all(decode(cutAt(whole, positions)))).toBe(frames);
        expect(all(decode(Array.from(whole, (byte) => Uint8Array.of(byte))))).toBe(frames);
      }),
      { numRuns: scaled(10_000) },
    );
  }, 60_000);

  it('accepts any bytes without throwing, and decodes the next valid frame', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat()), (garbage, positions) => {
        const good = bytes('\n\nevent: values\ndata: 1\nid: 9\n\n');
        const whole = new Uint8Array([...garbage, ...good]);
        const last = decode(cutAt(whole, positions)).at(-1);
        expect(last).toMatchObject({ event: 'values', text: '1', id: '9', invalidUtf8: false });
      }),
      { numRuns: scaled(10_000) },
    );
  });

  it('marks a frame whose bytes are not valid UTF-8', () => {
    const broken = new Uint8Array([...bytes('data: "'), 0xc3, 0x28, ...bytes('"\n\ndata: 2\n\n')]);
    expect(decode([broken]).map(({ text, invalidUtf8 }) => [text, invalidUtf8])).toEqual([
      ['"\uFFFD("', true],
      ['2', false],
    ]);
  });

  it('skips the text of a frame that is too large, in one line or many, and continues', () => {
    const large = `event: values\nid: 3\ndata: ${'x'.repeat(500)}\n\n`;
    const many = `event: updates\n${'data: 0123456789\n'.repeat(50)}id: 4\n\n`;
    const whole = bytes(`${large}${many}data: ok\n\n`);
    for (const positions of [
      [],
      [100, 200, 300, 400],
      Array.from({ length: 1000 }, (_, index) => index * 7),
    ]) {
      const frames = decode(cutAt(whole, positions), 200);
      expect(frames.map(({ event, text, id, tooLarge }) => [event, text, id, tooLarge])).toEqual([
        ['values', '', '3', true],
        ['updates', '', '4', true],
        ['message', 'ok', null, false],
      ]);
    }
  });

  it('decodes frames of 1, 10 and 64 MB, and marks one of 200 MB as too large', () => {
    const megabyte = bytes('x'.repeat(2 ** 20));
    for (const size of [1, 10, 64, 200]) {
      const decoder = new SseDecoder(65 * 2 ** 20);
      decoder.push(bytes('event: values\nid: 1\ndata: "'));
      for (let sent = 0; sent < size; sent += 1) decoder.push(megabyte);
      const [large, next] = decoder.push(bytes('"\n\ndata: 1\n\n'));
      expect([large?.event, large?.id, large?.text.length, large?.tooLarge]).toEqual(
        size === 200 ? ['values', '1', 0, true] : ['values', '1', size * 2 ** 20 + 2, false],
      );
      expect(next?.text).toBe('1');
    }
  });

  it('decodes the same frames for any chunks of long lines, also of lines without a payload', () => {
    const line = fc.oneof(
      fc.tuple(
        fc.constantFrom('data: ', 'event: ', 'id: ', 'data', ': '),
        fc.integer({ min: 900, max: 1200 }),
      ),
      fc.tuple(fc.constantFrom('data: ', 'event: a', 'id: 1', ''), fc.constant(0)),
    );
    const text = fc.array(
      fc
        .tuple(line, fc.constantFrom('\n', '\r', '\r\n'))
        .map(([[start, length], lineEnd]) => start + 'ü'.repeat(length) + lineEnd),
    );
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (lines, positions) => {
        const whole = bytes(lines.join(''));
        expect(all(decode(cutAt(whole, positions)))).toBe(all(decode([whole])));
      }),
      { numRuns: scaled(500) },
    );
  });

  it('decodes a long payload in chunks of one byte', () => {
    const payload = 'é'.repeat(50_000);
    const [frame] = decode(
      Array.from(bytes(`event: a|b\ndata: ${payload}\n\n`), (byte) => Uint8Array.of(byte)),
    );
    expect([frame?.event, frame?.text === payload, frame?.invalidUtf8]).toEqual(['a|b', true, false]);
  });

  it('passes on any event name, split at its bars', () => {
    const name = fc.oneof(
      fc.constantFrom('a|b:c', '__proto__', 'constructor', '|', 'values|', 'error|x', 'messages/partial'),
      anyText({ minLength: 1 }).filter((each) => !/[\r\n]/.test(each) && each !== 'end'),
    );
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const text = names.map((each) => `event: ${each}\ndata: 1\n\n`).join('');
        const frames = decode([bytes(text)]);
        expect(frames.map(({ event }) => event)).toEqual(names);
        expect(frames.map((frame) => [frame.name.mode, ...frame.name.namespace].join('|'))).toEqual(names);
      }),
    );
  });
});
