import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { Experiment, ExperimentRow } from '../../shared/model/experiment.ts';
import type { ExternalCheck } from '../../shared/model/input-file.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { ExperimentDetail } from './ExperimentDetail.tsx';

afterEach(cleanup);

const target = {
  connectionId: 'c',
  serverName: 'Local',
  assistantId: 'a',
  assistantName: 'writer',
  graphId: 'writer',
  version: 1,
  isPinned: false,
};
const counts = {
  rows: 1,
  unsent: 0,
  refused: 0,
  active: 0,
  passed: 0,
  failed: 0,
  unknown: 1,
  finished: 0,
  waiting: 0,
  stopped: 0,
  changed: 0,
};
const experiment: Experiment = {
  experimentId: '11111111-2222-4333-8444-555555555555',
  name: 'Tides',
  createdAt: '2026-01-01T00:00:00.000Z',
  inputsConnectionId: 'c',
  atOnce: null,
  targets: [target],
  counts,
  sendingTo: [],
  problem: null,
  revision: 1,
};

/** The experiment over a back end where these checks were not allowed; `opened` are the experiments that it leads to. */
function show(inputsConnectionId: string | null, checks: readonly ExternalCheck[], unsent = 0) {
  const opened: string[] = [];
  let open = checks;
  const { called } = renderView(
    <ExperimentDetail
      experiment={{ ...experiment, inputsConnectionId, counts: { ...counts, unsent } }}
      onOpenThread={() => undefined}
      onRerun={(experimentId) => opened.push(experimentId)}
      renderDiff={() => null}
    />,
    {
      calls: {
        'experiments.externalChecks': async () => ({ folder: '/project', checks: [...open] }),
        'inputs.allowChecks': async () => {
          open = [];
          return {};
        },
        'experiments.resume': async () => experiment,
        'experiments.rerun': async ({ newExperimentId }) => ({
          ...experiment,
          experimentId: newExperimentId,
        }),
      },
    },
  );
  const countOf = (method: string): number => called.filter((one) => one.method === method).length;
  return { opened, countOf };
}
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

