import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { emptyRecord } from '../../shared/run-events/merge-events.ts';
import { renderView, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { useThreadRecord } from '../queries/thread-record.ts';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { toastStore } from '../ui/popups/toast-store.ts';
import { ExecutionCompareItem } from './ExecutionCompareItem.tsx';

afterEach(() => {
  cleanup();
  toastStore.setState({ toasts: [] });
});

// As the canvas and the timeline do.
function View() {
  const { error } = useThreadRecord('c', 't');
  return (
    <>
      <p>{error?.code ?? 'reading'}</p>
      <ContextMenu at={{ x: 0, y: 0 }} label="Node" target="node" onClose={() => undefined}>
        <ExecutionCompareItem connectionId="c" threadId="t" nodeId="n" find={() => null} />
      </ContextMenu>
    </>
  );
}

async function pick(record: NonNullable<TestHandlers['streams']>['threads.record'], shown: string) {
  renderView(<View />, { streams: record === undefined ? {} : { 'threads.record': record } });
  await screen.findByText(shown);
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Compare what it did/ }));
  return toastStore.getState().toasts.map(({ text }) => text);
}

it('says why what ran could not be read, and not that there is nothing to compare', async () => {
  const texts = await pick(() => {
    throw new AppError('unauthorized', 'The key was revoked.');
  }, 'unauthorized');
  expect(texts).toEqual(['Could not read what ran on this thread: The key was revoked.']);
});

it('says that what ran is still being read', async () => {
  const texts = await pick(async function* () {
    await new Promise(() => undefined);
    yield { kind: 'snapshot', record: emptyRecord('t') };
  }, 'reading');
  expect(texts).toEqual(['Still reading what ran on this thread.']);
});
