import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fc } from '../../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { readLines, maxLineLength } from './read-lines.ts';

async function linesOf(chunks: readonly Buffer[]): Promise<string[]> {
  const lines: string[] = [];
  const stream = Readable.from(chunks);
  readLines(stream, (line) => lines.push(line));
  await finished(stream);
  return lines;
}

describe('lines from a child process', () => {
  it('are the same for any chunks', async () => {
    const bytes = Buffer.from('a\r\nb € 😀\n\nlast');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length })), async (cuts) => {
        const positions = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = positions.slice(1).map((end, n) => bytes.subarray(positions[n], end));
        expect((await linesOf(chunks)).join('|')).toBe('a|b € 😀||last');
      }),
    );
  });

  it('are truncated if they do not end, so that memory is bounded', async () => {
    const lines = await linesOf([Buffer.alloc(maxLineLength * 2 + 5, 'x')]);
    expect(lines.map((line) => line.length)).toEqual([maxLineLength, maxLineLength, 5]);
  });

  it('are none if the output is not piped', () => {
    expect(() => readLines(null, () => expect.unreachable())).not.toThrow();
  });
});
