import { describe, expect, it } from 'vitest';
import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { checkpointChangeLabel, checkpointTitle } from './checkpoint-labels.ts';
import { buildCheckpoint } from '../../../testing/renderer/checkpoint-builder.ts';

const checkpoint = (own: Partial<CheckpointSummary>): CheckpointSummary =>
  buildCheckpoint({
    step: 1,
    ...own,
  });

describe('a row of the history', () => {
  it.each([
    [{ writers: ['plan'] }, 'plan'],
    [{ writers: ['legal', 'support_lead'] }, 'legal, support_lead'],
    [{ source: 'input' as const }, 'input'],
    [{ source: 'update' as const }, 'edit'],
    [{ source: 'fork' as const }, 'copy'],
    [{ source: 'update' as const, writers: ['plan'] }, 'edit as plan'],
    [{ step: 0 }, 'start'],
    [{ step: 7, start: true as const }, 'start'],
    [{}, 'step'],
  ])('%j is written by %s', (own, expected) => {
    expect(checkpointTitle(checkpoint(own))).toBe(expected);
  });

  it.each([
    [{ changedKeys: ['text', 'log'], next: ['review'] }, 'text, log'],
    [{ interrupts: 1, next: ['review'] }, 'review interrupted'],
    [{ interrupts: 2, next: ['legal', 'support_lead'] }, 'legal, support_lead interrupted'],
    [{ interrupts: 1, next: ['review'] }, 'review was interrupted', true],
    [{ failed: true, next: ['charge_card'] }, 'failed'],
    [{ failed: true, failedNodes: ['charge_card'], next: ['charge_card'] }, 'charge_card failed'],
    [{ changedKeys: [], next: [] }, 'finished'],
    [{ changedKeys: null, next: ['plan'] }, ''],
  ])('%j says %s', (own, expected, continued = false) => {
    expect(checkpointChangeLabel(checkpoint(own), continued)).toBe(expected);
  });
});
