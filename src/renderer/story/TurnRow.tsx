import { ClockAlert } from 'lucide-react';
import type { RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { recordedRunStatus, recordedRunText, statusLabels } from '../../shared/status-labels.ts';
import { indexRecord } from '../../shared/thread-record/record-index.ts';
import { isImported, turnFacts, turnStart } from '../../shared/thread-record/story.ts';
import { truncate } from '../../shared/truncate.ts';
import { boundedDurationText } from '../ui/display/format.ts';
import { tokensText } from '../ui/display/tokens-text.ts';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { styleNameOfStatus, statusStyles } from '../ui/display/status-styles.ts';
import { RowToggle } from './RowToggle.tsx';
import type { Turn, TurnEntry } from './story-entries.ts';
import styles from './story.module.css';

interface TurnRowProps {
  readonly id: string;
  readonly entry: TurnEntry;
  /** `null` until it is read. */
  readonly record: ThreadRecord | null;
  readonly staleReason: (run: RecordedRun) => string | null;
  readonly top: number;
  readonly selected: boolean;
  readonly onToggle: () => void;
}

/** The line above a turn: its number, when it began, how its last run stands, how long it worked and how many tokens it took. */
export function TurnRow({ id, entry, record, staleReason, top, selected, onToggle }: TurnRowProps) {
  const { turn, open } = entry;
  const startedAt = turnStart(turn);
  const run = turn.runs.at(-1);
  const status = run === undefined ? null : recordedRunStatus(run);
  const stale = run === undefined ? null : staleReason(run);
  const { time, tokens } = record === null ? { time: null, tokens: null } : turnFacts(record, turn);
  const facts = [
    time === null ? null : boundedDurationText(time.ms, time.bound),
    tokens === null ? null : tokensText(tokens.tokens, tokens.isLowerBound),
  ].filter((fact) => fact !== null);
  return (
    <div
      id={id}
      className={styles.turn}
      role="treeitem"
      aria-selected={selected}
      aria-level={1}
      aria-expanded={open}
      tabIndex={-1}
      data-testid="turn-row"
      data-selected={selected}
      title={turnTitle(turn, record, startedAt, stale)}
      style={{ top }}
      onClick={onToggle}
    >
      <RowToggle open={open} what="this turn" onToggle={onToggle} />
      <b>{turnName(turn, record)}</b>
      {turn.forkOf === null ? null : <span className={styles.fork}>from step {turn.forkOf.step ?? '?'}</span>}
      <span className={styles.turnFacts}>
        {stale === null ? null : (
          <ClockAlert
            className={styles.stale}
            size={12}
            role="img"
            aria-label={`Stale: ${stale}`}
            data-testid="stale"
          />
        )}
        {status === null ? null : (
          <span className={styles.status} data-tone={statusStyles[styleNameOfStatus[status]].tone}>
            <StatusIcon status={styleNameOfStatus[status]} size={12} label="" />
            {statusLabels[status]}
          </span>
        )}
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {startedAt === null ? null : <time>{clockText(startedAt)}</time>}
      </span>
    </div>
  );
}

function turnName({ number, hasInput, isCut }: Turn, record: ThreadRecord | null): string {
  if (isImported(record)) return `Run ${number ?? ''}`.trimEnd();
  if (number !== null) return `Turn ${number}`;
  return hasInput || isCut ? 'Turn' : 'Without input';
}

function turnTitle(
  turn: Turn,
  record: ThreadRecord | null,
  startedAt: number | null,
  stale: string | null,
): string {
  const nodeOf = (executionId: string): string | null =>
    record === null ? null : (indexRecord(record).executions.get(executionId)?.name ?? null);
  return [
    turnName(turn, record),
    stale === null ? null : `Stale: ${stale}`,
    startedAt === null ? null : new Date(startedAt).toLocaleString(),
    ...turn.runs.map((run) => `Run ${run.runId}: ${truncate(recordedRunText(run, nodeOf), maxTitleLength)}`),
  ]
    .filter((line) => line !== null)
    .join('\n');
}

const maxTitleLength = 400;

/** The time of day, with the date if it is not today's. */
function clockText(ms: number): string {
  const date = new Date(ms);
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.toLocaleDateString([], { month: 'short', day: 'numeric' })}, ${time}`;
}
