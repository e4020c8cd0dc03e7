import { describe, expect, it } from 'vitest';
import { detectMedia, maxImageChars, parseIsoTime } from './detect-text-kind.ts';

describe('mediaOf', () => {
  it('shows pixels that are in the text, and nothing that can act', () => {
    expect(detectMedia('data:image/png;base64,iVBORw0KGgo=')).toMatchObject({
      kind: 'picture',
      type: 'image/png',
    });
    expect(detectMedia('data:image/svg+xml;base64,PHN2Zz4=')).toEqual({
      kind: 'data',
      type: 'image/svg+xml',
    });
    expect(detectMedia('data:text/html,<script>1</script>')).toEqual({ kind: 'data', type: 'text/html' });
    expect(detectMedia('data:image/png;base64,x" onerror="alert(1)')).toEqual({
      kind: 'data',
      type: 'image/png',
    });
    expect(detectMedia('plain')).toBeNull();
  });

  it('names what lies elsewhere and gives no address to load', () => {
    expect(detectMedia('https://evil.test/x.png')).toEqual({
      kind: 'link',
      address: 'https://evil.test/x.png',
    });
    expect(detectMedia('see https://evil.test')).toBeNull();
  });

  it('does not draw a picture of many megabytes by itself', () => {
    const huge = `data:image/png;base64,${'A'.repeat(maxImageChars)}`;
    expect(detectMedia(huge)).toEqual({ kind: 'data', type: 'image/png' });
  });
});

describe('readTime', () => {
  it.each([
    ['2026-11-20T22:00:00.173456+00:00', '2026-11-20T22:00:00.173Z', false],
    ['2026-11-20 22:00:00.173456+05:30', '2026-11-20T16:30:00.173Z', false],
    ['2026-11-20T22:00:00-0530', '2026-11-21T03:30:00.000Z', false],
    ['2026-11-20T22:00:00Z', '2026-11-20T22:00:00.000Z', false],
    ['2026-11-20T22:00', null, true],
    ['2026-11-20T22:00:00.173456', null, true],
  ])('%s', (text, instant, naive) => {
    const time = parseIsoTime(text);
    expect(time?.naive).toBe(naive);
    // Microseconds stay in the text.
    expect(time?.text).toBe(text.replace(' ', 'T'));
    expect(naive ? null : time?.date.toISOString()).toBe(instant);
  });

  it.each(['2026-13-40T00:00:00', '2026-11-20', '22:00', 'on 2026-11-20T22:00:00Z', '1764000000'])(
    '%s is plain text',
    (text) => {
      expect(parseIsoTime(text)).toBeNull();
    },
  );
});
