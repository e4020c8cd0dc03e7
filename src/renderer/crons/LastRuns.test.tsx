import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { Run } from '../../shared/model/run.ts';
import type { RunEnding, ThreadRecordChange } from '../../shared/model/thread-record.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { recordedRun, threadRecord } from '../../testing/thread-records.ts';
import { LastRuns } from './LastRuns.tsx';

afterEach(cleanup);

const listed = (runId: string, status: Run['status'], more: Partial<Run> = {}): Run => ({
  runId,
  threadId: 't',
  assistantId: 'a',
  status,
  createdAt: '2026-01-01T00:00:00Z',
  durationMs: 1000,
  hasLog: false,
  joinedLate: false,
  origin: { kind: 'input', checkpointId: null },
  ...more,
});

/** The texts of the list over a server with these runs. */
function show(runs: readonly Run[], record: () => AsyncIterable<ThreadRecordChange>): () => string[] {
  renderView(<LastRuns connectionId="c" threadId="t" />, {
    calls: { 'runs.list': async () => [...runs] },
    streams: { 'threads.record': record },
  });
  return () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

const endings: Readonly<Record<string, RunEnding>> = {
  finished: { kind: 'finished' },
  asks: { kind: 'interrupted', executionIds: [] },
  paused: { kind: 'paused', place: 'before', nodes: ['write'] },
  cancelled: { kind: 'cancelled', isKept: true },
};

describe('the last runs of a cron', () => {
  it('are called finished, interrupted or paused by the thread’s record, as the server calls all three a success', async () => {
    const record = threadRecord({
      checkpoints: [],
      runs: Object.entries(endings).map(([runId, ending]) => recordedRun(runId, { ending })),
    });
    const runs = [
      listed('finished', 'success'),
      listed('asks', 'success'),
      listed('paused', 'success'),
      listed('cancelled', 'interrupted', { interruptedBy: 'cancel' }),
    ];
    const texts = show(runs, async function* () {
      yield { kind: 'snapshot', record };
      await new Promise(() => undefined);
    });
    await waitFor(() =>
      expect(texts()).toEqual([
        expect.stringMatching(/^finished/),
        expect.stringMatching(/^interrupted/),
        expect.stringMatching(/^paused.*paused before write$/),
        expect.stringMatching(/^cancelled.*cancelled, what it wrote is kept$/),
      ]),
    );
  });

  it('are unknown where the record can not be read and the server says only that they ended well', async () => {
    const runs = [listed('success', 'success'), listed('failed', 'error')];
    const texts = show(runs, () => {
      throw new AppError('server-failed', 'It failed.');
    });
    await waitFor(() =>
      expect(texts()).toEqual([expect.stringMatching(/^unknown/), expect.stringMatching(/^failed/)]),
    );
  });
});
