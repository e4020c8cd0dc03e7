import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { buildCheckpoint } from '../../testing/renderer/checkpoint-builder.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { recordedCheckpoint, recordedExecution, threadRecord } from '../../testing/thread-records.ts';
import { StoryPane } from './StoryPane.tsx';

afterEach(cleanup);

const pane = (
  <StoryPane
    connectionId="c"
    threadId="t"
    selected={{ checkpointId: null, inner: null }}
    onSelect={() => undefined}
    onRunFrom={() => undefined}
    onCompare={() => undefined}
    onNode={() => undefined}
    onPin={null}
    action={null}
    questions={[]}
    pause={null}
    answersOf={() => []}
    staleReason={() => null}
    questionLines={[]}
    renderQuestion={() => null}
  />
);

it('counts the checkpoints that match a filter, not the rows below them', async () => {
  const record = threadRecord({
    checkpoints: [recordedCheckpoint('c0', null), recordedCheckpoint('c1', 'c0')],
    executions: [recordedExecution('write', 'c0', 'c1')],
  });
  const history = [
    buildCheckpoint({
      checkpointId: 'c1',
      parentId: 'c0',
      subgraphs: [{ nodeId: 'sub', checkpointNs: 'sub:1' }],
    }),
    buildCheckpoint({ checkpointId: 'c0', parentId: null }),
  ];
  const inner = [buildCheckpoint({ checkpointId: 'i0', parentId: null })];
  renderView(pane, {
    calls: {
      'threads.history': async ({ checkpointNs }) => ({
        checkpoints: checkpointNs === undefined ? history : inner,
        before: null,
      }),
    },
    streams: {
      'threads.record': async function* () {
        yield { kind: 'snapshot', record };
      },
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Filter checkpoints' }));
  await user.click(await screen.findByRole('button', { name: 'Node: Any' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'write' }));
  const counted = '1 of 2 loaded checkpoints were written by write.';
  const summary = await screen.findByText(counted);
  fireEvent.click(await screen.findByTestId('open-subgraphs'));
  await expect.poll(() => screen.getAllByTestId('checkpoint-row').length).toBe(2);
  expect(summary.textContent).toBe(counted);
});

it('says that a thread can not be read any more until it is read again', async () => {
  const record = threadRecord({ checkpoints: [recordedCheckpoint('c0', null)] });
  let readAgain = (): void => undefined;
  const isReadAgain = new Promise<void>((resolve) => (readAgain = resolve));
  const problem = toWireError(new AppError('server-failed', 'The server reported an internal error.'));
  renderView(pane, {
    calls: {
      'threads.history': async () => ({
        checkpoints: [buildCheckpoint({ checkpointId: 'c0' })],
        before: null,
      }),
    },
    streams: {
      'threads.record': async function* () {
        yield { kind: 'snapshot', record };
        yield { kind: 'stale', problem };
        await isReadAgain;
        yield { kind: 'stale', problem: null };
        await new Promise(() => undefined);
      },
    },
  });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain(
    'Could not refresh what ran on the thread: The server reported an internal error.',
  );
  expect(screen.getByTestId('checkpoint-row')).toBeDefined();
  readAgain();
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
});

it('says where the slider begins if the branch has older checkpoints that are not loaded', async () => {
  const steps = ['c0', 'c1', 'c2', 'c3'];
  const record = threadRecord({
    checkpoints: steps.map((id, step) => recordedCheckpoint(id, steps[step - 1] ?? null, { step })),
  });
  const summaries = steps.map((checkpointId, step) =>
    buildCheckpoint({ checkpointId, parentId: steps[step - 1] ?? null, step }),
  );
  renderView(pane, {
    calls: {
      // The list reads on by itself; the older page does not come.
      'threads.history': ({ before }) =>
        before === null
          ? Promise.resolve({ checkpoints: summaries.slice(2).toReversed(), before: 'c2' })
          : new Promise(() => undefined),
    },
    streams: {
      'threads.record': async function* () {
        yield { kind: 'snapshot', record };
        await new Promise(() => undefined);
      },
    },
  });
  const slider = await screen.findByRole('slider', { name: 'Checkpoint of this branch' });
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('step 3 of 3, loaded from step 2');
  expect(screen.getByText('from 2')).toBeTruthy();
});
