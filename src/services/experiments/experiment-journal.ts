import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ExperimentRowState, ExperimentTarget } from '../../shared/model/inputs/experiment.ts';
import { errorCodeOf, realFileSystem, writeAtomic } from '../storage/atomic-write.ts';

/** What a table was started with. */
export const ExperimentHead = z.strictObject({
  experimentId: z.uuid(),
  name: z.string(),
  createdAt: z.string(),
  inputsConnectionId: z.string(),
  atOnce: z.int().min(1).nullable(),
});
export type ExperimentHead = z.infer<typeof ExperimentHead>;

/** A line of the file: the head, once; the rows of a target; what is known of a row from now on. */
const format = 'remote-graph-studio/experiment';
const version = 1;
const Line = z.union([
  z.strictObject({ format: z.literal(format), version: z.int(), head: ExperimentHead }),
  z.strictObject({ target: ExperimentTarget, paths: z.array(z.string()) }),
  z.strictObject({ row: z.int().nonnegative(), state: ExperimentRowState }),
]);

export interface StoredExperiment {
  readonly head: ExperimentHead;
  readonly parts: readonly { readonly target: ExperimentTarget; readonly paths: readonly string[] }[];
  /** By index of the row; rows without a state are unsent. */
  readonly states: ReadonlyMap<number, ExperimentRowState>;
}

/**
 * Tables on disk, one file each, readable by their owner only (row D-4): a line per change, so that a table of
 * thousands of rows is never rewritten. A line that can't be read, such as one that a crash cut off, is skipped: its
 * row is as the line before said.
 */
export interface ExperimentJournal {
  /** All tables that can be read, in any order. */
  load(): Promise<StoredExperiment[]>;
  /** Rejects if it can't be written; then there is no file. */
  create(head: ExperimentHead): Promise<void>;
  addPart(experimentId: string, target: ExperimentTarget, paths: readonly string[]): Promise<void>;
  /** Written soon, together with other changes. */
  change(experimentId: string, row: number, state: ExperimentRowState): void;
  remove(experimentId: string): Promise<void>;
  /** Resolves once all changes are on disk, or can't be written. */
  flush(): Promise<void>;
}

const writeDelayMs = 200;

export function createExperimentJournal(
  dataFolder: string,
  warn: (message: string) => void,
): ExperimentJournal {
  const folder = join(dataFolder, 'experiments');
  const pathOf = (experimentId: string): string => join(folder, `${experimentId}.jsonl`);
  const pending = new Map<string, Map<number, ExperimentRowState>>();
  let timer: NodeJS.Timeout | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = queue.then(task);
    queue = done.catch(() => undefined);
    return done;
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
      await append(experimentId, lines).catch((thrown: unknown) =>
        warn(`Results of an experiment were not saved: ${errorCodeOf(thrown) ?? String(thrown)}.`),
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
      const names = await readdir(folder).catch(() => []);
      const found: StoredExperiment[] = [];
      for (const name of names.filter((one) => one.endsWith('.jsonl'))) {
        const text = await readFile(join(folder, name), 'utf8').catch((thrown: unknown) => {
          warn(`${name} could not be read: ${errorCodeOf(thrown) ?? String(thrown)}.`);
          return '';
        });
        const stored = await parseLines(text);
        if (stored !== null && name === `${stored.head.experimentId}.jsonl`) found.push(stored);
        else warn(`${name} is no experiment of this version, and is left alone.`);
      }
      return found;
    },
    create: (head) =>
      inTurn(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeAtomic(
          realFileSystem,
          pathOf(head.experimentId),
          `${JSON.stringify({ format, version, head })}\n`,
        );
      }),
    addPart: (experimentId, target, paths) => inTurn(() => append(experimentId, [{ target, paths }])),
    change(experimentId, row, state) {
      const rows = pending.get(experimentId) ?? new Map<number, ExperimentRowState>();
      rows.set(row, state);
      pending.set(experimentId, rows);
      timer ??= setTimeout(() => void flush(), writeDelayMs);
    },
    remove(experimentId) {
      pending.delete(experimentId);
      return inTurn(() => rm(pathOf(experimentId), { force: true }));
    },
    flush,
  };
}

async function parseLines(text: string): Promise<StoredExperiment | null> {
  let head: ExperimentHead | null = null;
  const parts: StoredExperiment['parts'][number][] = [];
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
