import { describe, expect, it } from 'vitest';
import { createScrubber } from '../logging/scrubber.ts';
import { createLineScrubber, createLogScrubber } from './log-scrubber.ts';

const scrubberFor = (secret: string) => {
  const scrubber = createScrubber();
  scrubber.add(secret);
  return createLogScrubber(scrubber);
};

describe('the scrubber of logs', () => {
  it('removes known and likely secrets and leaves hosts', () => {
    const scrub = scrubberFor('known-4711');
    expect(scrub('GET https://user:pa55word@a.example/x?token=abc123 with known-4711')).toBe(
      'GET https://[secret]@a.example/x?token=[secret] with [secret]',
    );
  });

  it('removes the lines of a private key until its end, or until a line that is none of it', () => {
    const scrub = createLineScrubber(scrubberFor('known-4711'));
    const lines = [
      'starting',
      '-----BEGIN RSA PRIVATE KEY-----',
      'Proc-Type: 4,ENCRYPTED',
      'bm90IGEga2V5IGF0IGFsbCwganVzdCBhIHRleHQ=',
      '-----END RSA PRIVATE KEY-----',
      'started',
      '-----BEGIN PRIVATE KEY-----',
      'bm90IGEga2V5IGF0IGFsbCwganVzdCBhIHRleHQ=',
      '2026-11-23 INFO: a line of the log',
    ];
    expect(lines.map(scrub)).toEqual([
      'starting',
      '[secret]',
      '[secret]',
      '[secret]',
      '[secret]',
      'started',
      '[secret]',
      '[secret]',
      '2026-11-23 INFO: a line of the log',
    ]);
  });
});
