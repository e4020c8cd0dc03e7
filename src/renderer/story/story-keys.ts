import {
  asExpandable,
  type CheckpointEntry,
  type ExecutionEntry,
  type ExpandableEntry,
  type StoryEntry,
  type TurnEntry,
} from './story-entries.ts';

export type StoryKeyAction =
  | { readonly select: CheckpointEntry | ExecutionEntry }
  | { readonly toggle: ExpandableEntry | TurnEntry };

/**
 * The action of a key in the tree: another selection, or a turn or a subgraph to expand or collapse. `selected`: the row of the
 * selected checkpoint, or of the selected execution of an import, which has no checkpoints; or the collapsed turn that it is in.
 * `null` for none.
 */
export function storyKeyAction(
  key: string,
  entries: readonly StoryEntry[],
  selected: number,
): StoryKeyAction | null {
  const entry = entries[selected];
  const kind = entries.some((one) => one.kind === 'checkpoint') ? 'checkpoint' : 'execution';
  const canBeSelected = (one: StoryEntry): one is CheckpointEntry | ExecutionEntry => one.kind === kind;
  const selectEntry = (one: StoryEntry | undefined) => (one && canBeSelected(one) ? { select: one } : null);
  switch (key) {
    case 'ArrowDown':
      return selectEntry(entries.slice(selected + 1).find(canBeSelected));
    case 'ArrowUp':
      return selectEntry(entries.slice(0, selected).findLast(canBeSelected));
    case 'Home':
      return selectEntry(entries.find(canBeSelected));
    case 'End':
      return selectEntry(entries.findLast(canBeSelected));
    case 'ArrowRight': {
      if (entry?.kind === 'turn') return entry.open ? null : { toggle: entry };
      const expandable = expandableAt(entries, selected);
      if (expandable === null) return null;
      return expandable.open
        ? selectEntry(entries.slice(entries.indexOf(expandable) + 1).find(canBeSelected))
        : { toggle: expandable };
    }
    case 'ArrowLeft': {
      if (entry === undefined || !canBeSelected(entry)) return null;
      const expandable = expandableAt(entries, selected);
      if (expandable?.open) return { toggle: expandable };
      const entriesAbove = entries.slice(0, selected);
      if (entry.depth > 0)
        return selectEntry(entriesAbove.findLast((one) => canBeSelected(one) && one.depth < entry.depth));
      const turn = entriesAbove.findLast((one) => one.kind === 'turn');
      return turn === undefined ? null : { toggle: turn };
    }
    default:
      return null;
  }
}

/** The row itself, or that of what ran from its checkpoint. */
function expandableAt(entries: readonly StoryEntry[], selected: number): ExpandableEntry | null {
  const entry = entries[selected];
  const next = entries[selected + 1];
  return (
    asExpandable(entry) ??
    (entry?.kind === 'checkpoint' && next?.kind === 'outcome' ? asExpandable(next) : null)
  );
}
