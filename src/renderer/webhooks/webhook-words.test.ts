import { describe, expect, it } from 'vitest';
import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import { lagMs, shownStatus, verdict } from './webhook-words.ts';

const delivery: WebhookDelivery = {
  id: 'd1',
  receivedAt: '2026-11-20T22:00:00.500Z',
  connectionId: 'demo',
  runId: 'r1',
  threadId: 't1',
  tokenLast4: 'beef',
  claimedStatus: 'success',
  confirmedStatus: 'success',
  confirmProblem: null,
  count: 1,
  size: 2,
  contentType: 'application/json',
  headers: [],
  bodyText: '{"run_ended_at":"2026-11-20T22:00:00.248Z"}',
  bodyIsJson: true,
};

describe('a delivery in words', () => {
  it('W-3: tells a claim from what the server confirmed', () => {
    expect(verdict(delivery)).toEqual({ tone: 'ok', text: 'confirmed by the server' });
    expect(verdict({ ...delivery, confirmedStatus: null })).toMatchObject({ text: 'asking the server' });
    expect(verdict({ ...delivery, confirmedStatus: 'error' })).toEqual({
      tone: 'wait',
      text: 'claims success, server says error',
    });
    expect(verdict({ ...delivery, confirmedStatus: null, confirmProblem: 'gone' }).text).toContain('gone');
  });

  it('shows the confirmed status before the claimed one', () => {
    expect(shownStatus({ ...delivery, confirmedStatus: 'error' })).toBe('error');
    expect(shownStatus({ ...delivery, confirmedStatus: null })).toBe('success');
    expect(shownStatus({ ...delivery, confirmedStatus: null, claimedStatus: 'rolled over' })).toBe('unknown');
  });

  it.each([
    ['{"run_ended_at":"2026-11-20T22:00:00.248Z"}', 252],
    ['{"run_ended_at":"2026-11-20T23:00:00Z"}', 0],
    ['{"run_ended_at":5}', null],
    ['{}', null],
    ['[]', null],
    ['null', null],
  ])('reads the lag from %s: %s ms', (bodyText, lag) => {
    expect(lagMs({ ...delivery, bodyText })).toBe(lag);
  });

  it('does not parse a body that is not JSON', () => {
    expect(lagMs({ ...delivery, bodyText: 'not json', bodyIsJson: false })).toBeNull();
  });
});
