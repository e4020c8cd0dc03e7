import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { Execution } from '../../../shared/model/thread-record.ts';
import { renderView } from '../../../testing/renderer/render-app.tsx';
import { snapshotStream } from '../../../testing/renderer/stub-handlers.ts';
import { recordedExecution, recordedSpan, threadRecord } from '../../../testing/thread-records.ts';
import { RecordedNodes } from './RecordedNodes.tsx';

afterEach(cleanup);

const broken = new AppError('protocol', 'The record is broken.');
const brokenStream: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(broken) }),
};

function show(executions: readonly Execution[] | null, threadId: string | null = 't', isImport = true) {
  const onSelectNode = vi.fn<(nodeId: string | null) => void>();
  renderView(
    <RecordedNodes
      connectionId="recording-1"
      threadId={threadId}
      isImport={isImport}
      selectedNodeId={null}
      onSelectNode={onSelectNode}
    />,
    {
      streams: {
        'threads.record': (_input, signal) =>
          executions === null
            ? brokenStream
            : snapshotStream(
                { kind: 'snapshot', record: threadRecord({ checkpoints: [], executions: [...executions] }) },
                signal,
              ),
      },
    },
  );
  return onSelectNode;
}

const ran = (nodeId: string, id: string, more: Partial<Execution> = {}): Execution =>
  recordedExecution(nodeId, null, null, {
    executionId: id,
    status: 'finished',
    spans: [recordedSpan('r1', 1000, 2500)],
    ...more,
  });

describe('in place of the canvas of an export', () => {
  it('the nodes that ran are listed, with how often, their time, tokens and failures', async () => {
    const select = show([
      ran('plan', '1', { tokens: 1200 }),
      ran('tools', '2'),
      ran('tools:search', '3', { status: 'failed', error: 'no tides' }),
      ran('tools', '4'),
      ran('write', '5', { tokens: 1000 }),
      ran('write', '6'),
    ]);
    expect(await screen.findByText(/The export has no graph/)).toBeDefined();
    const rows = await screen.findAllByRole('option');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'planfinished · 1.5 s · 1,200 tok',
      'tools × 2finished · 1.5 s',
      'tools › searchfailed · 1.5 s',
      'write × 2finished · 1.5 s · ≥ 1,000 tok',
    ]);
    fireEvent.click(screen.getByText('tools › search'));
    expect(select).toHaveBeenCalledWith('tools:search');
  });

  it('a node that failed once of several times is not said to have failed each time', async () => {
    show([ran('plan', '1', { status: 'failed', error: 'no tides' }), ran('plan', '2'), ran('plan', '3')]);
    expect((await screen.findByRole('option')).textContent).toBe('plan × 31 of 3 failed · 1.5 s');
  });

  it('nothing is listed where nothing ran, and no thread or a broken record is said', async () => {
    show([]);
    expect(await screen.findByText(/no nodes of this thread either/)).toBeDefined();
    cleanup();
    show([], null, false);
    expect(await screen.findByText(/The recording has no graph\. Select its thread/)).toBeDefined();
    cleanup();
    show(null);
    expect(await screen.findByText(/The record is broken/)).toBeDefined();
  });
});
