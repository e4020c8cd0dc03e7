import type { SavedInput } from '../inputs/saved-input.ts';

/** The address in a test of a server without a lasting one, such as the demo server: that of `langgraph dev`. */
export const defaultServerUrl = 'http://127.0.0.1:2024';

// - `assistantId`: The assistant, by id or by the name of its graph.
// - `url`: The address of the server, used unless the environment names another.
export interface TestSource {
  readonly name: string;
  readonly input: SavedInput;
  readonly assistantId: string;
  readonly graphId: string;
  readonly url: string;
}

export interface WrittenTest {
  readonly text: string;
  readonly notes: readonly string[];
}

// A function of a test. `uses`: those that it calls.
export interface TestHelper {
  readonly name: string;
  readonly uses?: readonly string[];
  readonly code: string;
}

export interface UsedHelpers {
  // Notes that the test calls it, and returns its name.
  use(name: string): string;
  has(name: string): boolean;
  // In the order of the list.
  all(): readonly TestHelper[];
}

// Notes which helpers a test calls. Its code is not searched: texts in it may look like calls.
export function createUsedHelpers(helpers: readonly TestHelper[]): UsedHelpers {
  const used = new Set<string>();
  const use = (name: string): string => {
    const helper = helpers.find((one) => one.name === name);
    if (helper === undefined) throw new Error(`There is no helper ${name}.`);
    if (!used.has(name)) {
      used.add(name);
      for (const other of helper.uses ?? []) use(other);
    }
    return name;
  };
  return { use, has: (name) => used.has(name), all: () => helpers.filter(({ name }) => used.has(name)) };
}

export function commonNotes({ input }: TestSource): string[] {
  return [
    ...(input.checks.some(({ kind }) => kind === 'cost')
      ? ['The cost is not asserted: only the studio knows your prices.']
      : []),
    ...(input.user === null ? [] : ['Only the first turn runs: the test has no simulated user.']),
  ];
}
