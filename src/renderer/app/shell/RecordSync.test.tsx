import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { RecordedCheckpoint, ThreadRecordChange } from '../../../shared/model/thread-record.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { recordedCheckpoint, threadRecord } from '../../../testing/thread-records.ts';
import { useThreadState } from '../../queries/thread-state-query.ts';
import { RecordSync } from './RecordSync.tsx';

afterEach(cleanup);

function State() {
  useThreadState({ connectionId: 'c', threadId: 't', checkpointId: null });
  return null;
}

it('the state is read again when another client edits the state of a subgraph, and not when older checkpoints are read', async () => {
  let reads = 0;
  let send: (checkpoints: RecordedCheckpoint[]) => void = () => undefined;
  renderView(
    <>
      <RecordSync connectionId="c" threadId="t" />
      <State />
    </>,
    {
      calls: {
        'threads.state': async () => {
          reads += 1;
          return {
            threadId: 't',
            checkpointId: 'b',
            parentId: null,
            createdAt: null,
            step: 1,
            source: 'loop' as const,
            valuesText: '{}',
            metadataText: '{}',
            next: [],
            tasks: [],
            interrupts: [],
          };
        },
      },
      streams: {
        'threads.record': async function* (): AsyncIterable<ThreadRecordChange> {
          for (;;) {
            const checkpoints = await new Promise<RecordedCheckpoint[]>((resolve) => {
              send = resolve;
            });
            yield { kind: 'snapshot', record: threadRecord({ checkpoints }) };
          }
        },
      },
    },
  );
  const publish = (checkpoints: RecordedCheckpoint[]) =>
    act(async () => {
      send(checkpoints);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
  const newest = [
    recordedCheckpoint('b', 'a', { createdAt: 2 }),
    recordedCheckpoint('i1', null, { createdAt: 3, namespace: 'inner' }),
  ];
  await waitFor(() => expect(reads).toBe(1));
  await publish(newest);
  await publish([recordedCheckpoint('a', null, { createdAt: 1 }), ...newest]);
  expect(reads).toBe(1);
  await publish([
    ...newest,
    recordedCheckpoint('i2', 'i1', { createdAt: 4, namespace: 'inner', source: 'update' }),
  ]);
  await waitFor(() => expect(reads).toBe(2));
});
