import { describe, expect, it, vi } from 'vitest';

// Before and after, because test files share this module, which looks for `Buffer` when it is loaded.
vi.resetModules();
vi.stubGlobal('Buffer', undefined);
const { SseDecoder } = await import('./sse-decoder.ts');
vi.unstubAllGlobals();
vi.resetModules();

describe('SseDecoder without Buffer, as in a browser', () => {
  it('decodes the same frames, at once and byte by byte', () => {
    const text = `event: values|a:1\r\ndata: {"a":"é🚀"}\nid: 7\n\ndata: ${'ü'.repeat(3000)}\ndata: 2\n\n`;
    const whole = new Uint8Array([...new TextEncoder().encode(text), 100, 97, 116, 97, 58, 0xff, 10, 10]);
    for (const size of [whole.length, 700, 1]) {
      const decoder = new SseDecoder();
      const frames = [];
      for (let index = 0; index < whole.length; index += size)
        frames.push(...decoder.push(whole.slice(index, index + size)));
      expect(frames.map((frame) => [frame.event, frame.text, frame.id, frame.invalidUtf8])).toEqual([
        ['values|a:1', '{"a":"é🚀"}', '7', false],
        ['message', `${'ü'.repeat(3000)}\n2`, null, false],
        ['message', '\uFFFD', null, true],
      ]);
    }
  });

  it('uses only what browsers have', () => {
    const [frame] = new SseDecoder().push(new TextEncoder().encode('data: 1\n\n'));
    const chunks: Uint8Array[] = [];
    frame?.forEachChunk((bytes) => chunks.push(bytes));
    expect(chunks.map((bytes) => bytes.constructor.name)).toEqual(['Uint8Array']);
  });
});
