// The cost per byte when a stream is cut into single bytes, and when a frame is very large: it must not grow
// with the length of the stream or frame.
import { median } from '../median.mjs';
import { builtPart } from './built.mjs';
import { cut, input } from './inputs.mjs';

/** @type {typeof import('remote-graph-client/testing')} */
const { SseDecoder } = await import(builtPart('testing'));
const rounds = 5;

/** @param {readonly Uint8Array[]} chunks @param {number} bytes */
function nanosecondsPerByte(chunks, bytes) {
  const times = [];
  for (let round = -2; round < rounds; round += 1) {
    const startedAt = performance.now();
    const decoder = new SseDecoder();
    let length = 0;
    for (const chunk of chunks) for (const frame of decoder.push(chunk)) length += frame.text.length;
    const ms = performance.now() - startedAt;
    if (length === 0) throw new Error('Nothing was read.');
    if (round >= 0) times.push(ms);
  }
  return (median(times) * 1e6) / bytes;
}

const { bytes } = input('mix', 10_000);
const singles = [0.5, 1, 2].map((megabytes) => {
  const part = bytes.subarray(0, megabytes * 2 ** 20);
  return nanosecondsPerByte(
    Array.from(part, (byte) => Uint8Array.of(byte)),
    part.length,
  );
});
const large = [4, 16, 64].map((megabytes) => {
  const frame = Buffer.from(`event: values\ndata: "${'x'.repeat(megabytes * 2 ** 20 - 2)}"\nid: 1\n\n`);
  return nanosecondsPerByte(cut(frame, 65_536), frame.length);
});
console.log(JSON.stringify({ singles, large }));
