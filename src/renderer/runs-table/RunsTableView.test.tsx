import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { IndexedRun, RunIndexState } from '../../shared/model/run-index.ts';
import { AppError } from '../../shared/app-error.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { noRunFilter, runFilter } from './run-filter.ts';
import { RunsTableView } from './RunsTableView.tsx';

let app: RenderedApp | null = null;
beforeEach(() => runFilter.setState(noRunFilter));
afterEach(() => {
  app?.end();
  app = null;
});

function runOf(index: number, more: Partial<IndexedRun> = {}): IndexedRun {
  return {
    runId: `run-${index}`,
    threadId: `thread-${index}`,
    threadName: `Thread name ${index}`,
    graphId: 'agent',
    assistantId: 'a',
    status: 'finished',
    endingText: null,
    line: null,
    createdAt: '2026-01-01T00:00:00Z',
    durationMs: 1000,
    tokens: null,
    source: 'unknown',
    ...more,
  };
}

function stateOf(more: Partial<RunIndexState> = {}): RunIndexState {
  return {
    version: 1,
    runs: 2,
    counts: [{ status: 'finished', count: 2 }],
    graphIds: ['agent'],
    threads: 2,
    searchable: 2,
    hasMore: false,
    isReadingAll: false,
    readAt: 1,
    problem: null,
    ...more,
  };
}

interface Shown extends RenderedApp {
  /** How often the index was watched. */
  watches(): number;
  readonly opened: readonly string[];
  publish(state: RunIndexState): void;
}

/** A server with these runs, of which a search finds those that contain its text. */
function show(
  runs: () => readonly IndexedRun[],
  initial: RunIndexState,
  onReadAll: (signal: AbortSignal) => void = () => undefined,
): Shown {
  const opened: string[] = [];
  let publish: (state: RunIndexState) => void = () => undefined;
  const states = [initial];
  let watches = 0;
  const rendered = renderView(
    <RunsTableView
      connectionId="c"
      serverName="Lab"
      onOpen={(threadId, runId) => void opened.push(`${threadId} ${runId}`)}
    />,
    {
      calls: {
        'runIndex.list': async ({ filter: { text, statuses }, offset, limit }) => {
          const matching = runs().filter(
            (run) =>
              JSON.stringify(run).includes(text) && (statuses.length === 0 || statuses.includes(run.status)),
          );
          return { runs: matching.slice(offset, offset + limit), total: matching.length };
        },
        'runIndex.readAll': (_input, signal) => {
          onReadAll(signal);
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.'))),
          );
        },
        'serverRuns.cancel': async ({ runs: [run] }) => [
          {
            runId: run?.runId ?? '',
            result: { stopped: true, status: 'interrupted', threadStatus: null, statePreserved: null },
            problem: null,
          },
        ],
      },
      streams: {
        'runIndex.watch': async function* (_input, signal) {
          watches += 1;
          while (!signal.aborted) {
            const next = states.shift();
            if (next) yield next;
            else
              await new Promise<void>((resolve) => {
                publish = (state) => {
                  states.push(state);
                  resolve();
                };
                signal.addEventListener('abort', () => resolve(), { once: true });
              });
          }
        },
      },
    },
  );
  app = rendered;
  return { ...rendered, opened, watches: () => watches, publish: (state) => publish(state) };
}

const grid = () => screen.findByRole('grid', { name: 'Runs' });
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1);

it('shows errors, and leaves out the columns that no run fills', async () => {
  const runs = [
    runOf(0, { status: 'failed', line: { kind: 'error', text: 'TypeError: no title' } }),
    runOf(1, { status: 'ended', threadName: null }),
  ];
  show(() => runs, stateOf());
  const table = await grid();
  expect(rowsOf(table).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/failedThread name 0agentTypeError: no title.*≤ 1.0 s$/),
    expect.stringMatching(/endedThread thread-1agent/),
  ]);
  expect(within(table).queryByRole('columnheader', { name: 'Tokens' })).toBeNull();
  expect(within(table).queryByRole('columnheader', { name: 'Started by' })).toBeNull();
});

