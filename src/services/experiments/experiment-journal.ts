import pLimit from 'p-limit';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { countOf } from '../../shared/count-of.ts';
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
  // `inputs`: those without files, JSON. Throws `storage` if it can't be written; then there is no journal.
  create(experiment: StoredExperiment, inputs: readonly string[] | null): Promise<void>;
  // Throws `storage` if they are gone, or can't be read now.
  readInputs(experimentId: string): Promise<readonly string[]>;
  // Throws `storage` if it can't be written.
  addPart(experimentId: string, part: StoredTargetRows): Promise<void>;
  // Written soon, together with other changes; again and again if that fails.
  change(experimentId: string, row: number, state: ExperimentRowState): void;
  // Why changes of an experiment are not on disk, as sentences for the user; `null` if none failed to be written.
  problemOf(experimentId: string): string | null;
  remove(experimentId: string): Promise<void>;
  // Tries once more to write all changes, then no more.
  close(): Promise<void>;
}

const writeDelayMs = 200;

export function createExperimentJournal(
  dataFolder: string,
  warn: (message: string) => void,
  // Milliseconds until changes that could not be written are tried again.
  { retryMs = 5_000 }: { readonly retryMs?: number } = {},
): ExperimentJournal {
  const folder = join(dataFolder, 'experiments');
  const pathOf = (experimentId: string): string => join(folder, `${experimentId}.jsonl`);
  const inputsPathOf = (experimentId: string): string => join(folder, `${experimentId}.inputs.json`);
  const pending = new Map<string, Map<number, ExperimentRowState>>();
  // Why the changes of an experiment could not be written: the end of a sentence.
  const unwrittenReasons = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
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
      const { size } = await file.stat();
      try {
        // An empty line first: after a line that was cut off, the next one is whole.
        await file.writeFile(`\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, 'utf8');
      } catch (error) {
        // What was written of them would take room each time that they are tried again.
        await file.truncate(size).catch(() => undefined);
        throw error;
      }
    } finally {
      await file.close();
    }
  };
  const writePending = async (): Promise<void> => {
    // Those that can't be written are pending again, and not tried twice here.
    const experimentIds = new Set(pending.keys());
    for (const experimentId of experimentIds) {
      const rows = pending.get(experimentId) ?? new Map<number, ExperimentRowState>();
      pending.delete(experimentId);
      const lines = [...rows].map(([row, state]) => ({ row, state }));
      try {
        await append(experimentId, lines);
        unwrittenReasons.delete(experimentId);
      } catch (error) {
        // What changed meanwhile is newer.
        pending.set(experimentId, new Map([...rows, ...(pending.get(experimentId) ?? [])]));
        const isFirst = !unwrittenReasons.has(experimentId);
        unwrittenReasons.set(experimentId, systemErrorReason(error));
        // Once, however often it is tried; and what is lost.
        if (isFirst || isClosed)
          warn(
            `The state of ${countOf(rows.size, 'row')} of experiment ${experimentId} was not saved: ${errorCodeOf(error) ?? String(error)}.`,
          );
      }
    }
    if (pending.size > 0) schedule();
  };
  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    return inTurn(writePending);
  };
  const schedule = (): void => {
    if (isClosed) return;
    timer ??= setTimeout(
      () => {
        // What can't be written has been reported.
        flush().catch(() => undefined);
      },
      unwrittenReasons.size === 0 ? writeDelayMs : retryMs,
    );
  };

  const written = (write: () => Promise<void>): Promise<void> =>
    inTurn(write).catch((error: unknown) => {
      if (errorCodeOf(error) === null) throw error;
      throw new AppError('storage', `The experiment could not be saved: ${systemErrorReason(error)}.`, {
        hint: 'Mend the disk, then start these rows again. None of them was started.',
        cause: error,
      });
    });

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
      written(async () => {
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
      const text = await readFile(inputsPathOf(experimentId), 'utf8').catch((error: unknown) => {
        if (errorCodeOf(error) === 'ENOENT') return '';
        throw new AppError(
          'storage',
          `The inputs of this experiment could not be read: ${systemErrorReason(error)}.`,
          { hint: 'Mend the disk, then try again.', cause: error },
        );
      });
      const inputs = z.array(z.string()).safeParse(parseJson(text)).data;
      if (inputs) return inputs;
      throw new AppError('storage', 'The inputs of this experiment are gone from the disk.', {
        hint: 'Start a new one.',
      });
    },
    addPart: (experimentId, part) => written(() => append(experimentId, [part])),
    change(experimentId, row, state) {
      const rows = pending.get(experimentId) ?? new Map<number, ExperimentRowState>();
      rows.set(row, state);
      pending.set(experimentId, rows);
      schedule();
    },
    problemOf(experimentId) {
      const reason = unwrittenReasons.get(experimentId);
      if (reason === undefined) return null;
      return `The latest results could not be saved: ${reason}. The studio tries again by itself; they are lost if it is closed before.`;
    },
    remove(experimentId) {
      return inTurn(async () => {
        pending.delete(experimentId);
        unwrittenReasons.delete(experimentId);
        await rm(pathOf(experimentId), { force: true });
        await rm(inputsPathOf(experimentId), { force: true });
      });
    },
    close() {
      isClosed = true;
      return flush();
    },
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
