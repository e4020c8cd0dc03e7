import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { CronsView } from './CronsView.tsx';

afterEach(cleanup);

it('does not say that there are none when they could not be read again', async () => {
  let fails = false;
  renderView(
    <CronsView
      connectionId="c"
      serverName="Production"
      assistants={[]}
      assistantId={null}
      onOpenThread={() => undefined}
    />,
    {
      calls: {
        'crons.list': async () => {
          if (!fails) return { crons: [], isCut: false };
          throw new AppError('server-failed', 'The server failed.');
        },
      },
    },
  );
  await screen.findByText('Nothing is scheduled on this server.');
  fails = true;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('The server failed.')).toBeTruthy();
  expect(screen.queryByText('Nothing is scheduled on this server.')).toBeNull();
});
