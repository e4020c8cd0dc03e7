import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { StateUpdateResult, ThreadState } from '../../../shared/model/thread.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import {
  changeSelection,
  createRunSession,
  RunSessionContext,
  useSession,
  type RunSession,
} from '../../runs/run-session.ts';
import { chooseCheckpoint, chooseCheckpointSelection, chooseOwnThread } from '../../runs/selection.ts';
import { draftKey, writeDraft } from '../../storage/drafts.ts';
import { toastStore } from '../../ui/popups/toast-store.ts';
import { createUiStore, UiStoreContext } from '../ui-store.ts';
import { WorkbenchContext, type Workbench } from '../use-workbench.ts';
import { InspectorPane } from './InspectorPane.tsx';

afterEach(() => {
  cleanup();
  toastStore.setState({ toasts: [] });
});

const state: ThreadState = {
  threadId: 't',
  checkpointId: 'c1',
  parentId: null,
  createdAt: null,
  step: 0,
  source: 'loop',
  valuesText: '{"topic":"a"}',
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
};

function Pane({ session }: { readonly session: RunSession }) {
  const selection = useSession((current) => current.selection);
  const workbench = {
    selection,
    selectCheckpoint: (id) => changeSelection(session, (before) => chooseCheckpoint(before, id)),
    openCheckpoint: (to) => changeSelection(session, (before) => chooseCheckpointSelection(before, to)),
  } satisfies Partial<Workbench>;
  return (
    <WorkbenchContext value={workbench as unknown as Workbench}>
      <InspectorPane />
    </WorkbenchContext>
  );
}

/** An edit that is being saved while another thread is opened. */
async function saveAndLeave() {
  writeDraft(draftKey('state', 'c', 't', 'c1'), '{"topic":"b"}');
  const session = createRunSession({
    connectionId: 'c',
    assistantId: 'a',
    threadId: 't',
    checkpointId: null,
  });
  const settlers: { answer: (result: StateUpdateResult) => void; refuse: (error: Error) => void }[] = [];
  const { called } = renderView(
    <RunSessionContext value={session}>
      <UiStoreContext value={createUiStore(session)}>
        <Pane session={session} />
      </UiStoreContext>
    </RunSessionContext>,
    {
      calls: {
        'threads.state': async ({ threadId, checkpointId }) => ({
          ...state,
          threadId,
          checkpointId: checkpointId ?? 'c1',
        }),
        'threads.updateState': () =>
          new Promise((answer, refuse) => {
            settlers.push({ answer, refuse });
          }),
      },
    },
  );
  const refuse = async (): Promise<never> => {
    throw new AppError('conflict', 'Another thread was opened meanwhile.');
  };
  session.setState({ launcher: { launch: refuse, runFromCheckpoint: refuse } });
  fireEvent.click(await screen.findByRole('button', { name: 'Continue editing' }));
  const run = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save and run' });
  await waitFor(() => expect(run.disabled).toBe(false));
  fireEvent.click(run);
  await waitFor(() => expect(called.map(({ method }) => method)).toContain('threads.updateState'));
  act(() => {
    changeSelection(session, (before) => chooseCheckpoint(chooseOwnThread(before, 'u'), 'older'));
  });
  return { session, settle: settlers[0] };
}

const toasts = (): string[] => toastStore.getState().toasts.map(({ text }) => text);

it('a save that ends when another thread is selected leaves its selection, and says that its run did not start', async () => {
  const { session, settle } = await saveAndLeave();
  settle?.answer({ state: { ...state, checkpointId: 'c2' }, changedKeys: ['topic'], differences: [] });
  await waitFor(() =>
    expect(toasts()).toEqual([
      'The edit is saved, but the run was not started: Another thread was opened meanwhile.',
    ]),
  );
  expect(session.getState().selection).toMatchObject({ threadId: 'u', checkpointId: 'older' });
});

it('a save that fails when another thread is selected says of which thread the edit was not saved', async () => {
  const { settle } = await saveAndLeave();
  settle?.refuse(new AppError('server-failed', 'The server is full.'));
  await waitFor(() => expect(toasts()).toEqual(['Could not save the edit of thread t: The server is full.']));
});
