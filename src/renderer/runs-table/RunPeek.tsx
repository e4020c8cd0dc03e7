import { Ban, CircleQuestionMark, FilePlus2, MessagesSquare, Play, Trash2, X } from 'lucide-react';
import type { IndexedRun } from '../../shared/model/run-index.ts';
import { dispatch } from '../commands/command-queue.ts';
import { usePrices } from '../queries/shared-queries.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { StatusChip } from '../ui/display/Chip.tsx';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import type { RunActionKind } from './run-actions.ts';
import {
  isActiveRun,
  isScheduled,
  runCostText,
  runDurationText,
  runStatusLabel,
  runTitle,
  runTokensText,
} from './run-labels.ts';
import styles from './RunsTable.module.css';

export interface RunPeekProps {
  readonly connectionId: string;
  readonly run: IndexedRun;
  readonly onOpen: () => void;
  readonly onAct: (kind: RunActionKind) => void;
  readonly onAddInput: () => void;
  readonly onClose: () => void;
}

const lineLabels = { error: 'Error', question: 'Question', input: 'Input' } as const;

export function RunPeek({ connectionId, run, onOpen, onAct, onAddInput, onClose }: RunPeekProps) {
  const noCancel = useUnavailable(connectionId, 'serverRuns.cancel');
  const noRepeat = useUnavailable(connectionId, 'serverRuns.repeat');
  const noDelete = useUnavailable(connectionId, 'serverRuns.delete');
  const cost = runCostText(run, usePrices());
  const label = runStatusLabel(run);
  const { line, createdAt, tokens } = run;
  return (
    <section className={styles.peek} aria-label="Run">
      <header className={styles.peekHead}>
        <h2>{runTitle(run)}</h2>
        <IconButton size="small" label="Close details" icon={<X size={14} aria-hidden />} onClick={onClose} />
      </header>
      <p className={styles.peekStatus}>
        <StatusChip status={label.status} title={label.title}>
          {label.word}
        </StatusChip>
        {run.endingText !== null && run.endingText !== label.word ? <span>{run.endingText}</span> : null}
      </p>
      {line === null ? null : (
        <div className={styles.peekLine} data-kind={line.kind}>
          <h3>{lineLabels[line.kind]}</h3>
          <p>{line.text}</p>
        </div>
      )}
      <div className={styles.buttons}>
        <Button variant="primary" icon={<MessagesSquare size={14} aria-hidden />} onClick={onOpen}>
          Open
        </Button>
        <Button
          icon={<Play size={14} aria-hidden />}
          disabled={noRepeat !== null}
          title={noRepeat ?? undefined}
          onClick={() => onAct('repeat')}
        >
          Run again…
        </Button>
        {run.status === 'failed' ? (
          <Button
            icon={<CircleQuestionMark size={14} aria-hidden />}
            title="Compares it with the last run that succeeded"
            onClick={() =>
              dispatch({ type: 'what-changed', connectionId, threadId: run.threadId, runId: run.runId })
            }
          >
            What changed?
          </Button>
        ) : null}
        {isActiveRun(run) ? (
          <Button
            icon={<Ban size={14} aria-hidden />}
            disabled={noCancel !== null}
            title={noCancel ?? undefined}
            onClick={() => onAct('cancel')}
          >
            Cancel run…
          </Button>
        ) : null}
        <IconButton label="Add to inputs…" icon={<FilePlus2 size={14} aria-hidden />} onClick={onAddInput} />
        {isActiveRun(run) ? null : (
          <IconButton
            label={noDelete ?? 'Delete run…'}
            icon={<Trash2 size={14} aria-hidden />}
            disabled={noDelete !== null}
            onClick={() => onAct('delete')}
          />
        )}
      </div>
      <PropertyList>
        <Property name="Graph">{run.graphId ?? 'unknown'}</Property>
        <Property name={isScheduled(run) ? 'Starts' : 'Started'}>
          {createdAt === null ? 'unknown' : new Date(createdAt).toLocaleString()}
        </Property>
        <Property name="Duration">
          {isActiveRun(run) ? 'not ended yet' : runDurationText(run) || 'unknown'}
        </Property>
        {tokens === null ? null : <Property name="Tokens">{runTokensText(run)}</Property>}
        {cost === '' ? null : <Property name="Cost">{cost}</Property>}
        <Property name="Started by">{run.source === 'unknown' ? 'unknown' : run.source}</Property>
        <Property name="Run" action={<CopyButton label="Copy run ID" text={run.runId} />}>
          <code>{run.runId}</code>
        </Property>
        <Property name="Thread" action={<CopyButton label="Copy thread ID" text={run.threadId} />}>
          <code>{run.threadId}</code>
        </Property>
      </PropertyList>
    </section>
  );
}
