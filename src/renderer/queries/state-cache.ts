import type { Query, QueryClient } from '@tanstack/react-query';
import type { ThreadState } from '../../shared/model/thread.ts';
import { chunkBytes, chunkText, joinChunks, type TextChunk, type ChunkedText } from './chunked-text.ts';

// A stored state: its values in chunks shared with its neighbours, and everything else.
export interface PackedState {
  readonly facts: Omit<ThreadState, 'valuesText'>;
  readonly values: ChunkedText;
}

// Limit for all states that are not in use, in bytes.
const maxBytes = 48_000_000;

// States whose full text is in use.
const unpackedStates = new WeakMap<PackedState, WeakRef<ThreadState>>();

export function packState(state: ThreadState, like: ChunkedText): PackedState {
  const { valuesText, ...facts } = state;
  const packed = { facts, values: chunkText(valuesText, like) };
  unpackedStates.set(packed, new WeakRef(state));
  return packed;
}

// Returns the same object as long as anyone holds it.
export function unpackState(packed: PackedState): ThreadState {
  const cachedState = unpackedStates.get(packed)?.deref();
  if (cachedState) return cachedState;
  const state = { ...packed.facts, valuesText: joinChunks(packed.values) };
  unpackedStates.set(packed, new WeakRef(state));
  return state;
}

export function latestChunks(queryClient: QueryClient, queryKey: readonly unknown[]): ChunkedText {
  const [latest] = packedQueries(queryClient, queryKey);
  return latest?.state.data?.values ?? [];
}

// Evicts unused states, least recently read first, until the rest is below the limit.
export function evictStates(queryClient: QueryClient, limit: number = maxBytes): void {
  const countedChunks = new Set<TextChunk>();
  let bytes = 0;
  for (const query of packedQueries(queryClient, ['server'])) {
    for (const piece of query.state.data?.values ?? []) {
      // The array of chunks takes memory too.
      bytes += 8;
      if (countedChunks.has(piece)) continue;
      countedChunks.add(piece);
      bytes += chunkBytes(piece);
    }
    if (bytes > limit && !query.isActive()) queryClient.getQueryCache().remove(query);
  }
}

function packedQueries(queryClient: QueryClient, queryKey: readonly unknown[]) {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey, predicate: ({ state }) => isPackedState(state.data) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt) as Query<PackedState>[];
}

export function isPackedState(data: unknown): data is PackedState {
  return typeof data === 'object' && data !== null && 'facts' in data && 'values' in data;
}
