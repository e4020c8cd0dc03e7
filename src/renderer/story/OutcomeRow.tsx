import { clsx } from 'clsx';
import { useEffectEvent, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { formatNodeCounts } from '../../shared/format-node-counts.ts';
import { checkpointOutcomeText } from '../../shared/outcome-text.ts';
import { statusLabels } from '../../shared/status-labels.ts';
import type { CheckpointOutcome } from '../../shared/thread-record/history.ts';
import { truncate } from '../../shared/truncate.ts';
import { dotOf } from './CheckpointRow.tsx';
import { PauseActions, pauseHeight } from './PauseActions.tsx';
import { RowToggle } from './RowToggle.tsx';
import type { ExecutionEntry, NoteEntry, OutcomeEntry, OutputEntry, QuestionEntry } from './story-entries.ts';
import { StoryRow, type RowPlace } from './StoryRow.tsx';
import styles from './story.module.css';

interface RowProps {
  readonly place: RowPlace;
}

interface OutcomeRowProps extends RowProps {
  readonly entry: OutcomeEntry;
  readonly onPick: () => void;
  readonly onToggle: () => void;
  readonly onMenu: (event: MouseEvent) => void;
}

/** What ran from the checkpoint above and has made none: it runs, waits, has failed, or was left. */
export function OutcomeRow({ place, entry, onPick, onToggle, onMenu }: OutcomeRowProps) {
  const { outcome, lanes, inside, open, pause } = entry;
  const text = causeText(entry);
  const error = errorOf(outcome);
  return (
    <StoryRow
      place={place}
      testId="outcome-row"
      lanes={lanes}
      dot={dotOf(outcome)}
      aria-expanded={inside.length > 0 ? open : undefined}
      data-status={outcome.status}
      title={titleOf(text, error)}
      onClick={onPick}
      onContextMenu={onMenu}
    >
      <span className={styles.lines}>
        <span className={styles.title} data-status={dotOf(outcome)}>
          {inside.length === 0 ? null : <RowToggle open={open} what="what ran inside" onToggle={onToggle} />}
          {text}
        </span>
        <ErrorLines error={error} />
        {outcome.aborted.length === 0 ? null : (
          <span
            className={styles.consequence}
            title={formatNodeCounts(outcome.aborted.map(({ name }) => name))}
          >
            {outcome.aborted.length} {statusLabels.aborted} by this error
          </span>
        )}
        {pause === null ? null : <PauseActions pause={pause} />}
      </span>
    </StoryRow>
  );
}

const maxTitleLength = 1000;
const maxErrorLength = 300;

function titleOf(text: string, error: string | null): string {
  return error === null ? text : `${text}\n${truncate(error, maxTitleLength)}`;
}

function ErrorLines({ error }: { readonly error: string | null }) {
  return error === null ? null : <span className={styles.error}>{truncate(error, maxErrorLength)}</span>;
}

function causeText({ outcome, checkpoint }: OutcomeEntry): string {
  const { status, executions, ending } = outcome;
  if (
    status === 'failed' &&
    executions.length === 0 &&
    ending?.kind === 'failed' &&
    !ending.isRecursionLimit &&
    checkpoint.source === 'input'
  )
    return 'failed before its first node';
  return checkpointOutcomeText({ ...outcome, aborted: [] });
}

function errorOf({ status, executions, ending }: CheckpointOutcome): string | null {
  if (status !== 'failed') return null;
  return (
    executions.find(({ error }) => error !== null)?.error ?? (ending?.kind === 'failed' ? ending.error : null)
  );
}

/** Pixels of a row below its first line. */
export function outcomeExtra({ outcome, pause }: OutcomeEntry): number {
  const error = errorOf(outcome);
  return (
    (error === null ? 0 : errorHeight) +
    (outcome.aborted.length === 0 ? 0 : lineHeight) +
    (pause === null ? 0 : pauseHeight(pause))
  );
}

const lineHeight = 20;
/** Two lines of text. */
const errorHeight = 38;

interface QuestionRowProps extends RowProps {
  readonly entry: QuestionEntry;
  readonly onPick: () => void;
  readonly onMenu: (event: MouseEvent) => void;
  /** The height that its content needs. */
  readonly onHeight: (height: number) => void;
  readonly children: ReactNode;
}

/** A question where it was asked. `children`: its text and its answers. */
export function QuestionRow(props: QuestionRowProps) {
  const { place, entry, onPick, onMenu, onHeight, children } = props;
  const { interrupt, lanes } = entry;
  const content = useRef<HTMLSpanElement>(null);
  const report = useEffectEvent(onHeight);
  useLayoutEffect(() => {
    const element = content.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => report(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <StoryRow
      place={place}
      testId="question-row"
      lanes={lanes}
      dot="waiting"
      className={styles.question}
      onClick={onPick}
      onContextMenu={onMenu}
    >
      <span ref={content} className={styles.lines}>
        <span className={styles.title}>
          <b>{interrupt.nodeId.replaceAll(':', ' › ')}</b> asks
        </span>
        {children}
      </span>
    </StoryRow>
  );
}

/** Until it is measured, the pixels of a question below its first line: one or two lines of text, and its answers. */
export function questionExtra({ line }: QuestionEntry, width: number): number {
  const textWidth = width - indent;
  const isLong = line.length * characterWidth > textWidth;
  return (isLong ? 2 * lineHeight : lineHeight) + (textWidth < answersWidth ? 2 : 1) * answersHeight + 10;
}

// In pixels; a character is rather a wide one.
const indent = 50;
const characterWidth = 7;
const answersWidth = 205;
const answersHeight = 30;

interface OutputRowProps extends RowProps {
  readonly entry: OutputEntry;
  readonly onPick: () => void;
}

/** What came out of a run: the first words of its answer or, without one, the keys that changed since its input. */
export function OutputRow({ place, entry, onPick }: OutputRowProps) {
  const { checkpoint, keys, lanes } = entry;
  const { outputLine } = checkpoint;
  const text = outputLine ?? keys?.join(', ') ?? '';
  return (
    <StoryRow place={place} testId="output-row" lanes={lanes} dot="finished" title={text} onClick={onPick}>
      <span className={styles.title}>
        output
        <span className={styles.detail} data-kind={outputLine === undefined ? 'keys' : 'input'}>
          {text}
        </span>
      </span>
    </StoryRow>
  );
}

interface NoteRowProps extends RowProps {
  readonly entry: NoteEntry;
}

export function NoteRow({ place, entry }: NoteRowProps) {
  const { text, detail, tone, lanes } = entry;
  return (
    <StoryRow
      place={place}
      testId="story-note"
      lanes={lanes}
      dot="plain"
      className={styles.noteRow}
      aria-disabled
      data-tone={tone}
      title={titleOf(text, detail)}
    >
      <span className={styles.lines}>
        <span className={styles.title} data-status={tone}>
          {text}
        </span>
        <ErrorLines error={detail} />
      </span>
    </StoryRow>
  );
}

/** Pixels of a row below its first line, for an error. */
export function errorExtra(error: string | null): number {
  return error === null ? 0 : errorHeight;
}

interface ExecutionRowProps extends RowProps {
  readonly entry: ExecutionEntry;
  /** Its time and tokens. */
  readonly facts: readonly string[];
  readonly selected: boolean;
  readonly onPick: () => void;
}

/** One of several that made a checkpoint together, or one of an export. */
export function ExecutionRow({ place, entry, facts, selected, onPick }: ExecutionRowProps) {
  const { execution, lanes, error } = entry;
  const { name, status } = execution;
  const word = status === 'finished' ? '' : statusLabels[status];
  const title = (
    <span className={clsx(styles.title, styles.execution)}>
      {name}
      {word === '' ? null : (
        <span className={styles.detail} data-status={status === 'failed' ? 'failed' : 'plain'}>
          {word}
        </span>
      )}
    </span>
  );
  return (
    <StoryRow
      place={place}
      testId="execution-row"
      lanes={lanes}
      dot="plain"
      selected={selected}
      title={titleOf(name, execution.error)}
      onClick={onPick}
    >
      {error === null ? (
        title
      ) : (
        <span className={styles.lines}>
          {title}
          <ErrorLines error={error} />
        </span>
      )}
      <span className={styles.facts}>
        {facts.map((fact, index) => (
          <span key={fact} className={index === 0 ? undefined : styles.minorFact}>
            {fact}
          </span>
        ))}
      </span>
    </StoryRow>
  );
}
