import type { FrameList } from '../frames/frame-list.ts';

/** What is shown of a log: everything that is not `null` must fit. */
export interface EventListFilter {
  readonly mode: string | null;
  /** Names of subgraphs, outermost first; the empty text is the whole graph. */
  readonly namespace: string | null;
}

export type EventCount = readonly [name: string, count: number];

/** The modes and the places that occur, in the order of their first frames. */
export interface EventCounts {
  readonly modes: readonly EventCount[];
  readonly namespaces: readonly EventCount[];
}

export function countEvents(frames: Pick<FrameList, 'names'>): EventCounts {
  const modes = new Map<string, number>();
  const places = new Map<string, number>();
  for (const { mode, namespace, count } of frames.names) {
    const place = namespaceLabel(namespace);
    modes.set(mode, (modes.get(mode) ?? 0) + count);
    places.set(place, (places.get(place) ?? 0) + count);
  }
  return { modes: [...modes], namespaces: [...places] };
}

/** Finds the frames that fit, and goes on where it was when the log grew: a million events are never gone through twice. */
export function createFilterIndex(frames: FrameList, filter: EventListFilter): () => readonly number[] {
  const rows: number[] = [];
  const fits = eventMatcher(frames, filter);
  let upTo = 0;
  return () => {
    for (; upTo < frames.length; upTo += 1) if (fits(upTo)) rows.push(upTo);
    return rows;
  };
}

/** Tells of a frame's place in the log whether it fits. */
export function eventMatcher(
  frames: FrameList,
  { mode, namespace }: EventListFilter,
): (seq: number) => boolean {
  const known: boolean[] = [];
  return (seq) => {
    const at = frames.nameAt(seq);
    const name = frames.names[at];
    if (!name) return false;
    return (known[at] ??=
      (mode === null || name.mode === mode) &&
      (namespace === null || namespaceLabel(name.namespace) === namespace));
  };
}

/** The subgraphs that a frame came from, by name. */
export function namespaceLabel(namespace: readonly string[]): string {
  return namespace.map(nameOnly).join(' › ');
}

function nameOnly(level: string): string {
  const colon = level.lastIndexOf(':');
  return colon < 0 ? level : level.slice(0, colon);
}
