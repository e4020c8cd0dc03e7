import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { RecordRow } from './checkpoint-row.ts';

// Checkpoints of a namespace, newest first; `namespace: null` is the root graph.
export interface LevelRows {
  readonly namespace: string | null;
  readonly rows: readonly RecordRow[];
}

// Newest checkpoints of a parent that are compared.
const maxCandidates = 20;

// The checkpoint that a fork copied. A copy gets the parent of the original, so they are siblings: of those
// made by a run, the one with the same tasks, the newest if there are several.
export function originalOf(fork: RecordRow, rows: readonly RecordRow[]): RecordRow | null {
  if (fork.source !== 'fork') return null;
  const siblings = rows.filter(({ source, parentId }) => source === 'loop' && parentId === fork.parentId);
  return siblings.slice(0, maxCandidates).find((row) => hasSameNext(row, fork)) ?? null;
}

// Subgraphs with a copied state, and what led to it, as their own histories begin with it. Of the original
// subgraph's checkpoints about to run the same nodes, the oldest counts: what ran before it ran in any case.
export function copiedSubgraphs(levels: readonly LevelRows[]): ThreadRecord['copies'] {
  const byNamespace = new Map(levels.map((level) => [level.namespace, level.rows]));
  const copies: ThreadRecord['copies'] = [];
  const visited = new Set<string>();
  const addCopies = (copy: RecordRow, original: RecordRow): void => {
    for (const { namespace, of: originalNamespace } of sameTasks(copy, original)) {
      if (visited.has(namespace)) continue;
      visited.add(namespace);
      const written = writtenFirst(byNamespace.get(namespace) ?? []);
      if (written === null) continue;
      const source = (byNamespace.get(originalNamespace) ?? []).findLast((row) => hasSameNext(row, written));
      if (source === undefined || source.checkpointId === null) continue;
      copies.push({ namespace, of: { namespace: originalNamespace, checkpointId: source.checkpointId } });
      addCopies(written, source);
    }
  };
  const root = byNamespace.get(null) ?? [];
  for (const row of root) {
    const original = originalOf(row, root);
    if (original !== null) addCopies(row, original);
  }
  return copies;
}

// Tasks of a copy that run a subgraph, each with the namespace of the original's same task.
function sameTasks(
  copy: RecordRow,
  original: RecordRow,
): readonly { readonly namespace: string; readonly of: string }[] {
  // Tasks of one node are matched in order. A server may list any number of them.
  const originals = new Map<string, (string | null)[]>();
  for (const { name, namespace } of original.tasks) {
    const namespaces = originals.get(name);
    if (namespaces) namespaces.push(namespace);
    else originals.set(name, [namespace]);
  }
  const counts = new Map<string, number>();
  return copy.tasks.flatMap(({ name, namespace }) => {
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    const originalNamespace = originals.get(name)?.[nth] ?? null;
    return namespace === null || originalNamespace === null || originalNamespace === namespace
      ? []
      : { namespace, of: originalNamespace };
  });
}

// The state written into a namespace before anything ran there; `null` if a run started by itself.
function writtenFirst(rows: readonly RecordRow[]): RecordRow | null {
  const oldestFirst = rows.toReversed();
  const firstRunIndex = oldestFirst.findIndex(({ source }) => source !== 'update');
  return oldestFirst[(firstRunIndex < 0 ? oldestFirst.length : firstRunIndex) - 1] ?? null;
}

function hasSameNext(a: RecordRow, b: RecordRow): boolean {
  return nextKey(a) === nextKey(b);
}

// Cached, because rows are compared with many others and a server may list any number of nodes.
const nextKeys = new WeakMap<RecordRow, string>();

function nextKey(row: RecordRow): string {
  const cached = nextKeys.get(row);
  if (cached !== undefined) return cached;
  const key = row.next.toSorted().join('\n');
  nextKeys.set(row, key);
  return key;
}
