import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assistant, createBackEnd, showDock, thread } from '../../../testing/renderer/run-dock-window.tsx';
import { dispatch } from '../../commands/command-queue.ts';
import { draftKey, flushDrafts, writeDraft } from '../../storage/drafts.ts';
import { ChatView } from './ChatView.tsx';

beforeEach(() => {
  localStorage.clear();
  for (const kind of ['chat', 'input', 'past-inputs']) writeDraft(draftKey(kind, 'c', 'a'), null);
  writeDraft(draftKey('input-mode', 'c', 'a'), 'chat');
  flushDrafts();
});
afterEach(cleanup);

const message = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const write = async (value: string): Promise<unknown> =>
  fireEvent.change(await message(), { target: { value } });

/** A chat whose first message is sent and not taken yet. */
async function sendFirst() {
  const { back, handlers } = createBackEnd();
  let reading = Promise.resolve();
  const readRuns = handlers.calls['runs.list'];
  const calls: typeof handlers.calls = {
    ...handlers.calls,
    'runs.list': (...given) => reading.then(() => readRuns(...given)),
  };
  let accept = (): void => undefined;
  back.starts.push(() => new Promise((resolve) => (accept = resolve)));
  const history = { keys: [], renderRow: () => null, ids: new Set<string>(), lastHuman: null };
  const chat = <ChatView assistant={assistant} history={history} />;
  const window = showDock({ back, handlers: { ...handlers, calls } }, thread, null, 'c', chat);
  act(() => void dispatch({ type: 'focus-chat' }));
  await write('first');
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send' });
  await waitFor(() => expect(send.disabled).toBe(false));
  fireEvent.click(send);
  expect(await screen.findByRole('button', { name: /Sending/ })).toBeTruthy();
  const holdReads = (): void => {
    reading = new Promise(() => undefined);
  };
  return { ...window, holdReads, accept: () => accept() };
}

it('takes a sent message away as soon as its run has started, before the thread is read again', async () => {
  const { holdReads, accept } = await sendFirst();
  holdReads();
  accept();
  await waitFor(async () => expect((await message()).value).toBe(''));
  expect(screen.getByRole('button', { name: /Sending/ })).toBeTruthy();
});

it('keeps what is typed while a message is sent', async () => {
  const { back, accept } = await sendFirst();
  await write('second');
  accept();
  await waitFor(() => expect(back.started).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Sending/ })).toBeNull());
  expect((await message()).value).toBe('second');
});

it('keeps only what was added to a message while it was being sent', async () => {
  const { back, accept } = await sendFirst();
  await write('first, and more');
  accept();
  await waitFor(() => expect(back.started).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Sending/ })).toBeNull());
  expect((await message()).value).toBe(', and more');
});
