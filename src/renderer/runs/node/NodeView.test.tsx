import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { PinWrite } from '../../../shared/model/pin.ts';
import type { Run } from '../../../shared/model/run.ts';
import type { TaskDetail } from '../../../shared/model/task-detail.ts';
import type { Execution, ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { ThreadState } from '../../../shared/model/thread.ts';
import { buildFrames } from '../../../testing/renderer/run-frame-builder.ts';
import { buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedSpan,
  threadRecord,
} from '../../../testing/thread-records.ts';
import { createRunLogStore } from '../model/run-log-store.ts';
import type { ExecutionActions, NodeViewProps } from './node-view-props.ts';
import { NodeView } from './NodeView.tsx';

afterEach(cleanup);

/** The node `plan` between the checkpoints `c1` and `c2`, of which the second exists only if it has finished. */
function planIn(more: Partial<Execution>, rest: Partial<ThreadRecord> = {}): ThreadRecord {
  const made = more.status === undefined || more.status === 'finished' ? 'c2' : null;
  const execution = recordedExecution('plan', 'c1', made, {
    executionId: 't1',
    taskId: 't1',
    step: 1,
    ...more,
  });
  return threadRecord({
    checkpoints: [
      recordedCheckpoint('c0', null),
      recordedCheckpoint('c1', 'c0'),
      ...(made === null ? [] : [recordedCheckpoint(made, 'c1')]),
    ],
    ...rest,
    executions: [execution, ...(rest.executions ?? [])],
  });
}

const stateAt = (checkpointId: string | null): ThreadState => ({
  threadId: 't',
  checkpointId,
  parentId: null,
  createdAt: null,
  step: 0,
  source: 'loop',
  valuesText: JSON.stringify({ at: checkpointId }),
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
});

const resumed = (runId: string): Run => ({
  runId,
  threadId: 't',
  assistantId: 'a',
  status: 'success',
  createdAt: null,
  durationMs: null,
  hasLog: false,
  joinedLate: false,
  origin: { kind: 'resume', checkpointId: null },
});

const detail: TaskDetail = {
  taskId: 't1',
  name: 'plan',
  resultText: '{"at":"c2"}',
  errorText: null,
  interrupts: [],
  pathText: null,
};

function show(
  record: ThreadRecord | null,
  more: Partial<TaskDetail> = {},
  props: Partial<NodeViewProps> = {},
  pinWrites: readonly PinWrite[] = [],
) {
  const actions: ExecutionActions = {
    runAgain: vi.fn<ExecutionActions['runAgain']>(),
    trySettings: () => undefined,
    editInput: vi.fn<ExecutionActions['editInput']>(),
    openCheckpoint: () => undefined,
    openTask: vi.fn<ExecutionActions['openTask']>(),
    breakpoint: null,
    pin: null,
  };
  const asked: string[] = [];
  renderView(
    <NodeView
      connectionId="c"
      threadId="t"
      nodeId="plan"
      taskId={null}
      checkpointId={null}
      record={record}
      problem={null}
      onRetry={() => undefined}
      runs={[]}
      log={null}
      slots={{
        renderTree: (text, label) => <pre aria-label={label}>{text}</pre>,
        settings: null,
        source: null,
        renderDiff: (before, after, keys) => <pre>{`${before} to ${after} in ${keys?.join() ?? 'all'}`}</pre>,
      }}
      actions={actions}
      staleReason={() => null}
      {...props}
    />,
    {
      calls: {
        'runs.pinWrites': async () => [...pinWrites],
        'threads.state': async ({ checkpointId }) => stateAt(checkpointId),
        'threads.task': async ({ taskId }) => {
          asked.push(taskId);
          return { ...detail, ...more };
        },
      },
    },
  );
  return { actions, asked };
}

const factLine = (): string => screen.getByTestId('execution-facts').textContent ?? '';

it('shows the state before a task and what it changed, with the bound of its time', async () => {
  const spans = [recordedSpan('r1', 1000, 1250, { start: 'atLeast', end: 'atMost' })];
  show(planIn({ spans, tokens: 15, models: [{ model: 'large', input: 10, cached: 0, output: 5 }] }));
  expect(await screen.findByText('{"at":"c1"}')).toBeTruthy();
  expect(await screen.findByText('{"at":"c1"} to {"at":"c2"} in at')).toBeTruthy();
  expect(factLine()).toMatch(/^finishednot before .*at most 250 ms15 tok$/);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Metadata' }));
  expect(screen.getByRole('region', { name: 'Metadata' }).textContent).toContain('15 (10 in, 5 out)');
});

it('calls a time, tokens and messages of which nothing is known unknown, never zero', async () => {
  show(planIn({}));
  expect(factLine()).toBe('finishedtime unknown');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Metadata' }));
  const metadata = screen.getByRole('region', { name: 'Metadata' }).textContent ?? '';
  expect(metadata).toContain('Tokensunknown: its result reports none');
  expect(metadata).toContain('Startedunknown: The server does not report it.');
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain('unknown');
});

it('says of metadata that are cut that they are', async () => {
  const log = createRunLogStore({ connectionId: 'c', threadId: 't', runId: 'r1' });
  const start = {
    id: 't1',
    name: 'plan',
    input: {},
    triggers: ['x'.repeat(3000)],
    interrupts: [],
    metadata: { by: 'y'.repeat(3000) },
  };
  log.take(buildRunBatch(buildFrames(['tasks', start])));
  show(planIn({ spans: [recordedSpan('r1', 1000, 1250)] }), {}, { log });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Metadata' }));
  const metadata = screen.getByRole('region', { name: 'Metadata' }).textContent;
  expect(metadata).toMatch(/\["x+…/);
  expect(metadata).toMatch(/\{"by":"y+…$/);
});

it('shows the error of a failed task in the words of the server, with its stack if there is one', async () => {
  show(planIn({ status: 'failed' }), {
    resultText: null,
    errorText: '{"name":"Declined","message":"Too much","stack":"at charge"}',
  });
  const failure = await screen.findByTestId('execution-error');
  expect(failure.textContent).toContain('Declined: Too much');
  expect(failure.textContent).toContain('at charge');
});

it('names the task whose error aborted it, and leads there', async () => {
  const cause = recordedExecution('charge', 'c1', null, {
    executionId: 't2',
    taskId: 't2',
    status: 'failed',
    error: 'Too much',
  });
  const { actions } = show(planIn({ status: 'aborted', abortedBy: 't2' }, { executions: [cause] }));
  expect(factLine()).toContain('aborted by the error of charge');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show charge' }));
  expect(actions.openTask).toHaveBeenCalledWith('charge', 't2');
});

it('shows the interrupt of a task that waits, and no output', async () => {
  const question = { executionId: 't1', index: 0, interruptId: 'i', status: 'waiting' } as const;
  show(planIn({ status: 'interrupted' }, { questions: [question] }), {
    resultText: null,
    interrupts: [{ id: 'i', valueText: '"Go on?"' }],
  });
  expect(await screen.findByText(/Go on\?/)).toBeTruthy();
  expect(screen.getByText('Not answered yet.')).toBeTruthy();
  expect(screen.getByText('No output yet')).toBeTruthy();
});

it('says of a node in whose place a pinned output was written that it did not run', async () => {
  const written = { nodeId: 'plan', checkpointId: 'c2', runId: 'r1' };
  const checkpoints = [recordedCheckpoint('c1', null), recordedCheckpoint('c2', 'c1', { source: 'update' })];
  show(planIn({ status: 'next' }, { checkpoints }), { resultText: null }, {}, [written]);
  expect(await screen.findByText('It did not run. Its pinned output was written in its place.')).toBeTruthy();
});

it.each([
  ['are not read', null, 'Its answer is unknown: the runs of the thread are not read.'],
  ['are all read', [], 'The server lists no run with its answer.'],
  [
    'are not all listed',
    Array.from({ length: 201 }, (_, index) => resumed(`new-${index}`)),
    'Its answer is unknown: only the newest 200 runs of the thread are read.',
  ],
])('says of an answered question what is known of its answer while the runs %s', async (_, runs, text) => {
  const question = { executionId: 't1', index: 0, interruptId: 'i', status: 'answered' } as const;
  show(
    planIn({ spans: [recordedSpan('r1'), recordedSpan('r2')] }, { questions: [question] }),
    { interrupts: [{ id: 'i', valueText: '"Really?"' }] },
    { runs },
  );
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Interrupts' }));
  expect(await within(screen.getByRole('region', { name: 'Interrupts' })).findByText(text)).toBeTruthy();
});

it('shows the answer of the last run to a question that was asked again under the same id', async () => {
  const question = { executionId: 't1', index: 0, interruptId: 'i', status: 'answered' } as const;
  const answeredBy = (runId: string, valueText: string): Run => ({
    ...resumed(runId),
    answers: [{ interruptId: 'i', valueText }],
  });
  const spans = [recordedSpan('r1'), recordedSpan('r2'), recordedSpan('r3')];
  show(
    planIn({ spans }, { questions: [question] }),
    { interrupts: [{ id: 'i', valueText: '"Really?"' }] },
    { runs: [answeredBy('r3', '"second"'), answeredBy('r2', '"first"')] },
  );
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Interrupts' }));
  const region = within(screen.getByRole('region', { name: 'Interrupts' }));
  expect(await region.findByText('"second"')).toBeTruthy();
  expect(region.queryByText('"first"')).toBeNull();
});

it('says of a Send that only events have its input, and what ran beside it', async () => {
  const other = recordedExecution('plan', 'c1', 'c2', { executionId: 't2', taskId: 't2', isSent: true });
  show(planIn({ isSent: true }, { executions: [other] }), {}, { taskId: 't1' });
  expect(await screen.findByText(/A Send started it with its own input/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Output' }).textContent).toContain('beside plan');
});

it('lists the tasks of a subgraph with their own times', async () => {
  const inner = recordedExecution('plan:draft', 'x', 'y', {
    executionId: 'i1',
    taskId: 'i1',
    parentId: 't1',
    namespace: 'plan:t1',
    spans: [recordedSpan('r1', 0, 40)],
  });
  show(planIn({ innerNamespace: 'plan:t1' }, { executions: [inner] }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Subgraph' }));
  expect(screen.getByRole('button', { name: /finished\s*draft\s*40 ms/ })).toBeTruthy();
});

it('offers to run a node that has not run, and asks for nothing that it can not have', async () => {
  const { actions, asked } = show(planIn({ status: 'next' }));
  expect(await screen.findByText('{"at":"c1"}')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Run this node' }));
  expect(actions.runAgain).toHaveBeenCalledOnce();
  expect(asked).toEqual([]);
});

it('says that a node has not run only if the record reaches back to the first checkpoint', () => {
  show(threadRecord({ checkpoints: [] }));
  expect(screen.getByText('It has not run')).toBeTruthy();
  cleanup();
  show(threadRecord({ checkpoints: [], gaps: [{ kind: 'limit' }] }));
  expect(screen.getByText('Nothing is known about it')).toBeTruthy();
});

it('says that no thread is selected, and does not wait for one', () => {
  show(null, {}, { threadId: null, log: null });
  expect(screen.getByText('No thread selected')).toBeTruthy();
  expect(screen.queryByText('Reading what ran')).toBeNull();
});

it('waits for the record, and offers to read it again after an error', async () => {
  show(null);
  expect(screen.getByText('Reading what ran')).toBeTruthy();
  cleanup();
  const onRetry = vi.fn<() => void>();
  show(null, {}, { problem: new AppError('unreachable', 'The server does not answer.'), onRetry });
  await userEvent.setup().click(screen.getByRole('button', { name: /Try again|Retry/ }));
  expect(onRetry).toHaveBeenCalledOnce();
});
