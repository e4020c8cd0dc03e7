import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ServerRunThread } from '../../shared/model/server-run.ts';
import { AppError } from '../../shared/app-error.ts';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { outcomeSummary, type CancelOutcome } from '../shared-ui/cancel-outcomes.ts';
import { useCancelRuns } from './mutations.ts';
import { ServerRunsView } from './ServerRunsView.tsx';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
});

const busy = (index: number): ServerRunThread => ({
  threadId: `t${index}`,
  name: `Thread ${index}`,
  graphId: 'g',
  status: 'busy',
  updatedAt: null,
  runs: [
    {
      runId: `r${index}`,
      assistantId: 'a',
      status: 'running',
      createdAt: null,
      source: 'unknown',
      resumable: null,
    },
  ],
  problem: null,
  hasMore: false,
});

/** A server with this many busy threads, of which one has a run. */
function show(number: number): RenderedApp {
  app = renderView(
    <ServerRunsView
      connectionId="c"
      serverName="Lab"
      kind="active"
      switcher={null}
      onOpen={() => undefined}
    />,
    {
      calls: {
        'serverRuns.list': async ({ threads }) => ({
          threads: [busy(0)],
          read: Math.min(threads, number),
          hasMore: number > threads,
        }),
      },
    },
  );
  return app;
}

it('the view reads more threads on demand, says how many it read, and stops refreshing so many by itself', async () => {
  const { called } = show(1200);
  const user = userEvent.setup();
  const view = within(await screen.findByRole('region', { name: 'Runs of the server' }));
  expect(await view.findByText(/^Only the 100 last changed threads are read[.]/)).toBeTruthy();
  for (const read of [200, 300, 400, 500]) {
    await user.click(view.getByRole('button', { name: 'Read 100 more threads' }));
    await view.findByText(new RegExp(`^Only the ${read} last changed`));
  }
  expect(view.queryByText(/read again only by Refresh/)).toBeNull();
  await user.click(view.getByRole('button', { name: 'Read 500 more threads' }));
  await view.findByText(/^Only the 1,000 last changed/);
  expect(view.getByText(/^As of .* So many threads are read again only by Refresh[.]$/)).toBeTruthy();
  await user.click(view.getByRole('button', { name: 'Read 500 more threads' }));
  await waitFor(() => expect(view.queryByText(/^Only the/)).toBeNull());
  expect(view.queryByRole('button', { name: /more threads$/ })).toBeNull();
  expect(called.filter(({ method }) => method === 'serverRuns.list').map(({ input }) => input)).toEqual(
    [100, 200, 300, 400, 500, 1000, 1500].map((threads) => ({ connectionId: 'c', kind: 'active', threads })),
  );
});

it('more runs than one call takes are cancelled in several; what fails is reported beside the rest', async () => {
  const sizes: number[] = [];
  const outcomes: string[] = [];
  function Cancel() {
    const { mutate } = useCancelRuns('c');
    const runs = Array.from({ length: 1100 }, (_, index) => ({
      threadId: `t${index}`,
      runId: `r${index}`,
      title: `T${index}`,
    }));
    const onSuccess = (all: readonly CancelOutcome[]): void => void outcomes.push(outcomeSummary(all));
    return <button type="button" aria-label="Cancel" onClick={() => mutate(runs, { onSuccess })} />;
  }
  const stopped = { stopped: true, status: 'interrupted', threadStatus: null, statePreserved: null } as const;
  app = renderView(<Cancel />, {
    calls: {
      'serverRuns.cancel': async ({ runs }) => {
        sizes.push(runs.length);
        if (sizes.length === 3) throw new AppError('unreachable', 'The server is gone.');
        return runs.map(({ runId }) => ({ runId, result: stopped, problem: null }));
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(outcomes).toEqual(['Stopped 1000 of 1100 runs. 100 could not be cancelled.']));
  expect(sizes).toEqual([500, 500, 100]);
});
