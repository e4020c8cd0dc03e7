import type { ComparePart, SideFacts } from '../../shared/model/comparison.ts';
import { asAppError } from '../common/server-errors.ts';
import type { SideExecutions } from './align-executions.ts';

// A part of a side. `text: null` and known: there is none.
export interface SideText {
  readonly text: string | null;
  readonly isKnown: boolean;
  readonly note: string | null;
}

export interface SideContent {
  readonly facts: SideFacts;
  readonly parts: ReadonlyMap<ComparePart, SideText>;
  // `null`: this kind has none, or they are unknown.
  readonly executions: SideExecutions | null;
}

export const unknownFacts: SideFacts = {
  name: null,
  graphId: null,
  assistantId: null,
  assistantVersion: null,
  status: null,
  statusText: null,
  startedAt: null,
  durationMs: null,
  durationBound: null,
  tokens: null,
  cost: null,
  exactCost: null,
  errorText: null,
  codeVersion: null,
  checkpointId: null,
  incomplete: null,
  remark: null,
};

export function knownText(text: string | null, note: string | null = null): SideText {
  return { text: text === null || text === 'null' ? null : text, isKnown: true, note };
}

export function unknownText(note: string): SideText {
  return { text: null, isKnown: false, note };
}

export type Attempt<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: string };

// What can't be read is unknown: it does not make the rest fail. An abort does.
export async function attempt<T>(work: Promise<T>, signal: AbortSignal): Promise<Attempt<T>> {
  try {
    return { value: await work, problem: null };
  } catch (error) {
    signal.throwIfAborted();
    return { value: null, problem: asAppError(error).message };
  }
}

// Several reasons as one text; `null` without any.
export function joinSentences(sentences: readonly (string | null)[]): string | null {
  const present = [...new Set(sentences.filter((one) => one !== null))];
  return present.length === 0 ? null : present.join(' ');
}
