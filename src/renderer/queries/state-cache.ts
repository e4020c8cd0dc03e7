import type { Query, QueryClient } from '@tanstack/react-query';
import type { ThreadState } from '../../shared/model/threads/thread.ts';
import { chunkBytes, chunkText, joinChunks, type TextChunk, type ChunkedText } from './chunked-text.ts';

/** A state as it is kept: its values in pieces that it shares with its neighbours, and everything else. */
export interface PackedState {
  readonly facts: Omit<ThreadState, 'valuesText'>;
  readonly values: ChunkedText;
}

/** What all states that nobody looks at may take together, in bytes. */
const mostBytes = 48_000_000;

/** States whose whole text is in use somewhere. */
const whole = new WeakMap<PackedState, WeakRef<ThreadState>>();

/** Packs a state; `like` are the values of one that it resembles. */
export function packState(state: ThreadState, like: ChunkedText): PackedState {
  const { valuesText, ...facts } = state;
  const packed = { facts, values: chunkText(valuesText, like) };
  whole.set(packed, new WeakRef(state));
  return packed;
}

/** The state that was packed; the same object as long as anyone holds it. */
export function unpackState(packed: PackedState): ThreadState {
  const there = whole.get(packed)?.deref();
  if (there) return there;
  const state = { ...packed.facts, valuesText: joinChunks(packed.values) };
  whole.set(packed, new WeakRef(state));
  return state;
}

/** The values of the state that was read last in this part of the cache. */
export function latestChunks(queries: QueryClient, queryKey: readonly unknown[]): ChunkedText {
  const [latest] = packedQueries(queries, queryKey);
  return latest?.state.data?.values ?? [];
}

/** Lets go of states that nobody looks at, those read longest ago first, until the rest is small enough. */
export function evictStates(queries: QueryClient, most: number = mostBytes): void {
  const counted = new Set<TextChunk>();
  let bytes = 0;
  for (const query of packedQueries(queries, ['server'])) {
    for (const piece of query.state.data?.values ?? []) {
      // The list of pieces takes room too.
      bytes += 8;
      if (counted.has(piece)) continue;
      counted.add(piece);
      bytes += chunkBytes(piece);
    }
    if (bytes > most && !query.isActive()) queries.getQueryCache().remove(query);
  }
}

/** Queries that hold packed states, the one that was read last first. */
function packedQueries(queries: QueryClient, queryKey: readonly unknown[]) {
  return queries
    .getQueryCache()
    .findAll({ queryKey, predicate: ({ state }) => isPackedState(state.data) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt) as Query<PackedState>[];
}

/** Whether what a query holds is a packed state. */
export function isPackedState(data: unknown): data is PackedState {
  return typeof data === 'object' && data !== null && 'facts' in data && 'values' in data;
}
