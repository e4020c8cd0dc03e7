import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { HTMLAttributes, MouseEvent } from 'react';
import type { CheckpointFacts, CheckpointOutcome } from '../../shared/thread-record/history.ts';
import { checkpointOriginLabel } from '../shared-ui/checkpoint.ts';
import type { CheckpointEntry } from './history-entries.ts';
import { BranchLanes, type DotKind } from './BranchLanes.tsx';
import styles from './history.module.css';
import { outcomeText } from '../../shared/outcome-text.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';

interface HistoryRowProps {
  readonly id: string;
  readonly entry: CheckpointEntry;
  readonly facts: CheckpointFacts | null;
  readonly top: number;
  readonly selected: boolean;
  readonly onPick: () => void;
  readonly onToggle: () => void;
  readonly onMenu: (event: MouseEvent) => void;
  readonly drag: Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart' | 'onDragEnd'>;
}

/** The tree around the row handles the keyboard. */
export function HistoryRow(props: HistoryRowProps) {
  const { id, entry, facts, top, selected, onPick, onToggle, onMenu, drag } = props;
  const { checkpoint, lanes, depth, open, subgraphs } = entry;
  const row = lanes[depth]?.row ?? null;
  const { checkpointId, step, source } = checkpoint;
  const outcome = facts?.outcome ?? null;
  const detail = checkpointDetail(checkpoint, outcome);
  const dot = dotOf(outcome);
  return (
    <div
      id={id}
      className={clsx(
        styles.row,
        selected && styles.selected,
        row !== null && row.lane > 0 && styles.side,
        source === 'input' && depth === 0 && styles.turn,
      )}
      role="treeitem"
      aria-selected={selected}
      aria-level={depth + 1}
      {...(subgraphs.length > 0 ? { 'aria-expanded': open } : {})}
      tabIndex={-1}
      title={title(checkpoint, facts, detail.text)}
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
        {checkpointOriginLabel(source, facts)}
        {detail.text === '' ? null : (
          <span className={styles.detail} data-kind={detail.kind} data-status={dot}>
            {detail.text}
          </span>
        )}
        {row?.broken ? (
          <span
            className={styles.broken}
            title="The server has no older checkpoints: they were pruned or never stored."
          >
            older checkpoints pruned
          </span>
        ) : null}
      </span>
      <span className={styles.step}>{step === null ? '' : `step ${step}`}</span>
    </div>
  );
}

function dotOf(outcome: CheckpointFacts['outcome']): DotKind {
  if (outcome?.status === 'failed') return 'failed';
  return outcome?.status === 'interrupted' ? 'waiting' : 'plain';
}

function title(
  { checkpointId, createdAt }: CheckpointEntry['checkpoint'],
  facts: CheckpointFacts | null,
  detail: string,
): string {
  return [
    detail === '' ? null : detail,
    checkpointId,
    createdAt === null ? null : `${new Date(createdAt).toLocaleString()} (${createdAt})`,
    facts?.runId == null ? null : `Run ${facts.runId}`,
    facts?.hasUnnamedWriters === true
      ? 'Another graph has run on this thread since, and the server no longer names all nodes of this step.'
      : null,
  ]
    .filter((line) => line !== null)
    .join('\n');
}

interface CheckpointDetail {
  readonly kind: 'input' | 'outcome' | 'keys';
  readonly text: string;
}

export function checkpointDetail(
  { inputLine, changedKeys }: Pick<CheckpointSummary, 'inputLine' | 'changedKeys'>,
  outcome: CheckpointOutcome | null,
): CheckpointDetail {
  if (inputLine !== undefined) return { kind: 'input', text: inputLine };
  const keys = (changedKeys ?? []).join(', ');
  if (outcome === null || (outcome.status === 'finished' && keys !== '')) return { kind: 'keys', text: keys };
  return { kind: 'outcome', text: outcomeText(outcome) };
}
