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
}

/** Why a file is no input, and where. Lines and columns count from 1. */
interface InputProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type ParsedInput =
  | { readonly input: SavedInput; readonly problem: null }
  | { readonly input: null; readonly problem: InputProblem };
