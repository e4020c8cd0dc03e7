import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  recordedSpan as span,
  threadRecord,
} from '../../testing/thread-records.ts';
import type { RecordedInterrupt, ThreadRecord } from '../model/thread-record.ts';
import { createTimelineProjection, projectTimeline } from './timeline.ts';
import type { TimelineScope } from './timeline-scope.ts';
import type { TimelineTask } from './timeline-task.ts';
import { cpuMs } from '../../testing/cpu-time.ts';

const turnOf = (runId: string): TimelineScope => ({ kind: 'turn', runId });
const atMost = { start: 'atLeast', end: 'atMost' } as const;

/** `label start-end status`, indented by depth; a bound is a `~`. */
const rows = (record: ThreadRecord, scope: TimelineScope) =>
  projectTimeline(record, scope).tasks.map(
    ({ depth, label, spans, status }) =>
      `${'  '.repeat(depth)}${label} ${spans.map(({ startMs, endMs, isBound }) => `${isBound ? '~' : ''}${startMs}-${endMs ?? ''}`).join(', ')} ${status}`,
  );
const row = (record: ThreadRecord, scope: TimelineScope, label: string): TimelineTask => {
  const timelineTask = projectTimeline(record, scope).tasks.find((task) => task.label === label);
  if (timelineTask === undefined) throw new Error(`No row ${label}.`);
  return timelineTask;
};

/** `plan`, then a question of `review` beside `check`, which a second run answers an hour later; then `publish`. */
const hour = 3_600_000;
const answered = threadRecord({
  checkpoints: [
    checkpoint('i', null, { source: 'input', step: -1, createdAt: 1000 }),
    checkpoint('s', 'i', { step: 0, createdAt: 1010, next: ['plan'] }),
    checkpoint('p', 's', { step: 1, createdAt: 1110, next: ['review', 'check'] }),
    checkpoint('r', 'p', { step: 2, createdAt: hour + 1200, runId: 'r2', next: ['publish'] }),
    checkpoint('e', 'r', { step: 3, createdAt: hour + 1300, runId: 'r2' }),
  ],
  executions: [
    execution('plan', 's', 'p', { step: 1, spans: [span('r1', 1010, 1110)] }),
    execution('review', 'p', 'r', {
      step: 2,
      spans: [span('r1', 1110, 1400, atMost), span('r2', hour + 1110, hour + 1200)],
    }),
    execution('check', 'p', 'r', { step: 2, spans: [span('r1', 1110, 1400, atMost)] }),
    execution('publish', 'r', 'e', { step: 3, spans: [span('r2', hour + 1200, hour + 1300)] }),
  ],
  runs: [
    run('r1', { createdAt: 990, endedAt: 1400, ending: { kind: 'interrupted', executionIds: [] } }),
    run('r2', {
      createdAt: hour + 1100,
      endedAt: hour + 1310,
      origin: { kind: 'resume', checkpointId: null },
    }),
  ],
});

