import { describe, expect, it } from 'vitest';
import type { Experiment, ExperimentResult, ExperimentRow } from '../../shared/model/experiment.ts';
import {
  closingText,
  isOpen,
  progressText,
  reasonText,
  rowLabel,
  stopText,
  summaryText,
} from '../../shared/inputs/experiment-labels.ts';
import { toCsv, resultsToJson } from '../../shared/inputs/export-results.ts';
import { rowStatus } from './ResultRow.tsx';

const counts = {
  rows: 10,
  unsent: 0,
  refused: 0,
  active: 0,
  passed: 7,
  failed: 2,
  unknown: 1,
  finished: 0,
  waiting: 0,
  stopped: 0,
  changed: 1,
};
const experiment: Experiment = {
  experimentId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  name: 'Table',
  createdAt: '2026-01-01T00:00:00.000Z',
  inputsConnectionId: 'c',
  atOnce: null,
  targets: [
    {
      connectionId: 'c',
      serverName: 'Real',
      assistantId: 'a',
      assistantName: '=cmd()',
      graphId: 'g',
      version: 2,
      isPinned: false,
    },
  ],
  counts,
  sendingTo: [],
  problem: null,
  revision: 1,
};
const result: ExperimentResult = {
  status: 'success',
  threadStatus: 'idle',
  outcome: 'failed',
  ending: 'finished',
  checks: [
    { label: 'a equals 1', outcome: 'passed', reason: 'It is 1.', score: null },
    { label: 'b equals 1', outcome: 'unknown', reason: 'The state could not be read.', score: null },
    { label: 'text contains "x, y"', outcome: 'failed', reason: 'It is "z".', score: null },
  ],
  outputText: '{"a":1}',
  fingerprint: 'f',
  error: null,
  ms: 1500,
  tokens: null,
};
const row: ExperimentRow = {
  index: 0,
  path: 'a\u202e.json',
  repetition: 1,
  target: 0,
  changed: true,
  threadId: 't',
  runId: 'r',
  revision: 'v',
  problem: null,
  result,
};

describe('labels', () => {
  it('say how far a table is', () => {
    expect(progressText(experiment)).toBe('10 of 10 ended: 7 passed, 2 failed, 1 unknown, 1 changed');
    expect(isOpen(experiment)).toBe(false);
    const open = { ...experiment, counts: { ...counts, active: 3, unsent: 2 }, sendingTo: ['c'] };
    expect(isOpen(open)).toBe(true);
    expect(closingText(open)).toContain('2 rows are waiting to start.');
    expect(closingText({ ...open, atOnce: 1 })).toContain('while the studio is open');
    expect(closingText({ ...open, sendingTo: [] })).toContain('Resume starts them.');
    const refused = { ...open, sendingTo: [], problem: 'Some rows could not be started.' };
    expect(closingText(refused)).toBe('2 rows are waiting to start. Resume starts them.');
    expect(closingText(experiment)).toBeNull();
    expect(
      stopText([
        { unsent: 1, cancelled: 2, failed: 1 },
        { unsent: 0, cancelled: 3, failed: 0 },
      ]),
    ).toBe(
      'Cancelled 5 runs. 1 may not have been cancelled: they had ended, or the server refused or did not answer.',
    );
  });

  it('say what became of a row, the worst first', () => {
    expect([rowLabel(row), rowStatus(row), reasonText(row)]).toEqual([
      'failed',
      'error',
      'text contains "x, y": It is "z".',
    ]);
    const passed = {
      ...row,
      result: { ...result, outcome: 'passed' as const, checks: result.checks.slice(0, 1) },
    };
    expect([rowStatus(passed), reasonText(passed)]).toEqual(['success', '1 passed']);
    const refused = { ...row, result: null, runId: null, problem: 'There is no input.' };
    expect([rowLabel(refused), reasonText(refused)]).toEqual(['not started', 'There is no input.']);
    expect(rowLabel({ ...row, result: null })).toBe('not ended');
    expect(rowLabel({ ...row, result: null, runId: null })).toBe('waiting to start');
  });

  it('say how the run of a row without checks ended', () => {
    const plain = { ...result, outcome: 'passed' as const, checks: [] };
    const labels = (['finished', 'waiting'] as const).map((ending) =>
      rowLabel({ ...row, result: { ...plain, ending } }),
    );
    expect(labels).toEqual(['finished', 'waiting for an answer']);
    const failed = { ...plain, outcome: 'failed' as const, ending: 'failed' as const };
    const ended = (['error', 'timeout', 'interrupted'] as const).map((status) =>
      rowLabel({ ...row, result: { ...failed, status } }),
    );
    expect(ended).toEqual(['failed', 'timed out', 'stopped']);
    const some = {
      ...counts,
      rows: 5,
      passed: 0,
      failed: 1,
      unknown: 0,
      finished: 2,
      waiting: 1,
      stopped: 1,
    };
    expect(progressText({ counts: { ...some, changed: 0 } })).toBe(
      '4 of 5 ended: 2 finished, 1 failed, 1 stopped, 1 waiting for an answer',
    );
    expect(summaryText({ counts: some })).toBe(
      '2 of 5 finished, 1 failed, 1 stopped, 1 waiting for an answer',
    );
    expect(summaryText(experiment)).toBe('7 of 10 passed, 2 failed');
    const asking = {
      counts: { ...some, rows: 2, failed: 0, stopped: 0, finished: 0, waiting: 2, changed: 0 },
    };
    expect(summaryText(asking)).toBe('0 of 2 ended, 2 waiting for an answer');
    expect(progressText(asking)).toBe('0 of 2 ended, 2 waiting for an answer');
  });
});

describe('exported results', () => {
  it('are no formulas, and hide nothing', () => {
    const csv = toCsv(experiment, [row]);
    const [header = '', line = ''] = csv.split('\r\n');
    expect(header.startsWith('input,server,assistant,version,result')).toBe(true);
    expect(line).toContain("a\\u202e.json,Real,'=cmd(),2,failed,success,idle,true,1,3,1.5,,");
    expect(csv).toContain('"b equals 1: The state could not be read.\ntext contains ""x, y"": It is ""z""."');
    const formulas = toCsv(experiment, [{ ...row, path: '\n+1;-1;"=1', problem: 'a; b = 1' }]);
    expect(formulas).toContain(`"'\n'+1;'-1;'""=1"`);
    expect(formulas).toContain('"a; b = 1"');
    const json = resultsToJson(experiment, [row], { series: [], pairs: [] });
    expect(json).toContain('a\\u202e.json');
    expect(JSON.parse(json)).toMatchObject({
      counts,
      results: [{ path: 'a\u202e.json', target: { assistantName: '=cmd()' }, result: { ms: 1500 } }],
    });
  });
});
