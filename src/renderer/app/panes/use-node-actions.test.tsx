import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { ThreadRecordChange } from '../../../shared/model/thread-record.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { createRunSession, RunSessionContext } from '../../runs/run-session.ts';
import { toastStore } from '../../ui/popups/toast-store.ts';
import { createUiStore, UiStoreContext } from '../ui-store.ts';
import { WorkbenchContext, type Workbench } from '../use-workbench.ts';
import { useNodeActions } from './use-node-actions.ts';

afterEach(() => {
  cleanup();
  toastStore.setState({ toasts: [] });
});

function Canvas() {
  const { error } = useThreadRecord('c', 't');
  const { runFrom } = useNodeActions();
  return (
    <button type="button" onClick={() => runFrom('plan')}>
      {error === null ? 'Reading' : 'Not read'}
    </button>
  );
}

function showCanvas(read: () => Promise<ThreadRecordChange>): void {
  const session = createRunSession({
    connectionId: 'c',
    assistantId: 'a',
    threadId: 't',
    checkpointId: null,
  });
  const workbench = { selection: session.getState().selection, assistant: null } satisfies Partial<Workbench>;
  renderView(
    <RunSessionContext value={session}>
      <UiStoreContext value={createUiStore(session)}>
        <WorkbenchContext value={workbench as unknown as Workbench}>
          <Canvas />
        </WorkbenchContext>
      </UiStoreContext>
    </RunSessionContext>,
    {
      streams: {
        'threads.record': async function* () {
          yield await read();
        },
      },
    },
  );
}

const toast = () => toastStore.getState().toasts[0];

it('an action of a node says why what ran could not be read, and not that it is still being read', async () => {
  showCanvas(() => Promise.reject(new AppError('forbidden', 'You may not read this thread.')));
  fireEvent.click(await screen.findByRole('button', { name: 'Not read' }));
  await expect.poll(toast).toMatchObject({
    tone: 'fail',
    text: 'Could not read what ran on this thread: You may not read this thread.',
  });
});

it('an action of a node says that what ran is still being read', async () => {
  showCanvas(() => new Promise(() => undefined));
  fireEvent.click(screen.getByRole('button', { name: 'Reading' }));
  await expect.poll(toast).toMatchObject({ tone: 'wait', text: 'Still reading what ran on this thread.' });
});
