import { Pin } from 'lucide-react';
import type { HTMLAttributes, MouseEvent } from 'react';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { checkpointOutcomeText } from '../../shared/outcome-text.ts';
import type { CheckpointFacts, CheckpointOutcome } from '../../shared/thread-record/history.ts';
import type { WorkedTime } from '../../shared/thread-record/worked-time.ts';
import { checkpointOriginLabel } from '../shared-ui/checkpoint.ts';
import { boundedDurationText } from '../ui/display/format.ts';
import type { DotKind } from './BranchLanes.tsx';
import { RowToggle } from './RowToggle.tsx';
import type { CheckpointEntry } from './story-entries.ts';
import { StoryRow, type RowPlace } from './StoryRow.tsx';
import styles from './story.module.css';

/** What the record of the thread says about the row of a checkpoint. */
export interface CheckpointRowFacts {
  readonly facts: CheckpointFacts;
  /** How long what made it worked; `null` if unknown. */
  readonly time: WorkedTime | null;
  /** What happened until it was made, like an answer; `null` for nothing. */
  readonly past: string | null;
  /** The node as which this studio wrote its pinned output; `null` for other checkpoints. */
  readonly pinnedAs: string | null;
}

export interface CheckpointRowProps {
  readonly place: RowPlace;
  readonly entry: CheckpointEntry;
  readonly facts: CheckpointRowFacts | null;
  readonly selected: boolean;
  readonly newest: boolean;
  readonly onPick: () => void;
  readonly onToggle: () => void;
  readonly onMenu: (event: MouseEvent) => void;
  readonly drag: Pick<HTMLAttributes<HTMLElement>, 'draggable' | 'onDragStart' | 'onDragEnd'>;
}

export function CheckpointRow(props: CheckpointRowProps) {
  const { place, entry, facts: rowFacts, selected, newest, onPick, onToggle, onMenu, drag } = props;
  const { checkpoint, lanes, depth, open, inside, hasOutcomeRow } = entry;
  const row = lanes[depth]?.row ?? null;
  const { checkpointId, step, source } = checkpoint;
  const facts = rowFacts?.facts ?? null;
  const outcome = hasOutcomeRow ? null : (facts?.outcome ?? null);
  const detail = checkpointDetail(checkpoint, outcome, rowFacts?.past ?? null);
  const dot = dotOf(outcome);
  const time = rowFacts?.time ?? null;
  const pinnedAs = rowFacts?.pinnedAs ?? null;
  const titleText = pinnedAs === null ? detail.text : `Pinned output written as ${pinnedAs}`;
  return (
    <StoryRow
      place={place}
      testId="checkpoint-row"
      lanes={lanes}
      dot={dot}
      selected={selected}
      className={row !== null && row.lane > 0 ? styles.side : undefined}
      aria-expanded={inside.length > 0 ? open : undefined}
      title={title(checkpoint, facts, titleText)}
      data-checkpoint={checkpointId}
      data-newest={newest}
      data-lane={row?.lane}
      data-depth={depth}
      onClick={onPick}
      onContextMenu={onMenu}
      {...drag}
    >
      <span className={styles.title}>
        {inside.length === 0 ? null : <RowToggle open={open} what="what ran inside" onToggle={onToggle} />}
        {pinnedAs === null ? (
          checkpointOriginLabel(source, facts)
        ) : (
          <>
            <Pin className={styles.pin} size={11} aria-hidden />
            {pinnedAs}
          </>
        )}
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
      <span className={styles.facts}>
        {time === null ? null : (
          <span className={styles.time}>{boundedDurationText(time.ms, time.bound)}</span>
        )}
        {step === null ? null : (
          <span className={styles.step}>
            <span className={styles.stepWord}>step </span>
            {step}
          </span>
        )}
      </span>
    </StoryRow>
  );
}

export function dotOf(outcome: CheckpointOutcome | null): DotKind {
  switch (outcome?.status) {
    case 'failed':
      return 'failed';
    case 'interrupted':
    case 'paused':
      return 'waiting';
    case 'running':
      return 'running';
    default:
      return 'plain';
  }
}

function title(
  { checkpointId, createdAt }: CheckpointSummary,
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

/** `outcome`: of what was to run from it, unless that is said below. `past`: what happened until it was made. */
export function checkpointDetail(
  { inputLine, changedKeys }: Pick<CheckpointSummary, 'inputLine' | 'changedKeys'>,
  outcome: CheckpointOutcome | null,
  past: string | null = null,
): CheckpointDetail {
  if (inputLine !== undefined) return { kind: 'input', text: inputLine };
  const keys = (changedKeys ?? []).join(', ');
  if (outcome !== null && !pastOutcomes.has(outcome.status) && (outcome.status !== 'finished' || keys === ''))
    return { kind: 'outcome', text: checkpointOutcomeText(outcome) };
  if (past === null) return { kind: 'keys', text: keys };
  return { kind: 'outcome', text: keys === '' ? past : `${past} · ${keys}` };
}

/** Said at the checkpoint that was made in the end. */
const pastOutcomes = new Set<CheckpointOutcome['status']>(['answered', 'retried']);
