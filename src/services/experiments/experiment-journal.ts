import pLimit from 'p-limit';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import {
  CheckResult,
  CheckScore,
  ExperimentResult,
  ExperimentRowState,
  ExperimentTarget,
} from '../../shared/model/experiment.ts';
import { errorCodeOf, realFileSystem, writeAtomic } from '../storage/atomic-write.ts';
import { systemErrorReason } from '../storage/system-error-reason.ts';
import { VersionSettings } from './version-settings.ts';
import { parseJson } from '../../shared/parse-json.ts';

export const ExperimentHead = z.strictObject({
  experimentId: z.uuid(),
  name: z.string(),
  createdAt: z.string(),
  // `null`: inputs without files, which are kept beside the journal.
  inputsConnectionId: z.string().nullable(),
  atOnce: z.int().min(1).nullable(),
  // Of inputs without files, each as a file has it. Older versions had none.
  checks: z.array(z.string()).default([]),
});
export type ExperimentHead = z.infer<typeof ExperimentHead>;

// Defaults for members that older versions did not write.
const StoredTarget = ExperimentTarget.extend({ isPinned: z.boolean().default(false) });
const StoredState = ExperimentRowState.extend({
  result: ExperimentResult.extend({
    ending: ExperimentResult.shape.ending.default(null),
    checks: z.array(CheckResult.extend({ score: CheckScore.nullable().default(null) })),
  }).nullable(),
});

// A line of the file: the head, once; the rows of a target; what is known of a row from now on.
const format = 'remote-graph-studio/experiment';
const version = 2;
const Line = z.union([
  z.strictObject({ format: z.literal(format), version: z.int(), head: ExperimentHead }),
  z.strictObject({
    target: StoredTarget,
    paths: z.array(z.string()),
    settings: VersionSettings.nullable().default(null),
  }),
  z.strictObject({ row: z.int().nonnegative(), state: StoredState }),
]);

// The rows on one assistant. `settings`: those of the version that was chosen; `null`: it runs with its latest.
export interface StoredTargetRows {
  readonly target: ExperimentTarget;
  readonly paths: readonly string[];
  readonly settings: VersionSettings | null;
}

export interface StoredExperiment {
  readonly head: ExperimentHead;
  readonly parts: readonly StoredTargetRows[];
  // By index of the row; rows without a state are unsent.
  readonly states: ReadonlyMap<number, ExperimentRowState>;
}

// The file of an experiment that can't be read now. `reason`: the end of a sentence.
export interface UnreadExperiment {
  readonly experimentId: string;
  readonly reason: string;
}

export interface LoadedJournal {
  readonly experiments: readonly StoredExperiment[];
  readonly unread: readonly UnreadExperiment[];
}

// Experiments on disk, one file each, readable by their owner only: a line per change, so that one of
// thousands of rows is never rewritten. A line that can't be read, such as one that a crash cut off, is skipped: its
// row is as the line before said.
export interface ExperimentJournal {
  // All that can be read, in any order, and what can't be read now. Rejects if the folder can't be listed.
  load(): Promise<LoadedJournal>;
  // Tries what could not be read again. What was removed meanwhile is in neither.
  loadAgain(unread: readonly UnreadExperiment[]): Promise<LoadedJournal>;
  // `inputs`: those without files, JSON. Rejects if it can't be written; then there is no journal.
  create(experiment: StoredExperiment, inputs: readonly string[] | null): Promise<void>;
  readInputs(experimentId: string): Promise<readonly string[]>;
  addPart(experimentId: string, part: StoredTargetRows): Promise<void>;
  // Written soon, together with other changes.
  change(experimentId: string, row: number, state: ExperimentRowState): void;
  remove(experimentId: string): Promise<void>;
  // Resolves once all changes are on disk, or can't be written.
  flush(): Promise<void>;
}

const writeDelayMs = 200;

