import { FilePlus2, GitCompare, Pin, Play, SquareFunction } from 'lucide-react';
import type { Execution } from '../../shared/model/thread-record.ts';
import type { CheckpointFacts } from '../../shared/thread-record/history.ts';
import { CompareItem } from '../shared-ui/CompareItem.tsx';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import { CopyLinkItem } from '../shared-ui/CopyLinkItem.tsx';
import { useSelectionLink } from '../shared-ui/copy-link.ts';
import { CopyIdItem } from '../ui/popups/CopyIdItem.tsx';
import { MenuItem, MenuSeparator } from '../ui/popups/Menu.tsx';
import type { CheckpointEntry } from './story-entries.ts';

export type CompareWith = 'parent' | 'latest' | `at ${string}`;

export interface CheckpointActions {
  readonly onRunFrom: (entry: CheckpointEntry) => void;
  /** Why nothing can be run here, or added to the inputs; `null` if it can. */
  readonly readOnly: string | null;
  readonly noInput: string | null;
  readonly onCompare: (entry: CheckpointEntry, other: CompareWith) => void;
  readonly onAddInput: (entry: CheckpointEntry) => void;
  readonly trayEntryOf: (entry: CheckpointEntry) => TrayEntry;
  readonly factsOf: (entry: CheckpointEntry) => CheckpointFacts | null;
  readonly onExecution: (execution: Execution) => void;
  /** Pins what a node of the top level wrote; `null` where the graph is not known. */
  readonly onPin: ((execution: Execution) => void) | null;
}

// More are not listed; a superstep may have hundreds.
const maxExecutions = 5;

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
  noInput,
  onCompare,
  onAddInput,
  trayEntryOf,
  factsOf,
  onExecution,
  onPin,
}: CheckpointMenuProps) {
  const { checkpoint, depth } = entry;
  const { checkpointId, next, parentId } = checkpoint;
  const facts = factsOf(entry);
  const executions = new Map(
    [...(facts?.made ?? []), ...(facts?.outcome?.executions ?? [])].map((execution) => [
      execution.name,
      execution,
    ]),
  );
  const pinnable = [...executions.values()].filter(({ made }) => made === checkpointId);
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
              ? 'Nothing is left to run from this checkpoint'
              : undefined)
        }
        onSelect={() => onRunFrom(entry)}
      >
        Run from here
      </MenuItem>
      <MenuItem
        icon={<FilePlus2 size={14} />}
        disabled={noInput !== null || depth > 0}
        detail={noInput ?? (depth > 0 ? 'Servers cannot start a run inside a subgraph' : undefined)}
        onSelect={() => onAddInput(entry)}
      >
        Add to inputs…
      </MenuItem>
      {[...executions].slice(0, maxExecutions).map(([name, execution]) => (
        <MenuItem key={name} icon={<SquareFunction size={14} />} onSelect={() => onExecution(execution)}>
          Show what {name} did
        </MenuItem>
      ))}
      {onPin === null || depth > 0
        ? null
        : pinnable.slice(0, maxExecutions).map((execution) => (
            <MenuItem key={execution.name} icon={<Pin size={14} />} onSelect={() => onPin(execution)}>
              Pin the output of {execution.name}
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
