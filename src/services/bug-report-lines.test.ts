import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  recordedSpan,
  threadRecord,
} from '../testing/thread-records.ts';
import { threadLines } from './bug-report-lines.ts';
import { writeReport } from './write-bug-report.ts';

const createdAt = Date.parse('2026-01-01T00:00:00Z');
const failure = {
  kind: 'failed',
  executionId: 'fetch c1 ',
  error: 'It broke: sk-proj-abcdefghijklmnopqrst',
  isRecursionLimit: false,
} as const;
const record = threadRecord({
  checkpoints: [recordedCheckpoint('c1', null)],
  executions: [
    recordedExecution('plan', 'c0', 'c1', { step: 0, spans: [recordedSpan('r2', 1000, 1400)] }),
    recordedExecution('fetch', 'c1', null, {
      step: 1,
      status: 'failed',
      spans: [recordedSpan('r2', 1400, 2000, { end: 'atMost' })],
    }),
  ],
  runs: [
    recordedRun('r1', { ending: { kind: 'cancelled', isKept: true }, createdAt, endedAt: createdAt + 1200 }),
    recordedRun('r2', { ending: failure }),
  ],
  gaps: [{ kind: 'subgraph', namespace: 'inner:1' }],
});

describe('what a report says of a thread', () => {
  it('is how its runs ended, what the newest one did in which time, and what is missing', () => {
    expect(threadLines({ threadId: 't', record, problem: null })).toEqual([
      '1 checkpoints, head c1',
      '2 executions: 1 finished, 1 failed',
      '0 questions: none',
      'missing: the history of the subgraph inner:1',
      '2 runs, newest first:',
      '  unknown  r2  unknown, input  time unknown  failed in fetch: It broke: sk-proj-abcdefghijklmnopqrst',
      '  2026-01-01T00:00:00.000Z  r1  unknown, input  at most 1200 ms  cancelled, what it wrote is kept',
      'executions of the newest run:',
      '  plan  finished  step 0  400 ms',
      '  fetch  failed  step 1  at most 600 ms',
    ]);
  });

  it('is bounded, and counts what it leaves out', () => {
    const runs = Array.from({ length: 5000 }, (_, index) => recordedRun(`r${index}`));
    const executions = Array.from({ length: 5000 }, (_, index) =>
      recordedExecution(`e${index}`, 'c0', 'c1', { spans: [recordedSpan('r4999')] }),
    );
    const lines = threadLines({
      threadId: 't',
      record: threadRecord({ checkpoints: [], runs, executions }),
      problem: null,
    });
    expect(lines.length).toBeLessThan(150);
    expect(lines).toContain('  and 4980 more runs');
    expect(lines).toContain('  and 4900 more executions');
  });

  it('is scrubbed, and its hostile names stay on their lines', () => {
    const hostile = threadRecord({
      checkpoints: [],
      executions: [recordedExecution('a\n## Forged\n```', 'c0', 'c1')],
      runs: [recordedRun('r1', { ending: { ...failure, executionId: null } })],
    });
    const report = writeReport(
      {
        environment: [],
        window: [],
        failure: null,
        server: null,
        thread: { threadId: 't', record: hostile, problem: null },
        requests: [],
        log: [],
      },
      (text) => text.replaceAll('sk-proj-abcdefghijklmnopqrst', '[secret]'),
    );
    expect(report).toContain('failed: It broke: [secret]');
    expect(report).not.toContain('sk-proj');
    expect(report.split('\n').filter((line) => line.startsWith('## Forged'))).toEqual([]);
    expect(report.split('\n').filter((line) => line.startsWith('```'))).toHaveLength(6);
  });
});
