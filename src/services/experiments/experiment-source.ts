import { compactJson } from 'exact-json';
import { isScored, type Check } from '../../shared/inputs/check.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import { plainInput, type SavedInput, type SimulatedUser } from '../../shared/inputs/saved-input.ts';
import { AppError } from '../../shared/app-error.ts';
import type { InputText } from '../../shared/model/input-file.ts';
import { revisionOf, type InputFiles } from '../inputs/input-files.ts';
import type { CheckScope } from './scores/create-scorer.ts';
import { pathLabel } from '../../shared/inputs/experiment-labels.ts';
import { truncate } from '../../shared/truncate.ts';

// - `unread`: Why this one input, which is there, can't be read now. Another try may read it.
export type InputReader = (
  path: string,
) => Promise<{ readonly input: SavedInput; readonly revision: string } | { readonly unread: AppError }>;

// - `inputText`, `referenceText`: What its run was started with, and the reference of the input, if a check needs them.
// - `conversation`: The input, whose settings each turn has, if a simulated user answers.
export interface RowChecks {
  readonly checks: readonly Check[];
  readonly inputText: string | null;
  readonly referenceText: string | null;
  readonly conversation: (SavedInput & { readonly user: SimulatedUser }) | null;
}

const withoutTexts = { inputText: null, referenceText: null };

export const noChecks: RowChecks = { checks: [], ...withoutTexts, conversation: null };

export function rowChecksOf(input: SavedInput): RowChecks {
  const { checks, start, referenceText, user } = input;
  const conversation = user === null ? null : { ...input, user };
  if (!checks.some(isScored)) return { checks, ...withoutTexts, conversation };
  return {
    checks,
    inputText: start.kind === 'input' ? start.inputText : null,
    referenceText,
    conversation,
  };
}

export interface ExperimentSource {
  // The reader throws `storage` for inputs of which none can be read, rather than one; and other errors for one that is missing,
  // or no input.
  open(): Promise<InputReader>;
  // The checks of an input that was sent at that revision; `null` if it has changed or was deleted since. Rejects if it can't be read
  // now, which may pass.
  checksOf(path: string, revision: string | null): Promise<RowChecks | null>;
  // What its checks may do; `null` for inputs without files.
  scope(): Promise<CheckScope | null>;
  threadName(experiment: string, path: string): string;
}

export function inputsOfFiles(
  filesOf: () => Promise<Pick<InputFiles, 'read' | 'list'>>,
  scope: () => Promise<CheckScope>,
): ExperimentSource {
  const open = async (): Promise<InputReader> => {
    const files = await filesOf();
    return async (path) => {
      const found = await readInput(files, path);
      return 'unread' in found ? found : { input: parsedInput(found.text), revision: found.revision };
    };
  };
  return {
    open,
    async checksOf(path, sent) {
      try {
        const found = await readInput(await filesOf(), path);
        if ('unread' in found) throw found.unread;
        return found.revision === sent ? rowChecksOf(parsedInput(found.text)) : null;
      } catch (error) {
        if (error instanceof AppError && error.code === 'not-found') return null;
        throw error;
      }
    },
    scope,
    threadName: (experiment, path) => `${experiment}: ${pathLabel(path)}`,
  };
}

// A file that is missing was deleted, unless all are missing: then their folder was moved, or its disk is away. Of one that can't
// be read, the others may be readable. Throws `storage` where none is.
async function readInput(
  files: Pick<InputFiles, 'read' | 'list'>,
  path: string,
): Promise<InputText | { readonly unread: AppError }> {
  try {
    return await files.read(path);
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'not-found';
    const isUnread = error instanceof AppError && error.code === 'storage';
    if (!isMissing && !isUnread) throw error;
    const { files: listed } = await files.list();
    if (isUnread) return { unread: error };
    if (listed.length > 0) throw error;
    throw new AppError('storage', 'The folder of the inputs has no inputs any more.', {
      hint: 'Put it back where it was.',
      cause: error,
    });
  }
}

function parsedInput(text: string): SavedInput {
  const { input, problem } = parseInput(text);
  if (input !== null) return input;
  throw new Error(`Line ${problem.line}, column ${problem.column}: ${problem.message}`);
}

// Rows of a table, all with the same checks.
export function inputsOfRows(
  readAll: () => Promise<readonly string[]>,
  checks: readonly Check[],
): ExperimentSource {
  const open = async (): Promise<InputReader> => {
    const inputs = await readAll();
    return async (path) => {
      const inputText = inputs[rowNumber(path) - 1];
      if (inputText === undefined) throw new Error(`There is no row ${path}.`);
      return {
        input: { ...plainInput, start: { kind: 'input', inputText }, checks },
        revision: revisionOf(inputText),
      };
    };
  };
  return {
    open,
    async checksOf(path) {
      if (!checks.some(isScored)) return { checks, ...withoutTexts, conversation: null };
      const found = await (await open())(path);
      if ('unread' in found) throw found.unread;
      return rowChecksOf(found.input);
    },
    scope: async () => null,
    threadName: (experiment, path) => `${experiment} #${rowNumber(path)}`,
  };
}

// UTF-16 units of an input in the name of its row.
const maxNameLength = 80;

// The names of rows without files: `#2 {"topic": "tides"}`.
export function rowNames(inputs: readonly string[]): string[] {
  return inputs.map((input, index) => {
    const text = compactJson(input.slice(0, 4 * maxNameLength));
    return `#${index + 1} ${truncate(text, maxNameLength)}`;
  });
}

function rowNumber(name: string): number {
  return Number(/^#(\d+)/.exec(name)?.[1] ?? 0);
}
