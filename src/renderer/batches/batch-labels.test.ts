import { describe, expect, it } from 'vitest';
import type { BatchRow, BatchView } from '../../shared/model/runs/batch.ts';
import { closingText, isOpen, progressText, rowLabel, stopText } from './batch-labels.ts';
import { columnTypes } from './column-types.ts';

const unsent: BatchRow = { threadId: null, runId: null, problem: null, result: null };
const sent: BatchRow = { ...unsent, threadId: 't', runId: 'r' };
const ended = (
  status: NonNullable<BatchRow['result']>['status'],
  threadStatus: 'idle' | 'interrupted' = 'idle',
): BatchRow => ({ ...sent, result: { status, threadStatus, outputText: null, error: null } });
const rows = [
  unsent,
  sent,
  { ...unsent, problem: 'No' },
  ended('success'),
  ended('success', 'interrupted'),
  ended('error'),
  ended('interrupted'),
  ended(null),
];
const batch: BatchView = {
  batchId: 'b',
  connectionId: 'c',
  assistantId: 'a',
  name: 'n',
  createdAt: '',
  atOnce: null,
  rows,
  isSending: false,
};

describe('T-1: what is said of a batch', () => {
  it('is what is known of each row', () => {
    expect(rows.map(rowLabel)).toEqual([
      'not sent',
      'queued or running',
      'no run known',
      'finished',
      'waits for an answer',
      'failed',
      'stopped',
      'unknown',
    ]);
    expect(progressText(batch)).toMatch(/^6 of 8 ended: 1 not sent, 1 queued or running, 1 no run known,/);
  });

  it('is whether it goes on, with and without the studio', () => {
    expect(isOpen(batch)).toBe(true);
    expect(isOpen({ ...batch, rows: [unsent] })).toBe(false);
    expect(closingText(batch)).toContain('One row never sent');
    expect(closingText({ ...batch, isSending: true, atOnce: 2 })).toContain('while the studio is open');
    expect(closingText({ ...batch, rows: [sent] })).toBeNull();
  });

  it('C-15: is what became of stopping it', () => {
    const result = {
      status: 'interrupted',
      stopped: true,
      threadStatus: null,
      statePreserved: null,
    } as const;
    expect(stopText({ unsent: 2, results: [result, null] })).toBe(
      'Stopped 1 of 2 active runs. 1 had ended, or did not stop. Not sent: 2 rows.',
    );
  });
});

it('takes the types of columns from the input schema', () => {
  const types = columnTypes(
    JSON.stringify({
      type: 'object',
      properties: {
        topic: { type: 'string' },
        pace: { type: 'number' },
        kind: { enum: ['a', 'b'] },
        tags: { type: 'array', items: { type: 'string' } },
        any: {},
      },
    }),
  );
  expect(
    ['topic', 'kind', 'any', 'pace', 'tags', 'other'].map((key) => types(key).includes('string')),
  ).toEqual([true, true, true, false, false, false]);
  expect(types('other')).toEqual([]);
  expect(columnTypes(null)('x')).toEqual([]);
});
