import { expect, it } from 'vitest';
import type { Run } from '../../shared/model/run.ts';
import { createStartedRuns, withSentOrigin } from './started-runs.ts';

const record: Run = {
  runId: 'r',
  threadId: 't',
  assistantId: 'a',
  status: 'success',
  createdAt: null,
  durationMs: null,
  hasLog: true,
  joinedLate: false,
  origin: { kind: 'input', checkpointId: 'c' },
};

it('an answer that its server records as an empty input is shown as an answer', () => {
  const started = createStartedRuns();
  const answers = [{ interruptId: 'i', valueText: `"${'x'.repeat(300)}"` }];
  started.add('r', { kind: 'resume', answers, goto: [], updateText: null }, null);
  const run = withSentOrigin({ ...record, inputText: '{}' } as Run, started.get('r'));
  expect(run.origin).toEqual({ kind: 'resume', checkpointId: 'c' });
  expect(run).toHaveProperty('inputText', null);
  expect(run.answers?.[0]?.valueText).toHaveLength(201);
});

it('a run that was started elsewhere is what its record says', () => {
  expect(withSentOrigin(record, createStartedRuns().get('r'))).toBe(record);
});

it('the oldest of many runs are forgotten', () => {
  const started = createStartedRuns();
  for (let index = 0; index <= 1000; index += 1) started.add(`r${index}`, { kind: 'continue' }, null);
  expect([started.get('r0'), started.get('r1000')?.kind]).toEqual([null, 'continue']);
});
