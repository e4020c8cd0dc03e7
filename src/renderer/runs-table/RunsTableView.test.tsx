import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type {
  IndexedRun,
  IndexedRuns,
  RunDetails,
  RunIndexFilter,
  RunIndexState,
} from '../../shared/model/run-index.ts';
import { emptyPriceTable, type PriceTable } from '../../shared/model/price.ts';
import { AppError } from '../../shared/app-error.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { dispatch } from '../commands/command-queue.ts';
import { noRunFilter, runFilter, runOrder } from './run-filter.ts';
import { RunsTableView } from './RunsTableView.tsx';

let app: RenderedApp | null = null;
beforeEach(() => {
  runFilter.setState(noRunFilter);
  runOrder.setState(runOrder.getInitialState());
});
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
    ahead: null,
    createdAt: '2026-01-01T00:00:00Z',
    durationMs: 1000,
    tokens: null,
    models: [],
    isUsageCut: false,
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
    searchableInPart: 0,
    hasMore: false,
    isReadingAll: false,
    readAt: 1,
    problem: null,
    ...more,
  };
}

const noDetails: RunDetails = {
  input: null,
  answer: null,
  output: null,
  error: null,
  questions: [],
  nodes: [],
  resumable: null,
  problem: null,
};

interface Shown extends RenderedApp {
  /** How often the index was watched. */
  watches(): number;
  readonly opened: readonly string[];
  /** Runs to add to the inputs. */
  readonly saved: readonly (readonly string[])[];
  publish(state: RunIndexState): void;
}

interface Part {
  readonly filter: RunIndexFilter;
  readonly offset: number;
  readonly limit: number;
}

function partOf(
  runs: readonly IndexedRun[],
  { filter: { text, statuses }, offset, limit }: Part,
): IndexedRuns {
  const matching = runs.filter(
    (run) =>
      (statuses.length === 0 || statuses.includes(run.status)) &&
      (text === '' || JSON.stringify(run).includes(text)),
  );
  return { runs: matching.slice(offset, offset + limit), total: matching.length };
}

