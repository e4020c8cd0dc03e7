import { expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import {
  confirmationsOf,
  confirmOnce,
  createConfirmationStore,
  isNotConfirmed,
  withConfirmations,
} from './confirmations.ts';
import type { StudioRpc } from './rpc-context.ts';

function guardedBackEnd() {
  const sent: unknown[] = [];
  const confirmed: (string | null)[] = [];
  const permits = new Map<string, { key: string; isConfirmed: boolean }>();
  const call = async (method: string, input: Record<string, unknown>): Promise<unknown> => {
    if (method === 'connections.confirmWrite') {
      const permit = permits.get(String(input['permit']));
      if (!permit) throw new AppError('not-found', 'No such permit.');
      permit.isConfirmed = true;
      confirmed.push(input['typedName'] === null ? null : String(input['typedName']));
      return {};
    }
    const key = JSON.stringify([method, input]);
    const [id] = [...permits].find(([, permit]) => permit.key === key && permit.isConfirmed) ?? [null];
    if (method !== 'threads.list' && id === null) {
      const permit = String(permits.size);
      permits.set(permit, { key, isConfirmed: false });
      const effect = method.includes('delete') ? 'destroy' : 'write';
      throw new AppError('confirmation-required', 'Confirm.', { details: { permit, effect, name: 'Prod' } });
    }
    if (id !== null) permits.delete(id);
    sent.push(input);
    return input;
  };
  const store = createConfirmationStore();
  // Only the two members, with any method.
  const rpc = withConfirmations({ call, open: () => [] } as unknown as StudioRpc, store);
  /** The pending confirmation, once there is one. */
  const asked = async () => {
    await expect.poll(() => store.getState().pending.length).toBeGreaterThan(0);
    const [pending] = store.getState().pending;
    if (!pending) throw new Error('Nothing is pending.');
    return pending;
  };
  return { sent, confirmed, store, rpc, asked };
}

const threadsOf = (threadIds: string[]) => ({ connectionId: 'c', threadIds });

it('a call to a production server waits for the user, and is then sent once', async () => {
  const { sent, rpc, asked, store } = guardedBackEnd();
  const created = rpc.call('threads.copy', { connectionId: 'c', threadId: 't' });
  const pending = await asked();
  expect(pending).toMatchObject({ call: 'threads.copy', effect: 'write', serverName: 'Prod' });
  expect(sent).toEqual([]);
  // Nobody may say that the server is slow.
  expect(confirmationsOf(rpc).getState().pending).toHaveLength(1);
  await pending.confirm(null);
  await created;
  expect(sent).toEqual([{ connectionId: 'c', threadId: 't' }]);
  expect(store.getState().pending).toEqual([]);
});

it('what the user does not confirm is not sent', async () => {
  const { sent, rpc, asked } = guardedBackEnd();
  const created = rpc.call('threads.copy', { connectionId: 'c', threadId: 't' });
  created.catch(() => undefined);
  (await asked()).cancel();
  const failure = await created.catch((error: unknown) => error);
  expect(isNotConfirmed(failure)).toBe(true);
  expect(sent).toEqual([]);
});

it('a refusal speaks of its own call only, as the one before it may have been sent', async () => {
  const { sent, rpc, asked } = guardedBackEnd();
  const edit = rpc.call('threads.copy', { connectionId: 'c', threadId: 't' });
  await (await asked()).confirm(null);
  await edit;
  const run = rpc.call('threads.copy', { connectionId: 'c', threadId: 'u' });
  run.catch(() => undefined);
  (await asked()).cancel();
  await expect(run).rejects.toThrow('Not confirmed. This was not sent to Prod.');
  expect(sent).toEqual([{ connectionId: 'c', threadId: 't' }]);
});

it('an aborted call no longer asks', async () => {
  const { rpc, asked, store } = guardedBackEnd();
  const abort = new AbortController();
  const created = rpc.call('threads.copy', { connectionId: 'c', threadId: 't' }, abort.signal);
  created.catch(() => undefined);
  await asked();
  abort.abort();
  await expect(created).rejects.toMatchObject({ code: 'cancelled' });
  expect(store.getState().pending).toEqual([]);
});

it('the batches of one act are confirmed together, others ask again', async () => {
  const { sent, confirmed, rpc, asked, store } = guardedBackEnd();
  const act = confirmOnce(rpc);
  const first = act.call('threads.delete', threadsOf(['a']));
  const second = act.call('threads.delete', threadsOf(['b']));
  await (await asked()).confirm('Prod');
  await Promise.all([first, second]);
  await act.call('threads.delete', threadsOf(['c']));
  expect(sent).toHaveLength(3);
  expect(confirmed).toEqual(['Prod', 'Prod', 'Prod']);

  const other = rpc.call('threads.delete', threadsOf(['d']));
  other.catch(() => undefined);
  (await asked()).cancel();
  await expect(other).rejects.toMatchObject({ code: 'cancelled' });
  expect(store.getState().pending).toEqual([]);
});

it('confirming a write does not confirm a deletion, nor another server', async () => {
  const { rpc, asked } = guardedBackEnd();
  const act = confirmOnce(rpc);
  const written = act.call('threads.copy', { connectionId: 'c', threadId: 't' });
  await (await asked()).confirm(null);
  await written;
  for (const call of [
    act.call('threads.delete', threadsOf(['a'])),
    act.call('threads.copy', { connectionId: 'other', threadId: 't' }),
  ]) {
    call.catch(() => undefined);
    (await asked()).cancel();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  }
});
