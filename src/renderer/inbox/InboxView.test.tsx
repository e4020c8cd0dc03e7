import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { InboxServer, InboxThread } from '../../shared/model/inbox.ts';
import { renderView, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { InboxView } from './InboxView.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const thread = (index: number, stop: InboxThread['stop'] = 'question'): InboxThread => ({
  threadId: `t${index}`,
  graphId: 'writer',
  assistantId: null,
  name: `Thread ${index}`,
  updatedAt: null,
  stop,
});
const threads = (count: number) => Array.from({ length: count }, (_, index) => thread(index));
const server = (change: Partial<InboxServer>): InboxServer => ({
  connectionId: 'c',
  name: 'Production',
  state: 'read',
  threads: [],
  hasMore: false,
  problem: null,
  readAt: null,
  ...change,
});

const inboxView = (
  <InboxView describe={() => []} renderAnswer={() => null} renderBulk={() => null} onOpen={() => undefined} />
);

async function show(...servers: InboxServer[]) {
  renderView(inboxView, { streams: { 'inbox.watch': (_, signal) => snapshotStream({ servers }, signal) } });
  return within(await screen.findByRole('region', { name: 'Inbox' }));
}

it('says that only the first threads were searched', async () => {
  const inbox = await show(server({ threads: threads(31) }));
  await userEvent.type(inbox.getByRole('searchbox', { name: 'Search' }), 'tides');
  expect(await inbox.findByText('None of the first 30 waiting threads matches this filter.')).toBeTruthy();
  await userEvent.click(inbox.getByRole('button', { name: 'Show more' }));
  expect(await inbox.findByText('No listed thread matches this filter.')).toBeTruthy();
});

it.each(['reading', 'offline', 'failed'] as const)('counts nothing while the server is %s', async (state) => {
  const inbox = await show(server({ state }));
  expect(await inbox.findByText(state === 'reading' ? 'Loading' : 'Unknown')).toBeTruthy();
  expect(inbox.queryByText(/waiting$/)).toBeNull();
});

it.each([
  { servers: [server({})], note: '0 threads waiting' },
  { servers: [server({ threads: threads(1) })], note: '1 thread waiting' },
  { servers: [server({ threads: threads(2), hasMore: true })], note: '2+ threads waiting' },
  {
    servers: [
      server({ threads: [thread(1), thread(2, 'breakpoint')] }),
      server({ connectionId: 'd', state: 'offline', threads: [thread(3)], hasMore: true }),
    ],
    note: '2 threads waiting, 1 to answer, 1+ not checked',
  },
  {
    servers: [
      server({ state: 'offline', threads: [thread(1), thread(2, 'breakpoint')] }),
      server({ connectionId: 'd' }),
    ],
    note: '2 threads waiting when last read',
  },
  { servers: [server({ state: 'failed', threads: [thread(1)] })], note: '1 thread waiting when last read' },
])('counts what waits and what can be answered: $note', async ({ servers, note }) => {
  expect((await show(...servers)).getByText(note)).toBeTruthy();
});

it('says since when servers are not read, and does not call the list up to date meanwhile', async () => {
  const now = new Date().toISOString();
  const earlier = new Date(Date.now() - 240_000).toISOString();
  const other = server({ connectionId: 'd', name: 'Staging', readAt: now });
  const inbox = await show(server({ state: 'failed', threads: threads(1), readAt: earlier }), other);
  expect(inbox.queryByText(/^updated/)).toBeNull();
  expect(inbox.getByText(/^Last read/).textContent).toBe('Last read 4 min ago.');
  cleanup();
  const all = await show(server({ readAt: earlier }), other);
  expect(all.getByText(/^updated/).textContent).toBe('updated 4 min');
});

it('says when a thread was checked last whose check fails', async () => {
  const uncheckedSince = new Date(Date.now() - 240_000).toISOString();
  const inbox = await show(server({ threads: [{ ...thread(1), uncheckedSince }, thread(2)] }));
  expect((await inbox.findByText(/^last checked/)).textContent).toBe('last checked 4 min ago');
});

it('still has the questions that were read when it is opened again while their server is away', async () => {
  let state: InboxServer['state'] = 'read';
  const withInbox: TestHandlers = {
    streams: {
      'inbox.watch': (_, signal) =>
        snapshotStream({ servers: [server({ state, threads: threads(1) })] }, signal),
    },
    calls: {
      'inbox.thread': ({ threadId }) => {
        if (state !== 'read') throw new AppError('unreachable', 'Nobody answers.');
        return Promise.resolve({ threadId, interrupts: [], answered: [], next: ['plan'], since: null });
      },
    },
  };
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const { getByRole } = renderView(<InboxAtTimes />, withInbox);
  expect(await screen.findByText('Stopped before plan.')).toBeTruthy();
  fireEvent.click(getByRole('button', { name: 'Other view' }));
  await vi.advanceTimersByTimeAsync(1_800_000);
  state = 'offline';
  fireEvent.click(getByRole('button', { name: 'Other view' }));
  expect(await screen.findByText('Stopped before plan.')).toBeTruthy();
});

function InboxAtTimes() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button onClick={() => setShown(!isShown)}>Other view</button>
      {isShown ? inboxView : null}
    </>
  );
}
