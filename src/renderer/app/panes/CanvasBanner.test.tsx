import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { toWireError } from '../../../shared/wire-error.ts';
import { threadRecord } from '../../../testing/thread-records.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { createRunSession, RunSessionContext } from '../../runs/run-session.ts';
import { WorkbenchContext, type Workbench } from '../use-workbench.ts';
import { CanvasBanner } from './CanvasBanner.tsx';

afterEach(cleanup);

it('says that what ran may be out of date while the thread can not be read, and tries again', async () => {
  const session = createRunSession({
    connectionId: 'c',
    assistantId: 'a',
    threadId: 't',
    checkpointId: null,
  });
  const workbench = {
    selection: session.getState().selection,
    server: { health: { state: 'connected' } } as Workbench['server'],
  } satisfies Partial<Workbench>;
  let reads = 0;
  renderView(
    <RunSessionContext value={session}>
      <WorkbenchContext value={workbench as unknown as Workbench}>
        <CanvasBanner connectionId="c" />
      </WorkbenchContext>
    </RunSessionContext>,
    {
      streams: {
        'threads.record': async function* () {
          reads += 1;
          yield { kind: 'snapshot', record: threadRecord({ checkpoints: [] }) };
          if (reads > 1) await new Promise(() => undefined);
          const problem = toWireError(
            new AppError('server-failed', 'The server reported an internal error.'),
          );
          yield { kind: 'stale', problem };
          await new Promise(() => undefined);
        },
      },
    },
  );
  const banner = await screen.findByTestId('old-record');
  expect(banner.textContent).toContain('What ran may be out of date. The server reported an internal error.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByTestId('old-record')).toBeNull();
});
