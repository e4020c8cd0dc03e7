import {
  buildIndex,
  diffIndexed,
  formatJson,
  indexText,
  searchJson,
  type IndexedText,
  type JsonDifference,
  type StructuralIndex,
} from 'exact-json';
import { analyzeEdit, type EditAnalysis } from './edit/analyze-edit.ts';

// Jobs whose time grows with the JSON text. Above a size limit they run in a worker.
export type JsonJob =
  | { readonly kind: 'structuralIndex'; readonly text: string }
  /** Prepares the next search. */
  | { readonly kind: 'prepare'; readonly text: string }
  | { readonly kind: 'search'; readonly text: string; readonly query: string }
  | { readonly kind: 'diff'; readonly before: string; readonly after: string }
  | {
      readonly kind: 'edit';
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'format'; readonly text: string };

export interface JsonResults {
  readonly structuralIndex: StructuralIndex;
  readonly prepare: null;
  readonly search: Int32Array;
  readonly diff: readonly JsonDifference[];
  readonly edit: EditAnalysis;
  readonly format: string;
}

export type JobOf<K extends JsonJob['kind']> = Extract<JsonJob, { readonly kind: K }>;

// Runs a job. `indexes` caches indexes of recurring texts. Throws `JsonSyntaxError`.
export function runJob(job: JsonJob, indexes: StructuralIndexCache): JsonResults[JsonJob['kind']] {
  switch (job.kind) {
    case 'structuralIndex':
      return indexes.of(job.text);
    case 'prepare':
      indexes.of(job.text);
      return null;
    case 'search':
      return searchJson(job.text, indexes.of(job.text), job.query);
    case 'diff':
      return diffKnown(job.before, job.after, indexes);
    case 'edit': {
      const { before, after } = job;
      return analyzeEdit(before, after, (a, b) => diffKnown(a, b, indexes));
    }
    case 'format':
      return formatJson(job.text);
  }
}

function diffKnown(before: string, after: string, indexes: StructuralIndexCache): JsonDifference[] {
  if (before === after) return [];
  const compact = (text: string): IndexedText => {
    const structuralIndex = indexes.of(text);
    return structuralIndex.compact ? { text, structuralIndex } : indexText(text);
  };
  return diffIndexed(compact(before), compact(after));
}

// The indexes of recent texts, for a search after opening or a diff of two states.
export class StructuralIndexCache {
  readonly #indexes = new Map<string, StructuralIndex>();
  readonly #maxIndexes: number;

  constructor(limit = 3) {
    this.#maxIndexes = limit;
  }

  of(text: string): StructuralIndex {
    const structuralIndex = this.#indexes.get(text) ?? buildIndex(text);
    this.#indexes.delete(text);
    this.#indexes.set(text, structuralIndex);
    const oldest = this.#indexes.keys().next().value;
    if (this.#indexes.size > this.#maxIndexes && oldest !== undefined) this.#indexes.delete(oldest);
    return structuralIndex;
  }
}
