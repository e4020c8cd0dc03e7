import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { demoConnection, snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { NewThreadDialog } from './NewThreadDialog.tsx';

let view: RenderedApp;
afterEach(() => view.end());

it('a thread without initial updates is created without them, which needs no right to edit states', async () => {
  view = renderView(
    <NewThreadDialog
      connectionId="demo"
      serverName="Demo server"
      graphIds={['writer']}
      graphId="writer"
      onClose={() => undefined}
      onMade={() => undefined}
    />,
    {
      streams: {
        'connections.watch': (_input, signal) =>
          snapshotStream({ connections: [demoConnection], health: [], role: 'run' as const }, signal),
      },
    },
  );
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create thread' });
  await act(async () => fireEvent.click(create));
  await waitFor(() =>
    expect(view.called).toContainEqual({
      method: 'threads.create',
      input: expect.not.objectContaining({ updatesText: expect.anything() }),
    }),
  );
});
