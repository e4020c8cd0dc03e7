import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import type { ThreadRecordChange } from '../../shared/model/thread-record.ts';
import { emptyRecord } from '../../shared/run-events/merge-events.ts';
import { toWireError } from '../../shared/wire-error.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { threadRecordStore } from './thread-record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A back end whose first reads of the record fail. */
function backEnd(failures: readonly ErrorCode[]) {
  const left = [...failures];
  const opened: number[] = [];
  const rpc = {
    async *open(): AsyncGenerator<ThreadRecordChange> {
      opened.push(Date.now());
      const code = left.shift();
      if (code !== undefined) throw new AppError(code, 'The server is busy.');
      yield { kind: 'snapshot', record: emptyRecord('t') };
      await new Promise(() => undefined);
    },
  } as unknown as StudioRpc;
  return { rpc, opened };
}

it('a record that its server was too busy to send is read again by itself, ever less often', async () => {
  const { rpc, opened } = backEnd(['timeout', 'unreachable']);
  const store = threadRecordStore(rpc, 'c', 't');
  const stop = store.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.getState()).toMatchObject({ record: null, error: { code: 'timeout' } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(opened).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3999);
  expect(opened).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveLength(3);
  expect(store.getState()).toMatchObject({ record: { threadId: 't' }, error: null });
  stop();
});

it('a record that does not exist, or that nobody shows any more, is not read again', async () => {
  const gone = backEnd(['not-found']);
  const stop = threadRecordStore(gone.rpc, 'c', 't').subscribe(() => undefined);
  const left = backEnd(['timeout']);
  const leave = threadRecordStore(left.rpc, 'c', 't').subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([gone.opened, left.opened].map(({ length }) => length)).toEqual([1, 1]);
  stop();
});

it('a record that can no longer be read stays, with the reason, until it is read again', async () => {
  const problem = toWireError(new AppError('unauthorized', 'The key was revoked.'));
  const { threadId, ...lists } = emptyRecord('t');
  const record = { threadId, ...lists };
  const change = { kind: 'change' as const, ...lists };
  const rpc = {
    async *open(): AsyncGenerator<ThreadRecordChange> {
      yield { kind: 'snapshot', record };
      yield { kind: 'stale', problem };
      yield { ...change, headId: 'a' };
      await new Promise((resolve) => setTimeout(resolve, 5000));
      yield { kind: 'stale', problem: null };
      await new Promise(() => undefined);
    },
  } as unknown as StudioRpc;
  const store = threadRecordStore(rpc, 'c', 't');
  const stop = store.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  // Events of a run may change it all the same.
  expect(store.getState()).toMatchObject({ record: { headId: 'a' }, error: { code: 'unauthorized' } });
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.getState()).toMatchObject({ record: { headId: 'a' }, error: null });
  stop();
});