describe('a timeline of a record', () => {
  it('has one run on an axis that begins with its first work and ends with the run', () => {
    expect(rows(answered, { kind: 'run', runId: 'r1' })).toEqual([
      'plan 0-100 finished',
      'review ~100-390 finished',
      'check ~100-390 finished',
    ]);
    const { layout, supersteps } = projectTimeline(answered, { kind: 'run', runId: 'r1' });
    expect(layout).toMatchObject({ fromMs: -20, toMs: 390, waits: [] });
    expect(supersteps).toBe(2);
  });

  it('has the runs of a turn with the wait between them, which is drawn shorter', () => {
    const { layout, runs, marks } = projectTimeline(answered, turnOf('r1'));
    expect(runs.map(({ runId }) => runId)).toEqual(['r1', 'r2']);
    expect(layout.waits).toEqual([{ before: 1, fromMs: 390, toMs: 492, ms: hour - 300, isShortened: true }]);
    expect(rows(answered, turnOf('r1'))).toEqual([
      'plan 0-100 finished',
      'review ~100-390, 502-592 finished',
      'check ~100-390 finished',
      'publish 592-692 finished',
    ]);
    expect(rows(answered, turnOf('r2'))).toEqual(rows(answered, turnOf('r1')));
    expect(marks).toEqual([
      { kind: 'superstep', step: 1, atMs: 0 },
      { kind: 'superstep', step: 2, atMs: 100 },
      { kind: 'superstep', step: 3, atMs: 592 },
    ]);
  });

  it('draws a question as waiting until the run that answers it begins', () => {
    expect(row(answered, turnOf('r2'), 'review').waits).toEqual([{ fromMs: 390, toMs: 492 }]);
  });

  it('says how long something took at most where only the superstep is timed', () => {
    expect(row(answered, turnOf('r1'), 'plan').time).toMatchObject({ ms: 100, bound: 'exact' });
    expect(row(answered, turnOf('r1'), 'check').time).toMatchObject({ ms: 290, bound: 'atMost' });
  });

  it('draws what has no time between the checkpoints around it, and gives it no duration', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null, { createdAt: 100 }), checkpoint('e', 's', { createdAt: 400 })],
      executions: [execution('work', 's', 'e', { spans: [] })],
      runs: [run('r1', { createdAt: 90, endedAt: 500 })],
    });
    const scope = { kind: 'thread' } as const;
    expect(rows(record, scope)).toEqual(['work ~0-300 finished']);
    expect(row(record, scope, 'work').time).toBeNull();
  });

  it('keeps each execution within its run, and within the one around it', () => {
    const record = threadRecord({
      checkpoints: [],
      executions: [
        execution('write', null, null, {
          executionId: 'write',
          status: 'finished',
          spans: [span('r1', 0, 531)],
        }),
        execution('write:draft', null, null, {
          executionId: 'draft',
          parentId: 'write',
          status: 'finished',
          spans: [span('r1', -20, 640)],
        }),
      ],
      runs: [run('r1', { createdAt: 0, endedAt: 500 })],
    });
    expect(rows(record, { kind: 'run', runId: 'r1' })).toEqual([
      'write 0-500 finished',
      '  draft 0-500 finished',
    ]);
    expect(projectTimeline(record, { kind: 'run', runId: 'r1' }).layout.toMs).toBe(500);
  });

  it('puts aborted siblings under the error that aborted them', () => {
    const beside = (name: string, more: object) =>
      execution(name, 's', null, { executionId: name, spans: [span('r1', 0, 100)], ...more });
    const record = threadRecord({
      checkpoints: [checkpoint('s', null)],
      executions: [
        beside('fetch', { status: 'aborted', abortedBy: 'parse' }),
        beside('parse', { status: 'failed', error: 'no' }),
        beside('count', { status: 'aborted', abortedBy: 'parse' }),
      ],
    });
    expect(rows(record, { kind: 'thread' })).toEqual([
      'parse 0-100 failed',
      '  fetch 0-100 aborted',
      '  count 0-100 aborted',
    ]);
    expect(row(record, { kind: 'thread' }, 'count')).toMatchObject({ abortedBy: 'parse', callerId: null });
    expect(row(record, { kind: 'thread' }, 'parse').container).toBe(true);
  });

  it('leaves a large group of siblings together with the one that failed', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null)],
      executions: Array.from({ length: 6 }, (_, index) =>
        execution('work', 's', null, {
          executionId: `work ${index}`,
          spans: [span('r1', 0, 100)],
          ...(index === 3 ? { status: 'failed', error: 'no' } : { status: 'aborted', abortedBy: 'work 3' }),
        }),
      ),
    });
    const { tasks } = projectTimeline(record, { kind: 'thread' });
    expect(tasks.map(({ depth, siblings }) => [depth, siblings.count])).toEqual(
      Array.from({ length: 6 }, () => [0, 6]),
    );
  });

  it('leaves out what ran on another branch, and has the question that an edit passed over', () => {
    const record = threadRecord({
      checkpoints: [
        checkpoint('i', null, { source: 'input', createdAt: 0 }),
        checkpoint('s', 'i', { createdAt: 0, step: 0 }),
        checkpoint('old', 's', { createdAt: 50, runId: 'r0' }),
        checkpoint('a', 's', { createdAt: 100, step: 1 }),
        checkpoint('edit', 'a', { createdAt: 500, step: 2, source: 'update', runId: null }),
        checkpoint('e', 'edit', { createdAt: 900, step: 3, runId: 'r2' }),
      ],
      executions: [
        execution('other', 's', 'old', { spans: [span('r0', 0, 50)] }),
        execution('plan', 's', 'a', { spans: [span('r1', 0, 100)] }),
        execution('approve', 'a', null, { status: 'interrupted', spans: [span('r1', 100, 200)] }),
        execution('ship', 'edit', 'e', { spans: [span('r2', 800, 900)] }),
      ],
      questions: [{ executionId: 'approve a ', index: 0, interruptId: 'q', status: 'abandoned' }],
      runs: [
        run('r1', { createdAt: 0, endedAt: 200 }),
        run('r2', { createdAt: 800, endedAt: 900, origin: { kind: 'continue', checkpointId: null } }),
      ],
    });
    const timeline = projectTimeline(record, turnOf('r2'));
    expect(timeline.tasks.map(({ label, status }) => `${label} ${status}`)).toEqual([
      'plan finished',
      'approve unanswered',
      'ship finished',
    ]);
    expect(timeline.marks.find(({ kind }) => kind === 'edit')).toMatchObject({ step: 2 });
    // Its wait ended with the edit, which is in the shortened wait between the runs.
    const [wait] = row(record, turnOf('r2'), 'approve').waits;
    expect(wait?.toMs).toBeLessThan(timeline.layout.waits[0]?.toMs ?? 0);
    expect(rows(record, { kind: 'thread' })).toHaveLength(4);
  });

  it('says of the node around a question that nobody answered the same as of the one that asked', () => {
    const around = execution('write', 's', null, {
      executionId: 'w',
      status: 'interrupted',
      spans: [span('r1')],
    });
    const inside = execution('write:ask', 'n', null, {
      executionId: 'q',
      namespace: 'write:1',
      parentId: 'w',
      status: 'interrupted',
      spans: [span('r1')],
    });
    const statuses = (status: RecordedInterrupt['status']) =>
      projectTimeline(
        threadRecord({
          checkpoints: [checkpoint('s', null)],
          executions: [around, inside],
          questions: [{ executionId: 'q', index: 0, interruptId: 'q', status }],
        }),
        { kind: 'thread' },
      ).tasks.map((task) => task.status);
    expect(statuses('abandoned')).toEqual(['unanswered', 'unanswered']);
    expect(statuses('unknown')).toEqual(['interrupted', 'interrupted']);
  });

  it('leaves an open question waiting', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null, { createdAt: 0 })],
      executions: [execution('ask', 's', null, { status: 'interrupted', spans: [span('r1', 0, 10)] })],
      questions: [{ executionId: 'ask s ', index: 0, interruptId: 'q', status: 'waiting' }],
    });
    expect(row(record, turnOf('r1'), 'ask').waits).toEqual([{ fromMs: 10, toMs: null }]);
  });

  it('shows a running task as open, up to what is known by now', () => {
    const running = execution('work', 's', null, {
      status: 'running',
      spans: [{ ...span('r1', 100), endedAt: null }],
    });
    const record = threadRecord({
      checkpoints: [checkpoint('s', null, { createdAt: 100 })],
      executions: [running],
      runs: [run('r1', { createdAt: 90, status: 'running', ending: null })],
    });
    const timeline = projectTimeline(record, turnOf('r1'));
    expect(timeline).toMatchObject({ isActive: true, knownUntil: 100 });
    expect(timeline.tasks[0]).toMatchObject({ endMs: null, time: null, status: 'running' });
  });

  it('sums the tokens of what is inside', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('e', 's')],
      executions: [
        execution('write', 's', 'e', { executionId: 'w', tokens: 3 }),
        execution('write:draft', null, null, { parentId: 'w', status: 'finished', tokens: 4 }),
        execution('log', 's', 'e'),
      ],
    });
    const timeline = projectTimeline(record, { kind: 'thread' });
    expect(timeline.tasks.map(({ tokens }) => tokens?.tokens ?? null)).toEqual([7, 4, null]);
    expect(timeline.tokens).toEqual({ tokens: 7, isLowerBound: false });
  });

  it('says that a sum of tokens is a lower bound where a node reports some only once', () => {
    const record = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('e', 's')],
      executions: [
        execution('write', 's', 'e', { executionId: 'w' }),
        execution('write:draft', null, null, { parentId: 'w', status: 'finished', tokens: 4 }),
        execution('write:draft', null, null, { parentId: 'w', status: 'finished', tokens: null }),
      ],
    });
    const { tasks, tokens } = projectTimeline(record, { kind: 'thread' });
    expect([tokens, tasks[0]?.tokens]).toEqual([
      { tokens: 4, isLowerBound: true },
      { tokens: 4, isLowerBound: true },
    ]);
  });

  it('counts the visits of a loop over all runs of a turn', () => {
    const record = threadRecord({
      checkpoints: [
        checkpoint('i', null, { source: 'input' }),
        checkpoint('a', 'i'),
        checkpoint('b', 'a'),
        checkpoint('c', 'b', { runId: 'r2' }),
      ],
      executions: [
        execution('agent', 'i', 'a'),
        execution('tools', 'a', 'b'),
        execution('agent', 'b', 'c', { spans: [span('r2')] }),
      ],
      runs: [run('r1'), run('r2')],
    });
    expect(
      projectTimeline(record, turnOf('r2')).tasks.map(
        ({ label, siblings }) => `${label} ${siblings.visit}/${siblings.visits}`,
      ),
    ).toEqual(['agent 1/2', 'tools 1/1', 'agent 2/2']);
  });

  it('has a run without tasks, whose time the server reports', () => {
    const record = threadRecord({
      checkpoints: [],
      runs: [
        run('r1', {
          createdAt: 0,
          endedAt: 80,
          ending: { kind: 'failed', executionId: null, error: 'no', isRecursionLimit: false },
        }),
      ],
    });
    const { runs, layout, tasks } = projectTimeline(record, turnOf('r1'));
    expect([runs.map(({ hasTasks }) => hasTasks), tasks, layout.toMs]).toEqual([[false], [], 80]);
  });

  it('keeps the rows of which nothing changed', () => {
    const projection = createTimelineProjection();
    const before = projection.project(answered, turnOf('r1'));
    const executions = answered.executions.map((one) =>
      one.name === 'publish' ? { ...one, tokens: 5 } : one,
    );
    const after = projection.project({ ...answered, executions }, turnOf('r1'));
    expect(after.tasks.map((task, index) => task === before.tasks[index])).toEqual([true, true, true, false]);
  });

  it('takes no more than linear time for a record of 10,000 executions', () => {
    const count = 10_000;
    const record = threadRecord({
      checkpoints: Array.from({ length: count + 1 }, (_, index) =>
        checkpoint(`c${index}`, index === 0 ? null : `c${index - 1}`, { createdAt: index * 10 }),
      ),
      executions: Array.from({ length: count }, (_, index) =>
        execution('spin', `c${index}`, `c${index + 1}`, { spans: [span('r1', index * 10, index * 10 + 10)] }),
      ),
    });
    const ms = cpuMs(() => expect(projectTimeline(record, turnOf('r1')).tasks).toHaveLength(count));
    expect(ms).toBeLessThan(10_000);
  });
});
