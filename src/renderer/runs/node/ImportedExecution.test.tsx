import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ImportedValues } from '../../../shared/model/imported-values.ts';
import type { Execution } from '../../../shared/model/thread-record.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { recordedExecution, threadRecord } from '../../../testing/thread-records.ts';
import type { ExecutionActions } from './node-view-props.ts';
import { NodeView } from './NodeView.tsx';

afterEach(cleanup);

const actions: ExecutionActions = {
  runAgain: vi.fn<() => void>(),
  trySettings: vi.fn<() => void>(),
  editInput: vi.fn<() => void>(),
  openCheckpoint: vi.fn<() => void>(),
  openTask: vi.fn<() => void>(),
  breakpoint: null,
  pin: null,
};

function show(values: ImportedValues, more: Partial<Execution> = {}) {
  const execution = recordedExecution('plan', null, null, {
    executionId: 'e1',
    status: 'finished',
    ...more,
  });
  return renderView(
    <NodeView
      connectionId="recording-1"
      threadId="t"
      nodeId="plan"
      taskId={null}
      checkpointId={null}
      record={threadRecord({ checkpoints: [], executions: [execution], gaps: [{ kind: 'import' }] })}
      problem={null}
      onRetry={() => undefined}
      runs={[]}
      log={null}
      slots={{
        source: null,
        renderTree: (text, label) => <pre aria-label={label}>{text}</pre>,
        renderDiff: () => null,
        settings: null,
      }}
      actions={actions}
      staleReason={() => null}
    />,
    { calls: { 'recordings.importedValues': async () => values } },
  );
}

it('the Node tab of an import shows the input and output of the export, and asks for those of the execution', async () => {
  const app = show({ input: { text: '{"topic":"tides"}', length: 17 }, output: { text: '[1]', length: 3 } });
  expect((await screen.findByLabelText('Input', { selector: 'pre' })).textContent).toBe('{"topic":"tides"}');
  expect(screen.getByLabelText('Output', { selector: 'pre' }).textContent).toBe('[1]');
  expect(app.called.find(({ method }) => method === 'recordings.importedValues')?.input).toEqual({
    connectionId: 'recording-1',
    threadId: 't',
    of: 'execution',
    id: 'e1',
  });
});

it('what the export does not have, or is too long for, is said', async () => {
  show({ input: { text: null, length: 300_000 }, output: null });
  const input = within(await screen.findByRole('region', { name: 'Input' }));
  expect(await input.findByText(/It has 300,000 characters/)).toBeDefined();
  const output = within(screen.getByRole('region', { name: 'Output' }));
  expect(output.getByText('The export does not have it.')).toBeDefined();
});

it('a failed execution shows its error in place of an output', async () => {
  show({ input: null, output: null }, { status: 'failed', error: 'ValueError: no tides' });
  expect((await screen.findByTestId('execution-error')).textContent).toContain('ValueError: no tides');
  expect(screen.getByTestId('execution-error').textContent).toContain('The export has no stack trace.');
  const output = within(screen.getByRole('region', { name: 'Output' }));
  expect(output.queryByText('The export does not have it.')).toBeNull();
});

it('an execution of an import is not offered to be run again, because there is no server', async () => {
  show({ input: null, output: null });
  await screen.findByTestId('execution-facts');
  expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit input' })).toBeNull();
});

it('a failed execution without an error message says that the export has none', async () => {
  show({ input: null, output: null }, { status: 'failed', error: null });
  expect(await screen.findByText('It failed. The export has no error message.')).toBeDefined();
});
