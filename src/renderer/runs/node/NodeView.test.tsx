import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { TaskDetail } from '../../../shared/model/threads/task-detail.ts';
import type { CheckpointTask, ThreadState } from '../../../shared/model/threads/thread.ts';
import { buildCheckpoint } from '../../../testing/renderer/checkpoint-builder.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import type { ExecutionActions, NodeViewProps } from './node-view-props.ts';
import { NodeView } from './NodeView.tsx';

afterEach(cleanup);

function checkpointsWith(task: Partial<CheckpointTask>, isDone: boolean) {
  const own: CheckpointTask = { id: 't1', name: 'plan', ...task };
  const before = buildCheckpoint({ checkpointId: 'c1', parentId: 'c0', runId: 'r1', step: 0, tasks: [own] });
  const after = buildCheckpoint({ checkpointId: 'c2', parentId: 'c1', runId: 'r1', step: 1 });
  return isDone ? [after, before] : [before];
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

const detail: TaskDetail = {
  taskId: 't1',
  name: 'plan',
  resultText: '{"at":"c2"}',
  errorText: null,
  interrupts: [],
  pathText: null,
};

function show(checkpoints: NodeViewProps['levels'][number]['checkpoints'], more: Partial<TaskDetail> = {}) {
  const actions: ExecutionActions = {
    runAgain: vi.fn<ExecutionActions['runAgain']>(),
    trySettings: () => undefined,
    editInput: vi.fn<ExecutionActions['editInput']>(),
    openCheckpoint: () => undefined,
    openTask: () => undefined,
    breakpoint: null,
  };
  const asked: string[] = [];
  renderView(
    <NodeView
      connectionId="c"
      threadId="t"
      nodeId="plan"
      taskId={null}
      checkpointId={null}
      levels={[{ namespace: '', checkpoints, hasOlder: false }]}
      isLoading={false}
      runs={[]}
      log={null}
      head={null}
      activeRunId={null}
      isActive={false}
      slots={{
        renderTree: (text, label) => <pre aria-label={label}>{text}</pre>,
        settings: null,
        renderDiff: (before, after, keys) => <pre>{`${before} to ${after} in ${keys?.join() ?? 'all'}`}</pre>,
      }}
      actions={actions}
    />,
    {
      calls: {
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

it('shows the state before a task and what it changed, and says what is unknown', async () => {
  show(checkpointsWith({ status: 'finished' }, true));
  expect(await screen.findByText('{"at":"c1"}')).toBeTruthy();
  expect(await screen.findByText('{"at":"c1"} to {"at":"c2"} in at')).toBeTruthy();
  const facts = screen.getByTestId('execution-facts');
  expect(facts.textContent).toContain('finished');
  expect(facts.textContent).toContain('duration unknown: The events of its run are not stored here.');
});

it('shows the error of a failed task in the words of the server, with its stack if there is one', async () => {
  show(checkpointsWith({ status: 'failed' }, false), {
    resultText: null,
    errorText: '{"name":"Declined","message":"Too much","stack":"at charge"}',
  });
  const failure = await screen.findByTestId('execution-error');
  expect(failure.textContent).toContain('Declined: Too much');
  expect(failure.textContent).toContain('at charge');
});

it('shows the interrupt of a task that waits, and no output', async () => {
  show(checkpointsWith({ status: 'waiting' }, false), {
    resultText: null,
    interrupts: [{ id: 'i', valueText: '"Go on?"' }],
  });
  expect(await screen.findByText(/Go on\?/)).toBeTruthy();
  expect(screen.getByText('Not answered yet.')).toBeTruthy();
  expect(screen.getByText('No output yet')).toBeTruthy();
});

it('offers to run a node that has not run, and asks for nothing that it can not have', async () => {
  const { actions, asked } = show(checkpointsWith({}, false));
  expect(await screen.findByText('{"at":"c1"}')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Run this node' }));
  expect(actions.runAgain).toHaveBeenCalledOnce();
  expect(asked).toEqual([]);
});

it('says that a node has not run', () => {
  show([]);
  expect(screen.getByText('It has not run')).toBeTruthy();
});
