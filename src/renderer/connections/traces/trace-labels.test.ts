import { describe, expect, it } from 'vitest';
import type { TraceSending } from '../../../shared/model/traces.ts';
import { phoenixTraceUrl } from './trace-form.ts';
import { lostTexts, receiptText, sendingText } from './trace-labels.ts';

const sending: TraceSending = {
  sent: 1,
  waiting: 0,
  waitingBytes: 0,
  dropped: 0,
  refused: 0,
  unread: 0,
  lastSentAt: null,
  lastError: null,
  nextAttemptAt: null,
  readProblem: null,
};

describe('the sending of traces in words', () => {
  it('says how many runs were sent and wait, or that this is not known', () => {
    expect(sendingText(sending)).toBe('1 run sent, 0 waiting');
    expect(sendingText({ ...sending, sent: 12, waiting: 3, waitingBytes: 20_400 })).toBe(
      '12 runs sent, 3 waiting (20.4 kB)',
    );
    expect(sendingText({ ...sending, waiting: null })).toBe('1 run sent, how many wait is not known yet');
  });

  it('names what will not be sent', () => {
    expect(lostTexts(sending)).toEqual([]);
    expect(lostTexts({ ...sending, dropped: 2, refused: 1, unread: 3 })).toEqual([
      '2 runs dropped, oldest first: the queue was full',
      '1 run refused by the receiver',
      '3 runs left out: what ran could not be read',
    ]);
  });

  it('says what became of a test span', () => {
    const receipt = {
      url: 'http://127.0.0.1:4318/v1/traces',
      service: 'Shop',
      traceId: 'a',
      sent: 1,
      rejected: 0,
      reasons: [],
      durationMs: 12,
    };
    expect(receiptText(receipt)).toBe('http://127.0.0.1:4318/v1/traces accepted the span as Shop in 12 ms.');
    expect(receiptText({ ...receipt, rejected: 1 })).toMatch(/did not accept the span/);
  });
});

it('the web address of a trace in Phoenix is made of the address for its spans', () => {
  for (const url of ['http://127.0.0.1:6006', ' http://127.0.0.1:6006/ ', 'http://127.0.0.1:6006/v1/traces'])
    expect(phoenixTraceUrl({ url })).toBe('http://127.0.0.1:6006/redirects/traces/{trace_id}');
  for (const url of ['', 'http://', 'ftp://x', 'phoenix']) expect(phoenixTraceUrl({ url })).toBeNull();
});
