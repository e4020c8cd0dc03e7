import type { Check } from './check.ts';

export const inputVersion = 1;

export type InputStart =
  | { readonly kind: 'input'; readonly inputText: string }
  /** A LangGraph command: `goto`, `update`, `resume`. */
  | { readonly kind: 'command'; readonly commandText: string }
  /** Continues from `state`. */
  | { readonly kind: 'continue' };

/**
 * An input as its file says it (`docs/inputs.md`). Texts are JSON verbatim, so that numbers stay exact.
 *
 * - `graph`: The graph and the assistant (by id) that it was saved from, or is meant for.
 * - `state`: A state that the thread gets first, as if a node had written it.
 * - `stopAfter`: Nodes after which the run stops.
 * - `referenceText`: What a good result is: for readers, and for checks with a score. Runs do not get it.
 * - `user`: An assistant that plays the person, so that the run is the first turn of a conversation.
 * - `langsmith`: The example of a LangSmith dataset that it was imported from.
 */
export interface SavedInput {
  readonly description: string | null;
  readonly graph: string | null;
  readonly assistant: string | null;
  readonly start: InputStart;
  readonly state: { readonly valuesText: string; readonly asNode: string } | null;
  readonly configText: string | null;
  readonly contextText: string | null;
  readonly stopAfter: readonly string[];
  readonly checks: readonly Check[];
  readonly referenceText: string | null;
  readonly user: SimulatedUser | null;
  readonly langsmith: LangsmithExample | null;
}

/**
 * - `server`: Name or address of a saved server; `null`: the one that runs the input.
 * - `assistant`: By id or name of its graph.
 * - `turns`: How many turns there are at most, with the first.
 * - `messages`: The key of the messages in the state of the run.
 */
export interface SimulatedUser {
  readonly server: string | null;
  readonly assistant: string;
  readonly turns: number;
  readonly messages: string;
}

export const maxTurns = 50;
export const defaultUser = { turns: 5, messages: 'messages' } as const;

/**
 * `project`: the LangSmith project that the server is asked to trace the runs to, as runs of this example; `null`: it
 * is not asked.
 */
export interface LangsmithExample {
  readonly exampleId: string;
  readonly project: string | null;
}

/** An input with nothing but how it starts. */
export const plainInput: Omit<SavedInput, 'start'> = {
  description: null,
  graph: null,
  assistant: null,
  state: null,
  configText: null,
  contextText: null,
  stopAfter: [],
  checks: [],
  referenceText: null,
  user: null,
  langsmith: null,
};

// Why a file is no input, and where. Lines and columns count from 1.
interface InputProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type ParsedInput =
  | { readonly input: SavedInput; readonly problem: null }
  | { readonly input: null; readonly problem: InputProblem };
