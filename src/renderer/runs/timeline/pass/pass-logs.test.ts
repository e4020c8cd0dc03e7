import { describe, expect, it } from 'vitest';
import { contract, type StudioContract } from '../../../../shared/contract.ts';
import { contractName } from '../../../../shared/contract-name.ts';
import { createRpcClient } from '../../../../shared/rpc/client.ts';
import { createPortPair } from '../../../../shared/rpc/in-memory-port.ts';
import { serve } from '../../../../shared/rpc/server.ts';
import { buildRunBatch } from '../../../../testing/renderer/run-batches.ts';
import { buildFrames, taskStart } from '../../../../testing/renderer/run-frame-builder.ts';
import { stubHandlers } from '../../../../testing/renderer/stub-handlers.ts';
import { createRunLogStore } from '../../log/run-log-store.ts';
import { createPassLogs } from './pass-logs.ts';

const finished = { outcome: 'finished', error: null, incomplete: false } as const;
const frames = buildFrames(taskStart('t1', 'work'), ['values', { done: true }]);

/** A host with the logs of all runs; that of `active` has not ended. */
function passLogs() {
  const followed: string[] = [];
  const left: string[] = [];
  const [near, far] = createPortPair();
  const quiet = stubHandlers();
  serve(
    contract,
    {
      calls: quiet.calls,
      streams: {
        ...quiet.streams,
        async *'runs.follow'({ runId }, signal) {
          followed.push(runId);
          signal.addEventListener('abort', () => left.push(runId));
          yield buildRunBatch(frames, null, runId);
          if (runId !== 'active') yield { ...buildRunBatch([], finished, runId), from: frames.length };
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
    },
    far,
    { onBug: (where, thrown) => expect.unreachable(`${where}: ${String(thrown)}`) },
  );
  const logs = createPassLogs(createRpcClient<StudioContract>(near, contractName), 'c', 't');
  return { logs, followed, left };
}
const ended = (runId: string) => ({ runId, isActive: false });

describe('the logs of a pass', () => {
  it('are read once each, and only when they are wanted', async () => {
    const { logs, followed } = passLogs();
    logs.want([ended('1')], ['1', '2']);
    logs.want([ended('1')], ['1', '2']);
    await expect.poll(() => [...logs.get().keys()]).toEqual(['1']);
    logs.want([ended('1'), ended('2')], ['1', '2', '3']);
    await expect.poll(() => [...logs.get().keys()]).toEqual(['1', '2']);
    expect(followed).toEqual(['1', '2']);
    expect(logs.get().get('2')?.model.timeline.rows()).toHaveLength(1);
    logs.leave();
  });

  it('count from their end on, unless their run is active', async () => {
    const { logs, followed } = passLogs();
    logs.want([ended('active')], ['active']);
    await expect.poll(() => followed).toEqual(['active']);
    expect(logs.get().size).toBe(0);
    logs.leave();
    logs.want([{ runId: 'active', isActive: true }], ['active']);
    await expect.poll(() => logs.get().get('active')?.end).toBeNull();
    logs.leave();
  });

  it('keep what was followed in the dock, and do not read it again', async () => {
    const { logs, followed } = passLogs();
    const store = createRunLogStore({ connectionId: 'c', threadId: 't', runId: '1' });
    store.take(buildRunBatch(frames, finished));
    logs.keep('1', store.get());
    logs.want([ended('1'), ended('2')], ['1', '2']);
    await expect.poll(() => [...logs.get().keys()]).toEqual(['1', '2']);
    expect(followed).toEqual(['2']);
    logs.leave();
  });

  it('are let go of with another pass', async () => {
    const { logs, left } = passLogs();
    logs.want([ended('1'), ended('2')], ['1', '2']);
    await expect.poll(() => logs.get().size).toBe(2);
    logs.want([], ['3']);
    await expect.poll(() => left.toSorted()).toEqual(['1', '2']);
    expect(logs.get().size).toBe(0);
  });
});
