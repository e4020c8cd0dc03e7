import { describe, expect, it } from 'vitest';
import { aDelivery } from '../../testing/builders.ts';
import { lagMs, deliveryStatus, deliveryStatusText, verificationResult } from './webhook-labels.ts';

const delivery = aDelivery();

describe('a delivery in words', () => {
  it('distinguishes a claim from what the server confirmed', () => {
    expect(verificationResult(delivery)).toEqual({ tone: 'ok', text: 'confirmed by the server' });
    expect(verificationResult({ ...delivery, confirmedStatus: null })).toMatchObject({
      text: 'checking with the server',
    });
    expect(verificationResult({ ...delivery, confirmedStatus: 'error' })).toEqual({
      tone: 'wait',
      text: 'claims finished, server says failed',
    });
    expect(verificationResult({ ...delivery, confirmedStatus: null, confirmProblem: 'gone' }).text).toContain(
      'gone',
    );
  });

  it('shows the confirmed status before the claimed one', () => {
    expect(deliveryStatus({ ...delivery, confirmedStatus: 'error' })).toBe('error');
    expect(deliveryStatus({ ...delivery, confirmedStatus: null })).toBe('success');
    expect(deliveryStatus({ ...delivery, confirmedStatus: null, claimedStatus: 'rolled over' })).toBe(
      'unknown',
    );
  });

  it.each([
    ['interrupted', 'interrupted'],
    ['success', 'finished'],
    ['rolled over', 'rolled over'],
    [null, 'no status'],
  ])('says a status of %s as %s', (claimedStatus, text) => {
    expect(deliveryStatusText({ ...delivery, confirmedStatus: null, claimedStatus })).toBe(text);
  });

  it.each([
    ['2026-11-20T22:00:00.248Z', 252],
    ['2026-11-20T23:00:00Z', 0],
    ['yesterday', null],
    [null, null],
  ])('reads the lag from %s: %s ms', (runEndedAt, lag) => {
    expect(lagMs({ ...delivery, runEndedAt })).toBe(lag);
  });
});
