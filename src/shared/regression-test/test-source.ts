import type { SavedInput } from '../inputs/saved-input.ts';

/** The address in a test of a server without a lasting one, such as the demo server: that of `langgraph dev`. */
export const usualServerUrl = 'http://127.0.0.1:2024';

/** What a test is written from. */
export interface TestSource {
  /** What the test is called, such as the path of its input. */
  readonly name: string;
  readonly input: SavedInput;
  /** The assistant, by id or by the name of its graph. */
  readonly assistantId: string;
  readonly graphId: string;
  /** The address of the server, used unless the environment names another. */
  readonly url: string;
}

/** A test file. `notes`: what of the input it does not do, as sentences. */
export interface WrittenTest {
  readonly text: string;
  readonly notes: readonly string[];
}

/** A function of a test, and those that it calls. */
export interface TestHelper {
  readonly name: string;
  readonly code: string;
}

/** The helpers that some code calls, and those that they call, in the order of the list. */
export function usedHelpers(code: string, helpers: readonly TestHelper[]): readonly TestHelper[] {
  const used = new Set<TestHelper>();
  const look = (text: string): void => {
    for (const helper of helpers) {
      if (used.has(helper) || !new RegExp(`\\b${helper.name}\\(`).test(text)) continue;
      used.add(helper);
      look(helper.code);
    }
  };
  look(code);
  return helpers.filter((helper) => used.has(helper));
}

/** Notes on what no test can do. */
export function commonNotes({ input }: TestSource): string[] {
  return input.checks.some(({ kind }) => kind === 'cost')
    ? ['The cost is not asserted: only the studio knows your prices.']
    : [];
}
