import { expect, it } from 'vitest';
import { evidenceOf, level, startCheckpoint, task } from '../../../testing/record-evidence.ts';
import { buildRecord } from './build-record.ts';

const id = 'a'.repeat(32);

it('a run paused, and asked nothing, if an answer came to a node that a later command had gone to', () => {
  const levels = [
    level('', [
      startCheckpoint('r1'),
      {
        id: 'c1',
        parent: 'c0',
        ms: 20,
        step: 0,
        run: 'r1',
        tasks: [task('a', { result: {} }), task('b', { result: {} })],
      },
      { id: 'c2', parent: 'c1', ms: 450, step: 1, run: 'r3' },
    ]),
  ];
  const record = buildRecord(
    evidenceOf(levels, [
      { id: 'r1', ms: 0, endMs: 100, kwargs: { input: {}, interrupt_before: ['a'] } },
      { id: 'r2', ms: 200, endMs: 300, kwargs: { input: null, command: { goto: 'sub' } } },
      { id: 'r3', ms: 400, endMs: 500, kwargs: { input: null, command: { resume: { [id]: 'yes' } } } },
    ]),
  );
  expect(record.runs.map(({ ending }) => ending?.kind)).toEqual(['paused', 'unknown', 'finished']);
  expect(record.executions.map(({ spans }) => spans.map(({ runId }) => runId))).toEqual([['r2'], ['r2']]);
});