it('runs again at once if its checks reach nothing new', async () => {
  const { opened, countOf } = show('c', []);
  await press('Run again');
  await expect.poll(() => opened).toHaveLength(1);
  expect(countOf('experiments.externalChecks')).toBe(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('of a table runs again without a look for files', async () => {
  const { opened, countOf } = show(null, []);
  await press('Rerun failed');
  await expect.poll(() => opened).toHaveLength(1);
  expect(countOf('experiments.externalChecks')).toBe(0);
});

it('asks before a command that was not allowed, and runs again after the answer', async () => {
  const { opened, countOf } = show('c', [{ kind: 'command', text: '["node","new.mjs"]' }]);
  await press('Run again');
  const dialog = within(await screen.findByRole('dialog', { name: 'Run “Tides” again?' }));
  expect(await dialog.findByText('["node","new.mjs"]')).toBeTruthy();
  expect(countOf('experiments.rerun')).toBe(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Allow it' }));
  await expect.poll(() => dialog.queryByText('["node","new.mjs"]')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Run again' }));
  await expect.poll(() => opened).toHaveLength(1);
  expect([countOf('inputs.allowChecks'), countOf('experiments.rerun')]).toEqual([1, 1]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks before a conversation is sent to a simulated user on another server', async () => {
  show('c', [{ kind: 'user', text: '["Staging","customer"]' }]);
  await press('Run again');
  const asked = await screen.findByRole('group', { name: 'Checks to allow' });
  expect(asked.textContent).toContain(
    'Send conversations to an assistant on another server, which plays the person: the assistant “customer” on “Staging”',
  );
});

it('runs again without an answer too, and not at all when that is cancelled', async () => {
  const { opened, countOf } = show('c', [{ kind: 'http', text: 'http://127.0.0.1:1/' }]);
  await press('Rerun failed');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(countOf('experiments.rerun')).toBe(0);
  await press('Rerun failed');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rerun failed' }),
  );
  await expect.poll(() => opened).toHaveLength(1);
  expect(countOf('inputs.allowChecks')).toBe(0);
});

it('asks before a command of a changed file too, when rows that were not sent are sent', async () => {
  const { opened, countOf } = show('c', [{ kind: 'command', text: '["node","new.mjs"]' }], 3);
  await press('Resume');
  const dialog = within(await screen.findByRole('dialog', { name: 'Resume “Tides”?' }));
  expect(await dialog.findByText('["node","new.mjs"]')).toBeTruthy();
  expect(countOf('experiments.resume')).toBe(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
  await expect.poll(() => countOf('experiments.resume')).toBe(1);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  // The experiment is open already.
  expect(opened).toEqual([]);
});

it('sends the rows that were not sent at once if their checks reach nothing new', async () => {
  const { countOf } = show('c', [], 3);
  await press('Resume');
  await expect.poll(() => countOf('experiments.resume')).toBe(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps the row that is open when those before it leave the filter', async () => {
  const rowOf = (index: number): ExperimentRow => ({
    index,
    path: `input ${index}.json`,
    repetition: 1,
    target: 0,
    changed: null,
    threadId: 't',
    runId: 'r',
    revision: null,
    problem: null,
    result: null,
  });
  const rows = [0, 1, 2].map(rowOf);
  let ended = 0;
  const Growing = () => {
    const [revision, setRevision] = useState(1);
    const next = (): void => {
      ended = 1;
      setRevision(2);
    };
    return (
      <>
        <button onClick={next}>The first row ends</button>
        <ExperimentDetail
          experiment={{ ...experiment, counts: { ...counts, rows: 3 }, revision }}
          onOpenThread={() => undefined}
          onRerun={() => undefined}
          renderDiff={() => null}
        />
      </>
    );
  };
  renderView(<Growing />, {
    calls: {
      'experiments.rows': async ({ filter, from, limit }) => {
        const meant = filter === 'open' ? rows.slice(ended) : rows;
        return { rows: meant.slice(from, from + limit), total: meant.length };
      },
    },
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'Open' }));
  await userEvent.click(await screen.findByRole('option', { name: /input 1/ }));
  const detail = within(await screen.findByRole('region', { name: 'Row' }));
  expect(detail.getByRole('heading').textContent).toBe('input 1');
  await press('The first row ends');
  await expect.poll(() => screen.getAllByRole('option').length).toBe(2);
  expect(detail.getByRole('heading').textContent).toBe('input 1');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('input 1');
});

it('is stopped on all of its servers although one refuses, and says which did', async () => {
  const refusing = { ...target, connectionId: 'r', serverName: 'Staging' };
  const asked: string[] = [];
  renderView(
    <ExperimentDetail
      experiment={{
        ...experiment,
        counts: { ...counts, unknown: 0, active: 1 },
        targets: [refusing, target, { ...target, assistantId: 'b' }],
      }}
      onOpenThread={() => undefined}
      onRerun={() => undefined}
      renderDiff={() => null}
    />,
    {
      calls: {
        'experiments.stop': async ({ connectionId }) => {
          asked.push(connectionId);
          if (connectionId === 'r') throw new AppError('forbidden', 'Not for you.');
          return { unsent: 0, cancelled: 2, failed: 0 };
        },
      },
    },
  );
  await press('Stop…');
  await press('Stop runs');
  expect(await screen.findByText('Cancelled 2 runs.')).toBeTruthy();
  expect(asked).toEqual(['r', 'c']);
  expect((await screen.findByRole('alert')).textContent).toContain('Not stopped on Staging: Not for you.');
});

it.each([
  ['Resume', 'experiments.resume'],
  ['Run again', 'experiments.rerun'],
] as const)(
  '%s asks all of its servers although one refuses, says which did, and asks it again',
  async (label, call) => {
    const refusing = { ...target, connectionId: 'r', serverName: 'Staging' };
    const asked: string[] = [];
    const opened: string[] = [];
    let isRefused = true;
    const start = (connectionId: string): void => {
      asked.push(connectionId);
      if (connectionId === 'r' && isRefused) throw new AppError('forbidden', 'Not for you.');
    };
    const newIds = new Set<string>();
    renderView(
      <ExperimentDetail
        experiment={{
          ...experiment,
          inputsConnectionId: null,
          counts: { ...counts, unsent: 2 },
          targets: [refusing, target],
        }}
        onOpenThread={() => undefined}
        onRerun={(experimentId) => opened.push(experimentId)}
        renderDiff={() => null}
      />,
      {
        calls: {
          'experiments.resume': async ({ connectionId }) => {
            start(connectionId);
            return experiment;
          },
          'experiments.rerun': async ({ connectionId, newExperimentId }) => {
            start(connectionId);
            newIds.add(newExperimentId);
            return { ...experiment, experimentId: newExperimentId };
          },
        },
      },
    );
    await press(label);
    expect(
      await screen.findByText(`Not started on 1 of 2 servers. ${label} starts these rows there.`),
    ).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('Not started on Staging: Not for you.');
    expect([asked, opened]).toEqual([['r', 'c'], []]);
    isRefused = false;
    await press(label);
    await expect.poll(() => asked).toEqual(['r', 'c', 'r', 'c']);
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
    expect(opened).toEqual(call === 'experiments.rerun' ? [...newIds] : []);
    expect(opened).toHaveLength(call === 'experiments.rerun' ? 1 : 0);
  },
);
