import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { lanesBelow, type LaneRow } from './lanes.ts';
import type { InnerHistory } from './queries.ts';

/** A line of the list: a checkpoint of the thread or of a subgraph, or a note under one. */
export type Entry = CheckpointEntry | NoteEntry;

export interface CheckpointEntry {
  readonly kind: 'checkpoint';
  readonly key: string;
  readonly checkpoint: CheckpointSummary;
  /** How many subgraphs it lies in. */
  readonly depth: number;
  /** The namespace of its history; empty for the thread's own. */
  readonly checkpointNs: string;
  /** Checkpoint of the thread itself under which it is listed (itself at depth 0). */
  readonly rootId: string;
  /** The lanes at depth 0; below, those that only pass. */
  readonly row: LaneRow | null;
  readonly passing: readonly number[];
  /** Namespaces of the subgraphs that it opens; empty when there is nothing to open. */
  readonly subgraphs: readonly string[];
  readonly open: boolean;
}

export interface NoteEntry {
  readonly kind: 'note';
  readonly key: string;
  readonly depth: number;
  readonly passing: readonly number[];
  readonly text: string;
  readonly error: unknown;
}

/** What tells a checkpoint from those of other namespaces. */
export function entryKey(checkpointNs: string, checkpointId: string): string {
  return checkpointNs === '' ? checkpointId : `${checkpointNs} ${checkpointId}`;
}

/** The lines of the list: the thread's checkpoints, each with the open histories of its subgraphs under it. */
export function listEntries(
  checkpoints: readonly CheckpointSummary[],
  rows: readonly LaneRow[],
  opened: ReadonlySet<string>,
  inner: ReadonlyMap<string, InnerHistory>,
): Entry[] {
  const entries: Entry[] = [];

  const add = (checkpoint: CheckpointSummary, row: LaneRow | null, place: Place): void => {
    const { depth, checkpointNs, passing } = place;
    const key = entryKey(checkpointNs, checkpoint.checkpointId);
    const subgraphs = (checkpoint.subgraphs ?? []).map((one) => one.checkpointNs);
    const rootId = place.rootId ?? checkpoint.checkpointId;
    const open = subgraphs.length > 0 && opened.has(key);
    entries.push({
      kind: 'checkpoint',
      key,
      checkpoint,
      depth,
      checkpointNs,
      rootId,
      row,
      passing,
      subgraphs,
      open,
    });
    if (!open) return;
    const below = row === null ? passing : lanesBelow(row);
    for (const ns of subgraphs) addInner(ns, { depth: depth + 1, checkpointNs: ns, rootId, passing: below });
  };

  const addInner = (ns: string, place: Place): void => {
    const history = inner.get(ns);
    const note = (text: string, error: unknown = null): void => {
      const { depth, passing } = place;
      entries.push({ kind: 'note', key: `${ns} ${text}`, depth, passing, text, error });
    };
    if (history?.checkpoints) {
      for (const checkpoint of history.checkpoints) add(checkpoint, null, place);
      if (history.checkpoints.length === 0) note('The server has no checkpoints of this subgraph');
      if (history.more) note('Older ones of this subgraph are not shown');
    } else if (history?.error) note('The subgraph could not be read', history.error);
    else note('Reading the subgraph…');
  };

  checkpoints.forEach((checkpoint, index) => {
    add(checkpoint, rows[index] ?? null, { depth: 0, checkpointNs: '', rootId: null, passing: [] });
  });
  return entries;
}

interface Place {
  readonly depth: number;
  readonly checkpointNs: string;
  readonly rootId: string | null;
  readonly passing: readonly number[];
}
