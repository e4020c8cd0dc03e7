import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { InputSummary } from '../../shared/model/input-file.ts';
import { anAssistant } from '../../testing/builders.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { NewExperimentDialog } from './NewExperimentDialog.tsx';

afterEach(cleanup);

const summaryOf = (path: string, message: string | null): InputSummary => ({
  path,
  graph: 'writer',
  description: null,
  checks: 0,
  problem: message === null ? null : { message, line: 2, column: 3 },
});
const files = [
  summaryOf('tides.json', null),
  summaryOf('broken.json', 'No JSON.'),
  summaryOf('moons.json', null),
];
const assistant = anAssistant({ assistantId: 'careful', graphId: 'writer', name: 'careful' });

function show(readSummaries: () => Promise<InputSummary[]>) {
  return renderView(
    <NewExperimentDialog
      connectionId="c"
      servers={[{ connectionId: 'c', name: 'Local' }]}
      paths={files.map(({ path }) => path)}
      assistant={assistant}
      onClose={() => undefined}
      onStarted={() => undefined}
      renderChecks={() => null}
    />,
    { calls: { 'inputs.summaries': readSummaries, 'assistants.list': async () => [assistant] } },
  );
}
const choose = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('radio', { name: 'Chosen assistants' }));

it('counts only runs of inputs that can be started, on chosen assistants as on the graphs of inputs', async () => {
  const { called } = show(async () => files);
  expect(await screen.findByRole('button', { name: 'Start 2 runs' })).toBeTruthy();
  await choose();
  const warning = within(screen.getByRole('alert'));
  expect(warning.getByText('1 input can’t be started:')).toBeTruthy();
  expect(warning.getByText('broken: Line 2, column 3: No JSON.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Start 2 runs' }));
  await expect
    .poll(() => called.find(({ method }) => method === 'experiments.start')?.input)
    .toMatchObject({ assistantId: 'careful', inputs: { paths: ['tides.json', 'moons.json'] } });
});

it('starts nothing on chosen assistants while it is unknown which inputs can be started', async () => {
  let problem: AppError | null = new AppError('internal', 'The disk failed.');
  show(() => (problem === null ? Promise.resolve(files) : Promise.reject(problem)));
  await choose();
  expect(await screen.findByText(/Could not read the inputs/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start 0 runs' }).disabled).toBe(true);
  problem = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Start 2 runs' })).toBeTruthy();
});

it('asks before it closes with a check that is being edited', async () => {
  const onClose = vi.fn<() => void>();
  renderView(
    <NewExperimentDialog
      connectionId="c"
      servers={[{ connectionId: 'c', name: 'Local' }]}
      paths={null}
      assistant={assistant}
      onClose={onClose}
      onStarted={() => undefined}
      renderChecks={(_checks, _onChange, onUnsaved) => (
        <button type="button" onClick={() => onUnsaved(true)}>
          Edit a check
        </button>
      )}
    />,
    { calls: { 'assistants.list': async () => [assistant] } },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Edit a check' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
