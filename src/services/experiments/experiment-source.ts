import { compactJson } from 'exact-json';
import type { Check } from '../../shared/inputs/check.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import type { SavedInput } from '../../shared/inputs/saved-input.ts';
import { revisionOf, type InputFiles } from '../inputs/input-files.ts';

export type InputReader = (
  path: string,
) => Promise<{ readonly input: SavedInput; readonly revision: string }>;

export interface ExperimentSource {
  open(): Promise<InputReader>;
  /** The checks of an input that was sent at that revision; `null` if it has changed since. */
  checksOf(path: string, revision: string | null): Promise<readonly Check[] | null>;
  threadName(experiment: string, path: string): string;
}

export function inputsOfFiles(filesOf: () => Promise<Pick<InputFiles, 'read'>>): ExperimentSource {
  const open = async (): Promise<InputReader> => {
    const files = await filesOf();
    return async (path) => {
      const { text, revision } = await files.read(path);
      const { input, problem } = parseInput(text);
      if (input === null)
        throw new Error(`Line ${problem.line}, column ${problem.column}: ${problem.message}`);
      return { input, revision };
    };
  };
  return {
    open,
    async checksOf(path, sent) {
      try {
        const { input, revision } = await (await open())(path);
        return revision === sent ? input.checks : null;
      } catch {
        return null;
      }
    },
    threadName: (experiment, path) => `${experiment}: ${path}`,
  };
}

export function inputsOfRows(readAll: () => Promise<readonly string[]>): ExperimentSource {
  return {
    async open() {
      const inputs = await readAll();
      return async (path) => {
        const inputText = inputs[rowNumber(path) - 1];
        if (inputText === undefined) throw new Error(`There is no row ${path}.`);
        return {
          input: { ...plainInput, start: { kind: 'input', inputText } },
          revision: revisionOf(inputText),
        };
      };
    },
    checksOf: async () => [],
    threadName: (experiment, path) => `${experiment} #${rowNumber(path)}`,
  };
}

const plainInput: Omit<SavedInput, 'start'> = {
  description: null,
  graph: null,
  assistant: null,
  state: null,
  configText: null,
  contextText: null,
  stopAfter: [],
  checks: [],
};

// UTF-16 units of an input in the name of its row.
const maxNameLength = 80;

/** The names of rows without files: `#2 {"topic": "tides"}`. */
export function rowNames(inputs: readonly string[]): string[] {
  return inputs.map((input, index) => {
    const text = compactJson(input.slice(0, 4 * maxNameLength));
    return `#${index + 1} ${text.length > maxNameLength ? `${text.slice(0, maxNameLength)}…` : text}`;
  });
}

function rowNumber(name: string): number {
  return Number(/^#(\d+)/.exec(name)?.[1] ?? 0);
}
