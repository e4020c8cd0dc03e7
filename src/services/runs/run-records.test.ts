import { expect, it } from 'vitest';
import { hasMoreRuns, maxListedRuns } from '../../shared/model/run.ts';
import { createScriptedClient } from '../../testing/remote-graph/scripted-client.ts';
import { listRuns } from './run-records.ts';

it.each([
  { runs: maxListedRuns, more: false },
  { runs: maxListedRuns + 1, more: true },
  { runs: maxListedRuns + 90, more: true },
])('of $runs runs it is known whether there are more than are counted: $more', async ({ runs, more }) => {
  const all = Array.from({ length: runs }, (_, index) => ({
    run_id: `r${index}`,
    thread_id: 't',
    status: 'success',
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString(),
  }));
  let read = 0;
  const { client } = createScriptedClient('hosted', ({ path }) => {
    const { searchParams } = new URL(path, 'http://scripted.test');
    const offset = Number(searchParams.get('offset') ?? 0);
    const page = all.slice(offset, offset + Number(searchParams.get('limit')));
    read += page.length;
    return page;
  });
  const listed = await listRuns(client, 't', () => null, new AbortController().signal);
  expect(hasMoreRuns(listed)).toBe(more);
  expect(listed.slice(0, maxListedRuns).map(({ runId }) => runId)).toEqual(
    all.slice(0, maxListedRuns).map(({ run_id: runId }) => runId),
  );
  // No run is read that is not needed for that.
  expect(read).toBe(Math.min(runs, maxListedRuns + 1));
});