it('keys move the selection, open the run, focus the search and close the details', async () => {
  const { opened } = show(() => [runOf(0, { tokens: 1234, source: 'cron' }), runOf(1)], stateOf());
  const table = await grid();
  const user = userEvent.setup();
  await within(table).findByRole('columnheader', { name: 'Tokens' });
  table.focus();
  await user.keyboard('jj');
  const details = await screen.findByRole('region', { name: 'Run' });
  expect(within(details).getByRole('heading', { name: 'Thread name 1' })).toBeTruthy();
  await user.keyboard('k');
  await within(details).findByRole('heading', { name: 'Thread name 0' });
  await user.keyboard('{Enter}');
  expect(opened).toEqual(['thread-0 run-0']);
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search runs' }));
  table.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Run' })).toBeNull());
});

it('a change of the index lists the runs again, and the selected run stays selected', async () => {
  let runs = [runOf(0, { status: 'running', durationMs: null })];
  const { publish } = show(() => runs, stateOf({ runs: 1 }));
  const table = await grid();
  const user = userEvent.setup();
  await user.click(within(table).getByText('Thread name 0'));
  await screen.findByRole('button', { name: 'Cancel run…' });
  runs = [runOf(1), runOf(0, { status: 'cancelled', endingText: 'cancelled, rolled back' })];
  publish(stateOf({ version: 2 }));
  await waitFor(() => expect(rowsOf(table)).toHaveLength(2), { timeout: 3000 });
  expect(rowsOf(table).map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  expect(await screen.findByText('cancelled, rolled back')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel run…' })).toBeNull();
});

it('a search without a match offers to clear the filters', async () => {
  show(() => [runOf(0), runOf(1)], stateOf());
  await grid();
  const user = userEvent.setup();
  await user.type(screen.getByRole('searchbox', { name: 'Search runs' }), 'declined');
  await screen.findByText('No run matches');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(rowsOf(await grid())).toHaveLength(2);
});

it('asks for the pages in view, not for all runs', async () => {
  const runs = Array.from({ length: 100_000 }, (_, index) => runOf(index));
  const { called } = show(() => runs, stateOf({ runs: 100_000 }));
  const table = await grid();
  expect(table.getAttribute('aria-rowcount')).toBe('100001');
  const body = within(table).getAllByRole('presentation', { hidden: true })[0];
  if (!body) throw new Error('The table has no rows.');
  fireEvent.scroll(body, { target: { scrollTop: 50_000 * 32 } });
  await within(table).findByText('Thread name 50000');
  const offsets = called.flatMap(({ method, input }) =>
    method === 'runIndex.list' ? [(input as { offset: number }).offset] : [],
  );
  expect(new Set(offsets).size).toBeLessThan(4);
  expect(rowsOf(table).length).toBeLessThan(80);
});

it('cancels an active run after a question', async () => {
  const { called } = show(() => [runOf(0, { status: 'running', durationMs: null })], stateOf({ runs: 1 }));
  const user = userEvent.setup();
  await user.click(within(await grid()).getByText('Thread name 0'));
  await user.click(await screen.findByRole('button', { name: 'Cancel run…' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel run' }));
  await waitFor(() =>
    expect(called.filter(({ method }) => method === 'serverRuns.cancel')).toEqual([
      {
        method: 'serverRuns.cancel',
        input: { connectionId: 'c', runs: [{ threadId: 'thread-0', runId: 'run-0' }] },
      },
    ]),
  );
});

it('a server that does not answer is named, and a retry watches it again', async () => {
  const problem = toWireError(new AppError('unreachable', 'Lab does not answer.'));
  const { publish, watches } = show(() => [], stateOf({ runs: 0, readAt: null, problem }));
  expect(await screen.findByText('Lab does not answer.')).toBeTruthy();
  expect(screen.queryByText('No runs yet')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(watches()).toBe(2));
  publish(stateOf({ runs: 0, version: 2 }));
  expect(await screen.findByText('No runs yet')).toBeTruthy();
});

it('reading all runs can be stopped', async () => {
  const user = userEvent.setup();
  let aborted = 0;
  const { publish } = show(
    () => [runOf(0)],
    stateOf({ searchable: 1 }),
    (signal) => {
      signal.addEventListener('abort', () => (aborted += 1));
      publish(stateOf({ searchable: 1, isReadingAll: true, version: 2 }));
    },
  );
  await screen.findByText('1 of 2 runs. 1 of 2 threads can be searched.');
  await user.click(screen.getByRole('button', { name: 'Read all runs' }));
  await screen.findByText('Reading all runs…');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(aborted).toBe(1));
  publish(stateOf({ searchable: 2, version: 3 }));
  await screen.findByText('1 of 2 runs. 2 of 2 threads can be searched.');
  expect(screen.queryByRole('button', { name: 'Read all runs' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
