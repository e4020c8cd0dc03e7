import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { AlignedExecution, Comparison, SideFacts } from '../../shared/model/comparison.ts';
import { unknownFacts } from '../../services/comparisons/side-content.ts';
import { renderView, type RenderedApp, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { clearTray, compareBoth } from '../shared-ui/compare-tray.ts';
import { runTrayEntry } from '../shared-ui/tray-entries.ts';
import { CompareView } from './CompareView.tsx';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
  clearTray();
});

function entry(runId: string) {
  return runTrayEntry('run', {
    connectionId: 'demo',
    threadId: 't',
    runId,
    number: 1,
    threadName: null,
    createdAt: null,
  });
}

const facts: SideFacts = { ...unknownFacts, name: 'Plan', graphId: 'g', assistantId: 'a', status: 'success' };

function step(node: string, mark: AlignedExecution['mark']): AlignedExecution {
  return {
    node,
    path: [],
    visit: 1,
    left: null,
    right: null,
    mark,
    inputEqual: null,
    outputEqual: null,
    moved: false,
  };
}

type Calls = NonNullable<TestHandlers['calls']>;

function show(read: Calls['compare.read'], right = entry('two'), list?: Calls['runs.list']): void {
  compareBoth(entry('one'), right);
  app = renderView(
    <CompareView
      serverName={() => 'Demo'}
      choices={[]}
      onOpen={() => undefined}
      renderGraph={({ selectedNodeId }) => <p>graph at {selectedNodeId ?? 'no node'}</p>}
      renderDiff={() => null}
      renderTree={() => null}
    />,
    { calls: { ...(read && { 'compare.read': read }), ...(list && { 'runs.list': list }) } },
  );
}

const comparison: Comparison = {
  left: facts,
  right: { ...facts, incomplete: 'Not all checkpoints of the run could be read.' },
  parts: [],
  executions: {
    rows: [step('plan', 'same'), step('write', 'other-output'), step('end', 'unknown')],
    nodes: [],
    isCut: true,
  },
};

it('the comparison says what could not be read of a side, and that more ran than is listed', async () => {
  show(async () => comparison);
  expect(await screen.findByText('Not all checkpoints of the run could be read.')).toBeTruthy();
  expect(screen.getByText(/More steps ran than are listed/)).toBeTruthy();
  expect(screen.getByText('1 of 3 differ, 1 unknown')).toBeTruthy();
  expect(screen.queryByText('No differences')).toBeNull();
});

it('the comparison finds no difference where the rest is unknown, and says that both sides are the same thing', async () => {
  show(
    async () => ({
      ...comparison,
      right: { ...facts, remark: 'Its state was edited between its runs.' },
      executions: { rows: [step('plan', 'same'), step('end', 'unknown')], nodes: [], isCut: false },
    }),
    entry('one'),
  );
  expect(await screen.findByText('no known difference, 1 unknown')).toBeTruthy();
  expect(screen.getByText(/Both sides are the same item\./)).toBeTruthy();
  expect(screen.getByText('Its state was edited between its runs.')).toBeTruthy();
  const onlyDifferent = screen.getAllByRole('switch', { name: 'Only different' })[0];
  if (onlyDifferent) await userEvent.click(onlyDifferent);
  expect(screen.getByText('No step is known to differ. Some steps are unknown.')).toBeTruthy();
});

it('shows only the steps that differ, and the next one on the canvas', async () => {
  show(async () => comparison);
  await screen.findByText('graph at no node');
  const onlyDifferent = screen.getAllByRole('switch', { name: 'Only different' })[0];
  if (onlyDifferent) await userEvent.click(onlyDifferent);
  expect(screen.getAllByTestId('aligned-step').map((row) => row.dataset['mark'])).toEqual(['other-output']);
  await userEvent.click(screen.getByRole('button', { name: 'Next difference' }));
  expect(screen.getByText('graph at write')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next difference' }).disabled).toBe(true);
});

it('says why two sides could not be compared, and tries again', async () => {
  let reads = 0;
  show(async () => {
    reads += 1;
    if (reads > 1) return comparison;
    throw new AppError('not-found', 'The server has no such run.');
  });
  expect(await screen.findByText(/The server has no such run/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('graph at no node')).toBeTruthy();
});

const listedRun = {
  runId: 'two',
  threadId: 't',
  assistantId: 'a',
  createdAt: null,
  durationMs: null,
  hasLog: false,
  joinedLate: false,
  origin: { kind: 'input', checkpointId: null },
} as const;

it('reads both sides again once a compared run has ended, and not without end', async () => {
  const goesOn = 'It has not ended.';
  const running = { ...comparison, right: { ...facts, status: 'running' as const, incomplete: goesOn } };
  let reads = 0;
  let lists = 0;
  show(
    async () => {
      reads += 1;
      return reads === 1 ? running : comparison;
    },
    entry('two'),
    async () => {
      lists += 1;
      return [
        // It says nothing of the run that is compared.
        { ...listedRun, runId: 'later', status: 'pending' },
        { ...listedRun, status: lists === 1 ? 'running' : 'success' },
      ];
    },
  );
  await screen.findByText(goesOn);
  await screen.findByText('Not all checkpoints of the run could be read.');
  expect([reads, lists]).toEqual([2, 2]);
  expect(screen.queryByText(goesOn)).toBeNull();
});

it('reads both sides only once more for a server that calls a side busy without a run', async () => {
  let reads = 0;
  let lists = 0;
  const busy = { ...comparison, right: { ...facts, status: 'busy' as const } };
  show(
    async () => {
      reads += 1;
      return busy;
    },
    entry('two'),
    async () => {
      lists += 1;
      return [];
    },
  );
  await expect.poll(() => lists).toBeGreaterThan(3);
  expect(reads).toBe(2);
});
