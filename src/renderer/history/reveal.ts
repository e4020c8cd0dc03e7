import { entryKey, type CheckpointEntry, type HistoryEntry } from './entries.ts';

/** A checkpoint of a subgraph that is to be seen in the list. */
interface Wanted {
  readonly rootId: string;
  readonly checkpointNs: string;
  readonly checkpointId: string;
}

/**
 * The entry that must be opened next so that a subgraph's checkpoint comes into the list: the checkpoint of the thread, or
 * one of a subgraph further out. `null` when it is there, when it can't come, or while the next level is being read.
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