export function createExperimentJournal(
  dataFolder: string,
  warn: (message: string) => void,
): ExperimentJournal {
  const folder = join(dataFolder, 'experiments');
  const pathOf = (experimentId: string): string => join(folder, `${experimentId}.jsonl`);
  const inputsPathOf = (experimentId: string): string => join(folder, `${experimentId}.inputs.json`);
  const pending = new Map<string, Map<number, ExperimentRowState>>();
  let timer: NodeJS.Timeout | null = null;
  const inTurn = pLimit(1);

  // `null`: it is gone, or no experiment of this version.
  const read = async (name: string): Promise<StoredExperiment | null> => {
    let text: string;
    try {
      text = await readFile(join(folder, name), 'utf8');
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return null;
      throw error;
    }
    const stored = await parseLines(text);
    if (stored !== null && name === `${stored.head.experimentId}.jsonl`) return stored;
    warn(`${name} is no experiment of this version, and is left alone.`);
    return null;
  };
  const readEach = async (experimentIds: readonly string[], isRetry: boolean): Promise<LoadedJournal> => {
    const experiments: StoredExperiment[] = [];
    const unread: UnreadExperiment[] = [];
    for (const experimentId of experimentIds) {
      const name = `${experimentId}.jsonl`;
      try {
        const stored = await read(name);
        if (stored !== null) experiments.push(stored);
      } catch (error) {
        if (errorCodeOf(error) === null) throw error;
        // Once, however often it is tried.
        if (!isRetry) warn(`${name} could not be read: ${errorCodeOf(error)}.`);
        unread.push({ experimentId, reason: systemErrorReason(error) });
      }
    }
    return { experiments, unread };
  };

  const append = async (experimentId: string, lines: readonly unknown[]): Promise<void> => {
    const file = await open(pathOf(experimentId), 'a', 0o600);
    try {
      // An empty line first: after a line that was cut off, the next one is whole.
      await file.writeFile(`\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, 'utf8');
    } finally {
      await file.close();
    }
  };
  const writePending = async (): Promise<void> => {
    for (const [experimentId, rows] of pending) {
      pending.delete(experimentId);
      const lines = [...rows].map(([row, state]) => ({ row, state }));
      await append(experimentId, lines).catch((error: unknown) =>
        warn(`Results of an experiment were not saved: ${errorCodeOf(error) ?? String(error)}.`),
      );
    }
  };
  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    return inTurn(writePending);
  };

  return {
    async load() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (errorCodeOf(error) === 'ENOENT') return [];
        throw new AppError(
          'storage',
          `The experiments in ${folder} could not be read: ${systemErrorReason(error)}.`,
          { hint: 'Mend the folder, then open Experiments again.' },
        );
      });
      const ending = '.jsonl';
      const experimentIds = names.flatMap((name) =>
        name.endsWith(ending) ? [name.slice(0, -ending.length)] : [],
      );
      return readEach(experimentIds, false);
    },
    loadAgain: (unread) =>
      readEach(
        unread.map(({ experimentId }) => experimentId),
        true,
      ),
    create: ({ head, parts, states }, inputs) =>
      inTurn(async () => {
        const { experimentId } = head;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        // First, so that a journal never lacks its inputs.
        if (inputs !== null)
          await writeAtomic(realFileSystem, inputsPathOf(experimentId), JSON.stringify(inputs));
        const rows = [...states].map(([row, state]) => ({ row, state }));
        const lines = [{ format, version, head }, ...parts, ...rows].map((line) => JSON.stringify(line));
        await writeAtomic(realFileSystem, pathOf(experimentId), `${lines.join('\n')}\n`);
      }),
    async readInputs(experimentId) {
      const text = await readFile(inputsPathOf(experimentId), 'utf8').catch(() => '');
      const inputs = z.array(z.string()).safeParse(parseJson(text)).data;
      if (inputs) return inputs;
      throw new AppError('storage', 'The inputs of this experiment are gone from the disk.', {
        hint: 'Start a new one.',
      });
    },
    addPart: (experimentId, part) => inTurn(() => append(experimentId, [part])),
    change(experimentId, row, state) {
      const rows = pending.get(experimentId) ?? new Map<number, ExperimentRowState>();
      rows.set(row, state);
      pending.set(experimentId, rows);
      timer ??= setTimeout(() => {
        // What can't be written has been reported.
        flush().catch(() => undefined);
      }, writeDelayMs);
    },
    remove(experimentId) {
      pending.delete(experimentId);
      return inTurn(async () => {
        await rm(pathOf(experimentId), { force: true });
        await rm(inputsPathOf(experimentId), { force: true });
      });
    },
    flush,
  };
}

async function parseLines(text: string): Promise<StoredExperiment | null> {
  let head: ExperimentHead | null = null;
  const parts: StoredTargetRows[] = [];
  const states = new Map<number, ExperimentRowState>();
  for (const [number, lineText] of text.split('\n').entries()) {
    // Thousands of lines must not block what else happens.
    if (number % 500 === 499) await new Promise((resolve) => setImmediate(resolve));
    const line = lineText === '' ? null : (Line.safeParse(parseJson(lineText)).data ?? null);
    if (line === null) continue;
    if ('head' in line) {
      if (line.version > version) return null;
      head = line.head;
    } else if ('target' in line) parts.push(line);
    else states.set(line.row, line.state);
  }
  return head === null ? null : { head, parts, states };
}
