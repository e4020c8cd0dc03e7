import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { laneCount, lanesBelow, assignLanes, type LaneRow } from './assign-lanes.ts';
import type { SubgraphHistory } from './queries.ts';

/** A row of the list: a checkpoint of the thread or of a subgraph, or a note below one. */
export type HistoryEntry = CheckpointEntry | NoteEntry;

export interface CheckpointEntry {
  readonly kind: 'checkpoint';
  readonly key: string;
  readonly checkpoint: CheckpointSummary;
  readonly depth: number;
  readonly checkpointNs: string;
  /** The checkpoint of the thread under which it is listed (itself at depth 0). */
  readonly rootId: string;
  readonly lanes: EntryLanes;
  /** Namespaces of the subgraphs that it can expand. */
  readonly subgraphs: readonly string[];
  readonly open: boolean;
}

export interface NoteEntry {
  readonly kind: 'note';
  readonly key: string;
  readonly depth: number;
  readonly lanes: EntryLanes;
  readonly text: string;
  readonly error: unknown;
}

/** Lanes per level, from the thread's history down to the entry's own. */
export type EntryLanes = readonly LevelLanes[];

export interface LevelLanes {
  /** The entry's own row in its history; `null` on the levels above it and for notes. */
  readonly row: LaneRow | null;
  /** Lanes of this level that pass through, where it has no row of its own. */
  readonly passing: readonly number[];
  readonly count: number;
}

export function entryKey(checkpointNs: string, checkpointId: string): string {
  return checkpointNs === '' ? checkpointId : `${checkpointNs} ${checkpointId}`;
}

/** The thread's checkpoints, each followed by the expanded histories of its subgraphs. */
export function listEntries(
  checkpoints: readonly CheckpointSummary[],
  rows: readonly LaneRow[],
  opened: ReadonlySet<string>,
  inner: ReadonlyMap<string, SubgraphHistory>,
): HistoryEntry[] {
  const entries: HistoryEntry[] = [];

  const add = (checkpoint: CheckpointSummary, levelLanes: LevelLanes, position: LanePosition): void => {
    const { depth, checkpointNs, above } = position;
    const key = entryKey(checkpointNs, checkpoint.checkpointId);
    // A server may list a subgraph within itself, without an end.
    const subgraphs = (checkpoint.subgraphs ?? [])
      .map((one) => one.checkpointNs)
      .filter((ns) => !position.namespaces.has(ns));
    const rootId = position.rootId ?? checkpoint.checkpointId;
    const open = subgraphs.length > 0 && opened.has(key);
    const lanes = [...above, levelLanes];
    entries.push({
      kind: 'checkpoint',
      key,
      checkpoint,
      depth,
      checkpointNs,
      rootId,
      lanes,
      subgraphs,
      open,
    });
    if (!open) return;
    const passing = levelLanes.row === null ? levelLanes.passing : lanesBelow(levelLanes.row);
    const below = [...above, { ...levelLanes, row: null, passing }];
    for (const ns of subgraphs) {
      const namespaces = new Set([...position.namespaces, ns]);
      addInner(ns, { depth: depth + 1, checkpointNs: ns, rootId, above: below, namespaces });
    }
  };

  const addInner = (ns: string, position: LanePosition): void => {
    const history = inner.get(ns);
    const note = (text: string, error: unknown = null): void => {
      const { depth, above } = position;
      entries.push({ kind: 'note', key: `${ns} ${text}`, depth, lanes: above, text, error });
    };
    if (history?.checkpoints) {
      const laneRows = assignLanes(history.checkpoints, !history.more);
      const count = laneCount(laneRows);
      history.checkpoints.forEach((checkpoint, index) => {
        add(checkpoint, { row: laneRows[index] ?? null, passing: [], count }, position);
      });
      if (history.checkpoints.length === 0) note('No checkpoints of this subgraph');
      if (history.more) note('Older checkpoints of this subgraph are not shown');
    } else if (history?.error) note('Could not load the subgraph', history.error);
    else note('Loading the subgraph…');
  };

  const count = laneCount(rows);
  checkpoints.forEach((checkpoint, index) => {
    const position = { depth: 0, checkpointNs: '', rootId: null, above: [], namespaces: new Set<string>() };
    add(checkpoint, { row: rows[index] ?? null, passing: [], count }, position);
  });
  return entries;
}

interface LanePosition {
  readonly depth: number;
  readonly checkpointNs: string;
  readonly rootId: string | null;
  readonly above: EntryLanes;
  /** Namespaces of the subgraph and of all around it. */
  readonly namespaces: ReadonlySet<string>;
}

interface Wanted {
  readonly rootId: string;
  readonly checkpointNs: string;
  readonly checkpointId: string;
}

/**
 * The entry to expand next to reveal a subgraph's checkpoint. `null` if the checkpoint is in the list, can't
 * be revealed, or the next level is still loading.
 */
export function nextEntryToExpand(wanted: Wanted, entries: readonly HistoryEntry[]): CheckpointEntry | null {
  const own = entryKey(wanted.checkpointNs, wanted.checkpointId);
  if (entries.some(({ key }) => key === own)) return null;
  const leads = (ns: string): boolean =>
    ns === wanted.checkpointNs || wanted.checkpointNs.startsWith(`${ns}|`);
  const closed = entries.find(
    (entry) =>
      entry.kind === 'checkpoint' &&
      entry.rootId === wanted.rootId &&
      !entry.open &&
      entry.subgraphs.some(leads),
  );
  return closed?.kind === 'checkpoint' ? closed : null;
}
