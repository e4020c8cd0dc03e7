import { describe, expect, it } from 'vitest';
import type { ServerRun, ServerRunThread } from '../../shared/model/server-run.ts';
import { outcomeSummary, outcomeText, type CancelOutcome } from '../shared-ui/cancel-outcomes.ts';
import { queueText } from './row-labels.ts';
import { coverageText, isCancellable, rowText, runRows } from './run-rows.ts';
import { matchesSearch } from '../ui/resource-view/use-resource-list.ts';

const run = (runId: string, status: ServerRun['status'], createdAt = '2026-01-01T00:00:00Z'): ServerRun => ({
  runId,
  assistantId: 'a',
  status,
  createdAt,
  source: 'unknown',
  resumable: null,
});
const thread = (threadId: string, runs: ServerRunThread['runs']): ServerRunThread => ({
  threadId,
  name: null,
  graphId: 'g',
  status: 'busy',
  updatedAt: null,
  runs,
  problem: null,
  hasMore: false,
});
const now = Date.parse('2026-01-01T00:01:00Z');

describe('rows of runs', () => {
  const future = '2999-01-01T00:00:00Z';
  const rows = runRows(
    {
      threads: [
        thread('t', [
          run('r', 'running'),
          run('p', 'pending'),
          run('q', 'pending'),
          run('s', 'pending', future),
        ]),
        thread('u', null),
      ],
      read: 2,
      hasMore: false,
    },
    now,
  );

  it('name the turn of each run of a queue', () => {
    expect(rows.map((row) => queueText(row).replace(/^starts .*2999.*/, 'starts later'))).toEqual([
      'running',
      'one run before it',
      '2 runs before it',
      'starts later',
      '',
    ]);
  });

  it('cancel only what is known to be active', () => {
    expect(rows.filter(isCancellable).map(({ run: { runId } }) => runId)).toEqual(['r', 'p', 'q', 's']);
  });

  it('are found by any of their names', () => {
    expect(
      rows.filter((row) => matchesSearch(rowText(row, 'Writer'), 'WRITER q')).map(({ key }) => key),
    ).toEqual(['t q']);
    expect(rows.filter((row) => matchesSearch(rowText(row, ''), ''))).toHaveLength(rows.length);
  });

  it('say what they lack', () => {
    const list = {
      threads: [thread('u', null), { ...thread('t', []), hasMore: true }],
      read: 1000,
      hasMore: true,
    };
    expect(coverageText('active', list)).toBe(
      'Only the 1,000 last changed threads are read. One thread has more runs than are listed. The runs of one thread could not be read. Servers do not list runs without a thread.',
    );
  });
});

describe('results of cancelling several runs', () => {
  const outcome = (more: Partial<CancelOutcome>): CancelOutcome => ({
    runId: 'r',
    title: 'T',
    result: null,
    problem: null,
    ...more,
  });
  const result = { threadStatus: null, statePreserved: null };
  const outcomes = [
    outcome({ result: { ...result, status: 'interrupted', stopped: true } }),
    outcome({ result: { ...result, status: 'success', stopped: false } }),
    outcome({ result: { ...result, status: 'running', stopped: false } }),
    outcome({ problem: { code: 'forbidden', message: 'Forbidden.', hint: null, details: {} } }),
  ];

  it('are counted, each as the server reports it', () => {
    expect(outcomeSummary(outcomes)).toBe(
      'Stopped 1 of 4 runs. 1 had already ended. 1 did not stop. 1 could not be cancelled.',
    );
    expect(outcomes.map(outcomeText)).toEqual([
      'Stopped.',
      'Had already ended with status success.',
      'Did not stop: its status is running.',
      'Not cancelled: Forbidden.',
    ]);
  });
});