/** A server with these runs, of which a search finds those that contain its text. */
function show(
  runs: () => readonly IndexedRun[],
  initial: RunIndexState,
  onReadAll: (signal: AbortSignal) => void = () => undefined,
  prices: PriceTable = emptyPriceTable,
  details: Partial<RunDetails> = {},
): Shown {
  const opened: string[] = [];
  const saved: string[][] = [];
  let publish: (state: RunIndexState) => void = () => undefined;
  const states = [initial];
  let watches = 0;
  const rendered = renderView(
    <RunsTableView
      connectionId="c"
      serverName="Lab"
      onOpen={(threadId, runId) => void opened.push(`${threadId} ${runId}`)}
      onAddInputs={(chosen) => void saved.push(chosen.map(({ runId }) => runId))}
      onNewRun={() => void opened.push('new run')}
      renderGraph={(_run, nodes) => <p>{nodes.map(({ nodeId, status }) => `${nodeId} ${status}`).join()}</p>}
    />,
    {
      calls: {
        'prices.read': async () => prices,
        'runIndex.list': async (input) => partOf(runs(), input),
        'runIndex.select': async (input) => partOf(runs(), input),
        'runIndex.details': async () => ({ ...noDetails, ...details }),
        'runIndex.readAll': (_input, signal) => {
          onReadAll(signal);
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.'))),
          );
        },
        'serverRuns.cancel': async ({ runs: cancelled }) =>
          cancelled.map(({ runId }) => ({
            runId,
            result: {
              stopped: runId !== 'run-1',
              status: runId === 'run-1' ? 'success' : 'interrupted',
              threadStatus: null,
              statePreserved: null,
            },
            problem: null,
          })),
        'serverRuns.delete': async ({ runs: deleted }) =>
          deleted.map(({ runId }) => ({
            runId,
            problem:
              runId === 'run-1'
                ? toWireError(new AppError('thread-busy', 'It is active.'))
                : runId === 'run-3'
                  ? toWireError(new AppError('timeout', 'It took longer than 30 s.'))
                  : null,
          })),
        'serverRuns.repeat': ({ runs: repeated }) =>
          repeated.length === 2
            ? Promise.reject(new AppError('unreachable', 'Lab does not answer.'))
            : Promise.resolve(
                repeated.map(({ runId }) => ({
                  runId,
                  started: null,
                  problem: toWireError(
                    runId === 'run-1'
                      ? new AppError('outcome-unknown', 'The run may have started.')
                      : new AppError('timeout', 'No thread was made.'),
                  ),
                })),
              ),
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
  return { ...rendered, opened, saved, watches: () => watches, publish: (state) => publish(state) };
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

it('a server that names no graphs and no times has no columns for them', async () => {
  show(() => [runOf(0, { graphId: null, durationMs: null })], stateOf({ runs: 1, graphIds: [] }));
  const headers = within(await grid()).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    '',
    'Status',
    'Thread',
    'Error, question or input',
    'Started',
  ]);
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
  act(() => void dispatch({ type: 'focus-runs', part: 'search' }));
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search runs' }));
  table.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Run' })).toBeNull());
});

it('has the keys in its rows once they are there, where they were asked for before', async () => {
  act(() => void dispatch({ type: 'focus-runs', part: 'rows' }));
  show(() => [runOf(0), runOf(1)], stateOf());
  const table = await grid();
  await waitFor(() => expect(document.activeElement).toBe(table));
  await userEvent.setup().keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Thread name 0' })).toBeTruthy();
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
  await waitFor(() => expect(rowsOf(table)).toHaveLength(2));
  expect(rowsOf(table).map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  expect(await screen.findByText('cancelled, rolled back')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel run…' })).toBeNull();
});

it('says of a selected run that has left the list how it ended, and offers no cancellation', async () => {
  let runs = [runOf(0, { status: 'running', durationMs: null })];
  const { publish } = show(() => runs, stateOf({ runs: 1 }));
  await grid();
  const user = userEvent.setup();
  await user.click(screen.getByRole('radio', { name: /^Running/ }));
  await user.click(within(await grid()).getByText('Thread name 0'));
  const details = await screen.findByRole('region', { name: 'Run' });
  expect(within(details).getByText('not ended yet')).toBeTruthy();
  runs = [runOf(0, { status: 'failed' })];
  publish(stateOf({ version: 2, runs: 1 }));
  await within(details).findByText('failed');
  expect(screen.queryByRole('grid', { name: 'Runs' })).toBeNull();
  expect(within(details).queryByText('not ended yet')).toBeNull();
  expect(within(details).queryByRole('button', { name: 'Cancel run…' })).toBeNull();
  runs = [];
  publish(stateOf({ version: 3, runs: 1 }));
  expect(await within(details).findAllByText('unknown')).not.toHaveLength(0);
  expect(within(details).queryByRole('button', { name: 'Cancel run…' })).toBeNull();
});

it('calls the numbers of runs of a server that is not all read at least so many', async () => {
  const { publish } = show(() => [runOf(0), runOf(1)], stateOf({ hasMore: true }));
  await grid();
  expect(screen.getByRole('radio', { name: 'All 2+' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Failed 0+' })).toBeTruthy();
  publish(stateOf({ version: 2 }));
  expect(await screen.findByRole('radio', { name: 'All 2' })).toBeTruthy();
});

it('Enter in the search selects the first run that matches, and the next one opens it', async () => {
  const { opened } = show(() => [runOf(0), runOf(1)], stateOf());
  await grid();
  const user = userEvent.setup();
  await user.type(screen.getByRole('searchbox', { name: 'Search runs' }), 'run-1');
  await waitFor(async () => expect(rowsOf(await grid())).toHaveLength(1));
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Thread name 1' });
  await user.keyboard('{Enter}');
  expect(opened).toEqual(['thread-1 run-1']);
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
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(watches()).toBe(2));
  publish(stateOf({ runs: 0, version: 2 }));
  expect(await screen.findByText('No runs yet')).toBeTruthy();
});

it('a server that had no runs and answers no more is not said to have none', async () => {
  const problem = toWireError(new AppError('unreachable', 'Lab does not answer.'));
  const { publish } = show(() => [], stateOf({ runs: 0, problem, counts: [] }));
  expect(await screen.findByText('Lab does not answer.')).toBeTruthy();
  expect(screen.getByText(/^Could not load runs/)).toBeTruthy();
  expect(screen.queryByText('No runs yet')).toBeNull();
  expect(screen.getByRole('radio', { name: 'All' })).toBeTruthy();
  publish(stateOf({ runs: 0, version: 2, counts: [] }));
  expect(await screen.findByRole('radio', { name: 'All 0' })).toBeTruthy();
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

const active = (index: number): IndexedRun => runOf(index, { status: 'running', durationMs: null });
const bar = () => screen.findByRole('group', { name: 'Selected runs' });
const chosenRows = (table: HTMLElement): boolean[] =>
  within(table)
    .getAllByRole<HTMLInputElement>('checkbox')
    .slice(1)
    .map(({ checked }) => checked);

it('x, Shift with an arrow and Shift with a click select runs, and Escape clears the selection', async () => {
  show(() => Array.from({ length: 6 }, (_, index) => runOf(index)), stateOf({ runs: 6 }));
  const table = await grid();
  const user = userEvent.setup();
  table.focus();
  await user.keyboard('jx{Shift>}{ArrowDown}{/Shift}');
  expect(chosenRows(table)).toEqual([true, true, false, false, false, false]);
  await user.keyboard('{Shift>}');
  await user.click(within(table).getByText('Thread name 4'));
  await user.keyboard('{/Shift}');
  await waitFor(() => expect(chosenRows(table)).toEqual([true, true, true, true, true, false]));
  expect(within(await bar()).getByRole('status').textContent).toBe('5 selected');
  table.focus();
  await user.keyboard('{Escape}');
  expect(chosenRows(table)).not.toContain(true);
  expect(screen.queryByRole('group', { name: 'Selected runs' })).toBeNull();
});

it('keys reach the checkbox of the selected run and leave it for the rows, and Enter on a header sorts', async () => {
  const { opened } = show(() => [runOf(0), runOf(1), runOf(2)], stateOf({ runs: 3 }));
  const table = await grid();
  const user = userEvent.setup();
  table.focus();
  await user.keyboard('jj');
  within(table).getByRole('button', { name: 'Duration' }).focus();
  await user.tab();
  expect(document.activeElement).toBe(within(table).getByRole('checkbox', { name: 'Select Thread name 1' }));
  await user.keyboard(' ');
  expect(chosenRows(table)).toEqual([false, true, false]);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(table);
  within(table).getByRole('button', { name: 'Duration' }).focus();
  await user.keyboard('{Enter}');
  expect(opened).toEqual([]);
  expect(runOrder.getState().sortBy).toBe('durationMs');
});

it('all runs of a filter are selected at once, as many as can be, and another filter drops them', async () => {
  const runs = Array.from({ length: 6000 }, (_, index) => runOf(index));
  const { saved } = show(() => runs, stateOf({ runs: 6000 }));
  const user = userEvent.setup();
  await user.click(within(await grid()).getByRole('checkbox', { name: 'Select Thread name 0' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Select the first 5,000' }));
  await waitFor(async () =>
    expect(within(await bar()).getByRole('status').textContent).toBe('5,000 selected'),
  );
  expect(within(await bar()).queryByRole('button', { name: /^Select/ })).toBeNull();
  await user.click(within(await bar()).getByRole('button', { name: 'Add to inputs…' }));
  expect([saved[0]?.length, saved[0]?.[4999]]).toEqual([5000, 'run-4999']);
  await user.type(screen.getByRole('searchbox', { name: 'Search runs' }), 'run-599');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected runs' })).toBeNull());
});

it('says what became of each of several runs that were cancelled', async () => {
  const { called } = show(() => [active(0), active(1), runOf(2), active(3)], stateOf({ runs: 4 }));
  const user = userEvent.setup();
  await user.click(within(await grid()).getByRole('checkbox', { name: 'Select all runs' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Cancel 3 active…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel 3 runs?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel 3 runs' }));
  expect(await within(dialog).findByText('2 cancelled, 1 already ended')).toBeTruthy();
  expect(within(dialog).getByText(/Had already ended with status success/)).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull();
  const inputs = called.filter(({ method }) => method === 'serverRuns.cancel');
  expect(inputs).toHaveLength(1);
});

it('several runs are deleted once their number is typed, and those that stay are named', async () => {
  show(() => [runOf(0), runOf(1), runOf(2), runOf(3)], stateOf({ runs: 4 }));
  const user = userEvent.setup();
  await user.click(within(await grid()).getByRole('checkbox', { name: 'Select all runs' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Delete…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 4 runs?' });
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete 4 runs' });
  expect(button.disabled).toBe(true);
  await user.type(within(dialog).getByRole('textbox', { name: 'Type 4 to confirm' }), '4');
  await user.click(button);
  expect(await within(dialog).findByText('2 deleted, 1 unknown, 1 not deleted')).toBeTruthy();
  expect(within(dialog).getByText(/May have been deleted: It took longer/)).toBeTruthy();
  expect(within(dialog).getByText(/Not deleted: It is active/)).toBeTruthy();
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
  expect(within(await bar()).getByRole('status').textContent).toBe('2 selected');
});

it('a lost answer to runs that were to start again is called unknown, and they are not started twice', async () => {
  show(() => [runOf(0), runOf(1)], stateOf());
  const user = userEvent.setup();
  await user.click(within(await grid()).getByRole('checkbox', { name: 'Select all runs' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Run again…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Run 2 runs again?' });
  await user.click(within(dialog).getByRole('button', { name: 'Run again' }));
  expect(await within(dialog).findByText('2 unknown')).toBeTruthy();
  expect(
    within(dialog).getAllByText(/It is unknown whether it was started: Lab does not answer/),
  ).toHaveLength(2);
  expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('only runs that surely did not start can be started again, not those that may have', async () => {
  show(() => [runOf(0), runOf(1), runOf(2)], stateOf({ runs: 3 }));
  const user = userEvent.setup();
  await user.click(within(await grid()).getByRole('checkbox', { name: 'Select all runs' }));
  await user.click(within(await bar()).getByRole('button', { name: 'Run again…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Run 3 runs again?' });
  await user.click(within(dialog).getByRole('button', { name: 'Run again' }));
  expect(await within(dialog).findByText('1 unknown, 2 not started')).toBeTruthy();
  expect(within(dialog).getAllByText(/Not started: No thread was made/)).toHaveLength(2);
});

it('a filter is saved under a name, applied with one click, renamed and removed', async () => {
  show(() => [runOf(0, { status: 'failed' }), runOf(1)], stateOf());
  await grid();
  const user = userEvent.setup();
  expect(screen.queryByRole('button', { name: 'Save filter' })).toBeNull();
  await user.click(screen.getByText(/^Failed/));
  await user.click(screen.getByRole('button', { name: 'Save filter' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name of the filter' }), 'Failures{Enter}');
  const chip = await screen.findByRole('button', { name: 'Failures' });
  expect(chip.getAttribute('aria-pressed')).toBe('true');
  await user.click(chip);
  expect(rowsOf(await grid())).toHaveLength(2);
  await user.click(chip);
  await waitFor(async () => expect(rowsOf(await grid())).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Save filter' }));
  const name = await screen.findByRole('textbox', { name: 'Rename Failures' });
  await user.clear(name);
  await user.type(name, 'Broken{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove Broken' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Broken' })).toBeNull();
});

it('a header sorts by its column, and once more the other way', async () => {
  const { called } = show(() => [runOf(0), runOf(1)], stateOf());
  const user = userEvent.setup();
  const header = async (): Promise<HTMLElement> =>
    within(await grid()).getByRole('columnheader', { name: 'Duration' });
  expect((await header()).getAttribute('aria-sort')).toBe('none');
  await user.click(within(await header()).getByRole('button'));
  await waitFor(async () => expect((await header()).getAttribute('aria-sort')).toBe('descending'));
  await user.click(within(await header()).getByRole('button'));
  await waitFor(async () => expect((await header()).getAttribute('aria-sort')).toBe('ascending'));
  const last = called.filter(({ method }) => method === 'runIndex.list').at(-1);
  expect(last?.input).toMatchObject({ filter: { sortBy: 'durationMs', descending: false } });
  expect(within(await grid()).queryByRole('columnheader', { name: 'Tokens' })).toBeNull();
});

it('shows what runs cost once there are prices and usage', async () => {
  const models = [{ model: 'm', input: 1_000_000, cached: 0, output: 0 }];
  show(() => [runOf(0, { tokens: 1_000_000, models, source: 'studio' }), runOf(1)], stateOf(), undefined, {
    currency: '$',
    prices: [{ model: 'm', input: '1', cached: null, output: '2' }],
    savedAt: null,
  });
  const table = await grid();
  await within(table).findByRole('columnheader', { name: 'Cost' });
  expect(rowsOf(table).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/1,000,000\$1\.0000studio$/),
    expect.stringMatching(/unknown$/),
  ]);
});

const cut = (text: string, length = text.length) => ({ text, length });

it('the details begin with the whole error, and have what ran, the input and the output', async () => {
  const runs = [runOf(0, { status: 'failed', line: { kind: 'error', text: 'TypeError: no title' } })];
  show(() => runs, stateOf({ runs: 1 }), undefined, undefined, {
    error: cut('TypeError: no title\n  at publish'),
    nodes: [{ nodeId: 'publish', status: 'failed' }],
    input: cut('{"topic":"Tides"}'),
    output: cut('{"text":"' + 'x'.repeat(2000), 500_000),
    resumable: false,
  });
  await userEvent.click(within(await grid()).getByText('Thread name 0'));
  const details = within(await screen.findByRole('region', { name: 'Run' }));
  const error = within(details.getByRole('region', { name: 'Error' }));
  expect(await error.findByText(/at publish/)).toBeTruthy();
  expect(details.getByText('publish failed')).toBeTruthy();
  expect(within(details.getByRole('region', { name: 'Input' })).getByText(/"topic": "Tides"/)).toBeTruthy();
  const state = within(details.getByRole('region', { name: 'State after the run' }));
  expect(state.getByRole('button', { name: /^Show all/ })).toBeTruthy();
  expect(state.getByText(/^The first 2,009 of 500,000 characters/)).toBeTruthy();
  expect(details.getByText('only for one reader: not started as resumable')).toBeTruthy();
});

it('a question that waits is read before everything else, and an answer is shown', async () => {
  const runs = [runOf(0, { status: 'interrupted', line: { kind: 'question', text: 'Publish?' } })];
  show(() => runs, stateOf({ runs: 1 }), undefined, undefined, {
    questions: [cut('"Publish?\\nOn Monday?"')],
    answer: cut('"yes"'),
  });
  await userEvent.click(within(await grid()).getByText('Thread name 0'));
  const details = within(await screen.findByRole('region', { name: 'Run' }));
  await details.findByText(/On Monday[?]/);
  expect(within(details.getByRole('region', { name: 'Answer' })).getByText('yes')).toBeTruthy();
});

it('what could not be read of a run is said, and the rest stays', async () => {
  const problem = toWireError(new AppError('server-failed', 'The server failed.'));
  show(() => [runOf(0)], stateOf({ runs: 1 }), undefined, undefined, { input: cut('{"a":1}'), problem });
  await userEvent.click(within(await grid()).getByText('Thread name 0'));
  const details = within(await screen.findByRole('region', { name: 'Run' }));
  expect(await details.findByText('The server failed.')).toBeTruthy();
  expect(details.getByRole('region', { name: 'Input' })).toBeTruthy();
});

it('a queued run says how many come before it, and shows the queue of its thread', async () => {
  const queued = (index: number, ahead: number | null): IndexedRun =>
    runOf(index, { threadId: 't', status: 'queued', durationMs: null, ahead });
  const running = runOf(0, { threadId: 't', status: 'running', durationMs: null });
  show(() => [running, queued(1, 1), queued(2, 2), queued(3, null)], stateOf({ runs: 4 }));
  const table = await grid();
  expect(rowsOf(table).map(({ textContent }) => /after \d|scheduled/.exec(textContent)?.[0])).toEqual([
    undefined,
    'after 1',
    'after 2',
    'scheduled',
  ]);
  await userEvent.click(within(table).getByText('Thread name 2'));
  const queue = await screen.findByRole('list', { name: 'Queue of the thread' });
  expect(within(queue).getAllByRole('listitem')).toHaveLength(4);
  expect(within(queue).getByText('2 runs ahead of it')).toBeTruthy();
});

it('an empty server invites to its first run', async () => {
  const { opened } = show(() => [], stateOf({ runs: 0, counts: [], threads: 0, searchable: 0 }));
  await screen.findByText('No runs yet');
  await userEvent.click(screen.getByRole('button', { name: 'New run' }));
  expect(opened).toEqual(['new run']);
});
