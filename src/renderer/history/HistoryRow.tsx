import { clsx } from 'clsx';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { changeOf, writerOf } from './describe.ts';
import { Lanes } from './Lanes.tsx';
import type { LaneRow } from './lanes.ts';
import styles from './history.module.css';

interface HistoryRowProps {
  readonly id: string;
  readonly checkpoint: CheckpointSummary;
  readonly row: LaneRow;
  readonly width: number;
  readonly top: number;
  readonly selected: boolean;
  /** Another checkpoint was written on top of it. */
  readonly continued: boolean;
  readonly onPick: () => void;
}

/** One checkpoint: what wrote it, what changed, its step. The list box around it handles the keyboard. */
export function HistoryRow(props: HistoryRowProps) {
  const { id, checkpoint, row, width, top, selected, continued, onPick } = props;
  const { checkpointId, step, createdAt, interrupts, failed } = checkpoint;
  const dot = failed ? 'failed' : interrupts > 0 && !continued ? 'waiting' : 'plain';
  const change = changeOf(checkpoint, continued);
  return (
    <div
      id={id}
      className={clsx(styles.row, selected && styles.selected, row.lane > 0 && styles.side)}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      title={title(checkpointId, createdAt)}
      data-testid="checkpoint-row"
      data-checkpoint={checkpointId}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onPick}
    >
      <Lanes row={row} width={width} dot={dot} selected={selected} />
      <span className={styles.what}>
        {writerOf(checkpoint)}
        {change === '' ? null : <span className={styles.change}>{change}</span>}
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
