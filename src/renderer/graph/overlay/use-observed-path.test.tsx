import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { ThreadRecord, ThreadRecordChange } from '../../../shared/model/thread-record.ts';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { renderView, type RenderedApp } from '../../../testing/renderer/render-app.tsx';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  threadRecord,
} from '../../../testing/thread-records.ts';
import { createNodeActivityStore } from '../../shared-ui/node-activity.ts';
import { OverlayLegend } from './OverlayLegend.tsx';
import { useObservedPath } from './use-observed-path.ts';

const shape = buildGraphShape(['__start__', 'plan'], ['__start__>plan']);
const choice = { mode: 'observed', scope: 'run' } as const;

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
});

/** The legend while the list of runs has not said which run is displayed. */
function showLegend(read: () => ThreadRecord | Promise<ThreadRecord>): void {
  const activity = createNodeActivityStore();
  function Legend() {
    const observed = useObservedPath('s', 't', shape, activity, choice);
    return (
      <OverlayLegend choice={choice} observed={observed} maxValue={null} undeclared={0} onClose={ignore} />
    );
  }
  app = renderView(<Legend />, {
    streams: {
      'threads.record': async function* (): AsyncIterable<ThreadRecordChange> {
        yield { kind: 'snapshot', record: await read() };
        await new Promise(ignore);
      },
    },
  });
}

function ignore(): void {}

it('says that it loads while runs are not known yet, not that there are none', async () => {
  showLegend(() => new Promise(ignore));
  expect(await screen.findByText('Loading history')).toBeTruthy();
});

it('says that reading failed, not that there are no runs', async () => {
  showLegend(() => Promise.reject(new AppError('forbidden', 'Not for you.')));
  expect(await screen.findByText(/Could not load the overlay/)).toBeTruthy();
});

it('shows the newest run of the record where the list of runs says nothing', async () => {
  showLegend(() =>
    threadRecord({
      checkpoints: [recordedCheckpoint('a', null), recordedCheckpoint('b', 'a')],
      executions: [recordedExecution('plan', 'a', 'b')],
      runs: [recordedRun('r1'), recordedRun('r2', { status: 'queued' })],
    }),
  );
  expect(await screen.findByText('taken')).toBeTruthy();
});

it('says that there are no runs only if the server lists all', async () => {
  showLegend(() => threadRecord({ checkpoints: [], runs: [], gaps: [{ kind: 'runs' }] }));
  expect(await screen.findByText(/No run of this thread is known/)).toBeTruthy();
  app?.end();
  showLegend(() => threadRecord({ checkpoints: [], runs: [] }));
  expect(await screen.findByText('This thread has no runs.')).toBeTruthy();
});
