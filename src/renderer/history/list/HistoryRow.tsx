import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { HTMLAttributes, MouseEvent } from 'react';
import { checkpointChangeLabel, checkpointTitle } from './checkpoint-labels.ts';
import type { CheckpointEntry } from './history-entries.ts';
import { BranchLanes } from './BranchLanes.tsx';
import styles from '../history.module.css';

interface HistoryRowProps {
  readonly id: string;
  readonly entry: CheckpointEntry;
  readonly top: number;
  readonly selected: boolean;
  /** Whether the checkpoint has a child. */
  readonly continued: boolean;
  readonly onPick: () => void;
  readonly onToggle: () => void;
  readonly onMenu: (event: MouseEvent) => void;
  /** Makes it draggable. */
  readonly drag: Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart' | 'onDragEnd'>;
}

/** The tree around the row handles the keyboard. */
export function HistoryRow(props: HistoryRowProps) {
  const { id, entry, top, selected, continued, onPick, onToggle, onMenu, drag } = props;
  const { checkpoint, lanes, depth, open, subgraphs } = entry;
  const row = lanes[depth]?.row ?? null;
  const { checkpointId, step, createdAt, interrupts, failed } = checkpoint;
  const dot = failed ? 'failed' : interrupts > 0 && !continued ? 'waiting' : 'plain';
  const change = checkpointChangeLabel(checkpoint, continued);
  return (
    <div
      id={id}
      className={clsx(styles.row, selected && styles.selected, row !== null && row.lane > 0 && styles.side)}
      role="treeitem"
      aria-selected={selected}
      aria-level={depth + 1}
      {...(subgraphs.length > 0 ? { 'aria-expanded': open } : {})}
      tabIndex={-1}
      title={title(checkpointId, createdAt)}
      data-testid="checkpoint-row"
      data-checkpoint={checkpointId}
      data-lane={row?.lane}
      data-depth={depth}
      style={{ top }}
      onClick={onPick}
      onContextMenu={onMenu}
      {...drag}
    >
      <BranchLanes lanes={lanes} dot={dot} selected={selected} />
      <span className={styles.title}>
        {subgraphs.length === 0 ? null : (
          <span
            className={styles.toggle}
            data-testid="open-subgraphs"
            title={open ? 'Collapse subgraph checkpoints' : 'Expand subgraph checkpoints'}
            aria-hidden
            onClick={(event) => {
              event.stopPropagation();
              onToggle();
            }}
          >
            {open ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
          </span>
        )}
        {checkpointTitle(checkpoint)}
        {change === '' ? null : <span className={styles.change}>{change}</span>}
        {row?.broken ? (
          <span
            className={styles.broken}
            title="The server has no older checkpoints: they were pruned or never stored."
          >
            older checkpoints pruned
          </span>
        ) : null}
      </span>
      <span className={styles.step}>{step === null ? '' : `#${step}`}</span>
    </div>
  );
}

function title(checkpointId: string, createdAt: string | null): string {
  return createdAt === null
    ? checkpointId
    : `${checkpointId}\n${new Date(createdAt).toLocaleString()} (${createdAt})`;
}
