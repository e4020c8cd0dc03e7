import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { InboxServer, InboxThread } from '../../shared/model/inbox.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import { InboxView } from './InboxView.tsx';

afterEach(cleanup);

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

async function show(...servers: InboxServer[]) {
  renderView(
    <InboxView
      describe={() => []}
      renderAnswer={() => null}
      renderBulk={() => null}
      onOpen={() => undefined}
    />,
    { streams: { 'inbox.watch': (_, signal) => snapshotStream({ servers }, signal) } },
  );
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
    note: '3+ threads waiting, 1 to answer',
  },
])('counts what waits and what can be answered: $note', async ({ servers, note }) => {
  expect((await show(...servers)).getByText(note)).toBeTruthy();
});
