import type { CheckpointEntry, HistoryEntry } from './history-entries.ts';

/**
 * The action of a key in the tree: another selection, or a subgraph to expand or collapse. `null` for none.
 */
export function historyKeyAction(
  key: string,
  entries: readonly HistoryEntry[],
  selected: number,
): { readonly select: CheckpointEntry } | { readonly toggle: CheckpointEntry } | null {
  const historyEntry = entries[selected];
  const to = (entry: HistoryEntry | undefined) => (entry?.kind === 'checkpoint' ? { select: entry } : null);
  const isCheckpoint = (entry: HistoryEntry): boolean => entry.kind === 'checkpoint';
  switch (key) {
    case 'ArrowDown':
      return to(entries.slice(selected + 1).find(isCheckpoint));
    case 'ArrowUp':
      return to(entries.slice(0, selected).findLast(isCheckpoint));
    case 'Home':
      return to(entries.find(isCheckpoint));
    case 'End':
      return to(entries.findLast(isCheckpoint));
    case 'ArrowRight':
      if (historyEntry?.kind !== 'checkpoint' || historyEntry.subgraphs.length === 0) return null;
      return historyEntry.open ? to(entries[selected + 1]) : { toggle: historyEntry };
    case 'ArrowLeft': {
      if (historyEntry?.kind !== 'checkpoint') return null;
      if (historyEntry.open) return { toggle: historyEntry };
      return historyEntry.depth === 0
        ? null
        : to(entries.slice(0, selected).findLast(({ depth }) => depth < historyEntry.depth));
    }
    default:
      return null;
  }
}
