import { anyText, fc } from '../../testing/fast-check.ts';
import { scaled } from '../../testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { createScrubber, mask } from './scrubber.ts';

const secret = 'lsv2_pt_k/e+y="ä€😀&\\';
const pythonEscaped = JSON.stringify(secret).replaceAll(
  /[^\u0020-\u007e]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

const spellings: readonly (readonly [name: string, text: string])[] = [
  ['as it is', `x-api-key: ${secret}.`],
  ['in an address', `/threads?key=${encodeURIComponent(secret)}&x=1`],
  [
    'in an address with small hex digits',
    `/t?k=${encodeURIComponent(secret).replaceAll(/%../g, (hex) => hex.toLowerCase())}`,
  ],
  ['in a form', new URLSearchParams({ key: secret }).toString()],
  ['in JSON', JSON.stringify({ key: secret })],
  ['in JSON within JSON', JSON.stringify({ body: JSON.stringify({ key: secret }) })],
  ['in JSON that is ASCII only', `{"key":${pythonEscaped}}`],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 for addresses', Buffer.from(secret).toString('base64url')],
  ['behind a name in base64', `Basic ${Buffer.from(`u:${secret}`).toString('base64')}`],
  ['behind another name in base64', `Basic ${Buffer.from(`us:${secret}`).toString('base64')}`],
  ['behind a third name in base64', `Basic ${Buffer.from(`use:${secret}`).toString('base64')}`],
];

describe('the scrubber', () => {
  it.each(spellings)('masks a secret %s', (_name, text) => {
    const scrubber = createScrubber();
    scrubber.add(secret);
    const clean = scrubber.scrub(text);
    expect(clean).toContain(mask);
    expect(clean).not.toContain('lsv2');
    expect(Buffer.from(clean.replaceAll(/.*Basic /g, ''), 'base64').toString()).not.toContain('lsv2');
  });

  it('leaves all else unchanged, and masks every occurrence of every secret', () => {
    const scrubber = createScrubber();
    const text = 'first-secret, second-secret; first-secret';
    expect(scrubber.scrub(text)).toBe(text);
    scrubber.add('first-secret');
    scrubber.add('second-secret');
    scrubber.add('abc');
    expect(scrubber.scrub(`${text} abc`)).toBe(`${mask}, ${mask}; ${mask} abc`);
  });

  it('a secret that contains another one is masked as a whole', () => {
    const scrubber = createScrubber();
    scrubber.add('secret');
    scrubber.add('secret-and-more');
    expect(scrubber.scrub('secret-and-more secret')).toBe(`${mask} ${mask}`);
  });

  it('truncated text never ends within a secret', () => {
    const scrubber = createScrubber();
    scrubber.add(secret);
    for (let before = 0; before < 60; before += 1) {
      const head = scrubber.scrubHead(`${'.'.repeat(before)}${secret}${'.'.repeat(200)}`, 50);
      expect(head.length).toBeLessThanOrEqual(50);
      expect(head).not.toContain('lsv2'.slice(0, 3));
    }
    expect(scrubber.scrubHead(`a ${secret}`, 100)).toBe(`a ${mask}`);
  });

  it('keeps the last values of an owner only, and those of others', () => {
    const scrubber = createScrubber();
    scrubber.add('token-0001');
    scrubber.renew('other', 'token-0002');
    for (let count = 1; count <= 100; count += 1)
      scrubber.renew('server access', `token-${String(count).padStart(4, '0')}`);
    const masked = (name: string): boolean => scrubber.scrub(name) === mask;
    expect(['token-0100', 'token-0099', 'token-0095', 'token-0001', 'token-0002'].map(masked)).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect(scrubber.scrub('token-0050')).toBe('token-0050');
    scrubber.renew('server access', 'token-0099');
    expect(masked('token-0100')).toBe(true);
  });

  it('masks any secret between any texts', () => {
    const value = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => /^[\x20-\x7e]+$/.test(text));
    const whole = anyText();
    fc.assert(
      fc.property(value, whole, whole, (one, before, after) => {
        const scrubber = createScrubber();
        scrubber.add(one);
        fc.pre(!mask.includes(one));
        for (const encode of [String, encodeURIComponent, JSON.stringify]) {
          const text = encode(before + one + after);
          const marked = encode(one).replaceAll(/^"|"$/g, '');
          fc.pre(!mask.includes(marked));
          expect(scrubber.scrub(text)).toContain(mask);
        }
      }),
      { numRuns: scaled(2000) },
    );
  });
});
