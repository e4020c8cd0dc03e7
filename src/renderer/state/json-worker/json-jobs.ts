import {
  diffIndexed,
  indexText,
  type JsonDifference,
  type IndexedText,
} from '../../../exact-json/diff/diff.ts';
import { formatJson } from '../../../exact-json/scan/format.ts';
import { buildIndex, type StructuralIndex } from '../../../exact-json/structural-index/structural-index.ts';
import { searchJson } from '../../../exact-json/structural-index/search.ts';
import { analyzeEdit, type EditAnalysis } from '../update/analyze-edit.ts';

/** Work on JSON texts whose time grows with the text. Above a size it is done in a worker (row J-9). */
export type JsonJob =
  | { readonly kind: 'outline'; readonly text: string }
  /** For the next search. */
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
  readonly outline: StructuralIndex;
  readonly prepare: null;
  readonly search: Int32Array;
  readonly diff: readonly JsonDifference[];
  readonly edit: EditAnalysis;
  readonly format: string;
}

export type JobOf<K extends JsonJob['kind']> = Extract<JsonJob, { readonly kind: K }>;

/** Does a job. `outlines` keeps what was found of texts that come again. Throws `JsonSyntaxError`. */
export function runJob(job: JsonJob, outlines: StructuralIndexCache): JsonResults[JsonJob['kind']] {
  switch (job.kind) {
    case 'outline':
      return outlines.of(job.text);
    case 'prepare':
      outlines.of(job.text);
      return null;
    case 'search':
      return searchJson(job.text, outlines.of(job.text), job.query);
    case 'diff':
      return diffKnown(job.before, job.after, outlines);
    case 'edit': {
      const { before, after } = job;
      return analyzeEdit(before, after, (a, b) => diffKnown(a, b, outlines));
    }
    case 'format':
      return formatJson(job.text);
  }
}

function diffKnown(before: string, after: string, outlines: StructuralIndexCache): JsonDifference[] {
  if (before === after) return [];
  const compact = (text: string): IndexedText => {
    const outline = outlines.of(text);
    return outline.compact ? { text, outline } : indexText(text);
  };
  return diffIndexed(compact(before), compact(after));
}

/** Outlines of the last texts: a search after opening, a diff after two states, need them again. */
export class StructuralIndexCache {
  readonly #kept = new Map<string, StructuralIndex>();
  readonly #most: number;

  constructor(most = 3) {
    this.#most = most;
  }

  of(text: string): StructuralIndex {
    const known = this.#kept.get(text) ?? buildIndex(text);
    this.#kept.delete(text);
    this.#kept.set(text, known);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }
}
