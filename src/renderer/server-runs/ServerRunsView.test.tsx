import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ServerRunThread } from '../../shared/model/runs/server-run.ts';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
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

/** A server with this many busy threads. */
function show(number: number): RenderedApp {
  const all = Array.from({ length: number }, (_, index) => busy(index));
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
          threads: all.slice(0, threads),
          read: Math.min(threads, number),
          hasMore: number > threads,
        }),
        'serverRuns.cancel': async ({ runs }) =>
          runs.map(({ runId }) => ({
            runId,
            result: { stopped: true, status: 'interrupted', threadStatus: null, statePreserved: null },
            problem: null,
          })),
      },
    },
  );
  return app;
}

it('T-1: reads more threads on demand, says how many it read, and stops refreshing so many by itself', async () => {
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

it('C-15: more runs than one call takes are cancelled in several', async () => {
  const { called } = show(600);
  const user = userEvent.setup();
  const view = within(await screen.findByRole('region', { name: 'Runs of the server' }));
  for (let read = 100; read < 600; read += 100) {
    await view.findByText(new RegExp(`^Only the ${read} last changed`));
    await user.click(view.getByRole('button', { name: /more threads$/ }));
  }
  await waitFor(() => expect(view.queryByText(/^Only the/)).toBeNull());
  await user.click(view.getByRole('button', { name: 'Select' }));
  await user.click(view.getByRole('button', { name: 'All' }));
  await user.click(view.getByRole('button', { name: 'Cancel runs…' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel runs' }));
  expect(await view.findByText(/^Stopped 600 of 600 runs[.]/)).toBeTruthy();
  const sizes = called.flatMap(({ method, input }) =>
    method === 'serverRuns.cancel' ? [(input as { readonly runs: readonly unknown[] }).runs.length] : [],
  );
  expect(sizes).toEqual([500, 100]);
});
