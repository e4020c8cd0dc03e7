import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExperimentRowState } from '../../shared/model/experiment.ts';
import { createExperimentJournal, type ExperimentJournal } from './experiment-journal.ts';

let folder = '';
let warnings: string[] = [];
let journal: ExperimentJournal;
const experimentId = randomUUID();
const fileOf = (): string => join(folder, 'experiments', `${experimentId}.jsonl`);

const target = {
  connectionId: 'c',
  serverName: 'Local',
  assistantId: 'a',
  assistantName: 'writer',
  graphId: 'writer',
  version: 1,
  isPinned: false,
};
const part = { target, paths: ['tides.json', 'moon.json'], settings: null };
const runOf = (runId: string): ExperimentRowState => ({
  threadId: 't',
  runId,
  revision: null,
  problem: null,
  result: null,
});

const open = (): ExperimentJournal =>
  createExperimentJournal(folder, (message) => warnings.push(message), { retryMs: 20 });

// A folder in its place can't be written, also by the user that may write everything.
async function block(): Promise<void> {
  await rename(fileOf(), `${fileOf()}.away`);
  await mkdir(fileOf());
}
async function unblock(): Promise<void> {
  await rm(fileOf(), { recursive: true });
  await rename(`${fileOf()}.away`, fileOf());
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'experiment-journal-'));
  warnings = [];
  journal = open();
  const head = { experimentId, name: 'Tides', createdAt: '2026-01-01T00:00:00.000Z', atOnce: null };
  await journal.create(
    { head: { ...head, inputsConnectionId: 'c', checks: [] }, parts: [part], states: new Map() },
    null,
  );
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true, force: true });
});

it('changes that can not be written are reported, and written once they can be', async () => {
  await block();
  journal.change(experimentId, 0, runOf('first'));
  await expect
    .poll(() => journal.problemOf(experimentId))
    .toMatch(/^The latest results could not be saved: there is a folder in its place\./);
  journal.change(experimentId, 0, runOf('second'));
  journal.change(experimentId, 1, runOf('third'));
  await unblock();
  await expect.poll(() => journal.problemOf(experimentId)).toBeNull();
  expect(warnings).toHaveLength(1);
  const { experiments } = await open().load();
  expect(experiments.map(({ states }) => states)).toEqual([
    new Map([
      [0, runOf('second')],
      [1, runOf('third')],
    ]),
  ]);
});

it('changes that can not be written until it is closed are said to be lost', async () => {
  await block();
  journal.change(experimentId, 0, runOf('first'));
  journal.change(experimentId, 1, runOf('second'));
  await journal.close();
  expect(warnings).toEqual([`The state of 2 rows of experiment ${experimentId} was not saved: EISDIR.`]);
});

it('rows that can not be written are refused, and say why', async () => {
  await block();
  await expect(journal.addPart(experimentId, part)).rejects.toMatchObject({
    code: 'storage',
    message: 'The experiment could not be saved: there is a folder in its place.',
  });
});

it('inputs that can not be read now are not said to be gone', async () => {
  await mkdir(join(folder, 'experiments', `${experimentId}.inputs.json`));
  await expect(journal.readInputs(experimentId)).rejects.toThrow('could not be read');
  await expect(journal.readInputs(randomUUID())).rejects.toThrow('are gone from the disk');
});
