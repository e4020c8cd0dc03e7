import { describe, expect, it } from 'vitest';
import { createScrubber } from '../logging/scrubber.ts';
import { createValueScrubber } from '../scrubbing/value-scrubber.ts';
import { boundedJson, boundedMessage } from './bounded-text.ts';

const known = 'correct-horse-battery';

function aScrubber() {
  const scrubber = createScrubber();
  scrubber.add(known);
  return createValueScrubber({ scrubber, likely: true, hosts: null });
}

describe('a text of a server for a span', () => {
  it('is what the server wrote, without secrets', () => {
    const json = `{"n": 9007199254740993, "password": "tiger7", "text": "say ${known}"}`;
    expect(boundedJson(json, aScrubber())).toEqual({
      text: '{"n": 9007199254740993, "password": "[secret]", "text": "say [secret]"}',
      isCut: false,
    });
  });

  it.each([15_990, 63_990])(
    'is cut off where it is long, and no part of a secret at character %i stays',
    (position) => {
      const start = '{"text": "';
      const json = `${start}${'x'.repeat(position - start.length)} ${known} ${'y'.repeat(100_000)}"}`;
      const { text, isCut } = boundedJson(json, aScrubber());
      expect([isCut, text.length]).toEqual([true, 16_000]);
      expect(text).not.toContain('correct');
    },
  );

  it('is short as a message', () => {
    const message = boundedMessage(`Error: ${known} ${'x'.repeat(10_000)}`, aScrubber());
    expect(message).toHaveLength(2000);
    expect(message.startsWith('Error: [secret] xxx')).toBe(true);
  });
});
