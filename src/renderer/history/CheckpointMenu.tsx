import { FilePlus2, GitCompare, Play, SquareFunction } from 'lucide-react';
import type { Execution } from '../../shared/model/thread-record.ts';
import type { CheckpointFacts } from '../../shared/thread-record/history.ts';
import { CompareItem } from '../shared-ui/CompareItem.tsx';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import { CopyLinkItem } from '../shared-ui/CopyLinkItem.tsx';
import { useSelectionLink } from '../shared-ui/copy-link.ts';
import { CopyIdItem } from '../ui/popups/CopyIdItem.tsx';
import { MenuItem, MenuSeparator } from '../ui/popups/Menu.tsx';
import type { CheckpointEntry } from './history-entries.ts';

export type CompareWith = 'parent' | 'latest' | `at ${string}`;

export interface CheckpointActions {
  readonly onRunFrom: (entry: CheckpointEntry) => void;
  readonly readOnly: string | null;
  readonly onCompare: (entry: CheckpointEntry, other: CompareWith) => void;
  readonly onAddInput: (entry: CheckpointEntry) => void;
  readonly trayEntryOf: (entry: CheckpointEntry) => TrayEntry;
  readonly factsOf: (entry: CheckpointEntry) => CheckpointFacts | null;
  readonly onWriter: (execution: Execution) => void;
}

// Writers that are listed; a superstep may have hundreds.
const maxWriters = 5;

interface CheckpointMenuProps extends CheckpointActions {
  readonly entry: CheckpointEntry;
  /** The selected checkpoint, if it is another one of the same history. */
  readonly picked: CheckpointEntry | null;
}

export function CheckpointMenu({
  entry,
  picked,
  onRunFrom,
  readOnly,
  onCompare,
  onAddInput,
  trayEntryOf,
  factsOf,
  onWriter,
}: CheckpointMenuProps) {
  const { checkpoint, depth } = entry;
  const { checkpointId, next, parentId } = checkpoint;
  const writers = new Map(factsOf(entry)?.made.map((execution) => [execution.name, execution]));
  const pickedId = picked?.checkpoint.checkpointId;
  const base = useSelectionLink();
  return (
    <>
      <MenuItem
        icon={<Play size={14} />}
        disabled={readOnly !== null || (depth === 0 && next.length === 0)}
        detail={
          readOnly ??
          (depth > 0
            ? 'Runs on a copy of the parent checkpoint'
            : next.length === 0
              ? 'No next node at this checkpoint'
              : undefined)
        }
        onSelect={() => onRunFrom(entry)}
      >
        Run from here
      </MenuItem>
      <MenuItem
        icon={<FilePlus2 size={14} />}
        disabled={depth > 0}
        detail={depth > 0 ? 'Servers start no run inside a subgraph' : undefined}
        onSelect={() => onAddInput(entry)}
      >
        Add to inputs…
      </MenuItem>
      {[...writers].slice(0, maxWriters).map(([name, execution]) => (
        <MenuItem key={name} icon={<SquareFunction size={14} />} onSelect={() => onWriter(execution)}>
          Show what {name} did
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<GitCompare size={14} />}
        disabled={parentId === null}
        onSelect={() => onCompare(entry, 'parent')}
      >
        Compare with previous checkpoint
      </MenuItem>
      <MenuItem icon={<GitCompare size={14} />} onSelect={() => onCompare(entry, 'latest')}>
        Compare with latest checkpoint
      </MenuItem>
      {pickedId === undefined ? null : (
        <MenuItem icon={<GitCompare size={14} />} onSelect={() => onCompare(entry, `at ${pickedId}`)}>
          Compare with selected checkpoint
        </MenuItem>
      )}
      <CompareItem entry={trayEntryOf(entry)} command="compare.checkpoint" />
      <MenuSeparator />
      <CopyIdItem what="checkpoint" id={checkpointId} />
      {/* A link names a checkpoint of the thread itself, not one of a subgraph. */}
      <CopyLinkItem link={base && depth === 0 ? { ...base, checkpointId } : null} />
    </>
  );
}
