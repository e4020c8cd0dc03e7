import type { FrameList } from '../model/frame-list.ts';

// A frame must match every criterion that is not `null`.
export interface EventListFilter {
  readonly mode: string | null;
  // Node names, outermost first; the empty string is the root graph.
  readonly namespace: string | null;
}

export type EventCount = readonly [name: string, count: number];

// The stream modes and namespaces of a log, in the order of their first frames.
export interface EventCounts {
  readonly modes: readonly EventCount[];
  readonly namespaces: readonly EventCount[];
}

export function countEvents(frames: Pick<FrameList, 'names'>): EventCounts {
  const modes = new Map<string, number>();
  const positions = new Map<string, number>();
  for (const { mode, namespace, count } of frames.names) {
    const label = namespaceLabel(namespace);
    modes.set(mode, (modes.get(mode) ?? 0) + count);
    positions.set(label, (positions.get(label) ?? 0) + count);
  }
  return { modes: [...modes], namespaces: [...positions] };
}

// Finds matching frames. Incremental: when the log grows, only new frames are checked.
export function createFilterIndex(frames: FrameList, filter: EventListFilter): () => readonly number[] {
  const rows: number[] = [];
  const isMatch = eventMatcher(frames, filter);
  let upTo = 0;
  return () => {
    for (; upTo < frames.length; upTo += 1) if (isMatch(upTo)) rows.push(upTo);
    return rows;
  };
}

export function eventMatcher(
  frames: FrameList,
  { mode, namespace }: EventListFilter,
): (seq: number) => boolean {
  const results: boolean[] = [];
  return (seq) => {
    const index = frames.nameAt(seq);
    const name = frames.names[index];
    if (!name) return false;
    return (results[index] ??=
      (mode === null || name.mode === mode) &&
      (namespace === null || namespaceLabel(name.namespace) === namespace));
  };
}

export function namespaceLabel(namespace: readonly string[]): string {
  return namespace.map(nameOnly).join(' › ');
}

function nameOnly(level: string): string {
  const colon = level.lastIndexOf(':');
  return colon < 0 ? level : level.slice(0, colon);
}
