import { Ban, FilePlus2, MessagesSquare, Play, Trash2, X } from 'lucide-react';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { CutText, IndexedRun, RunDetails } from '../../shared/model/run-index.ts';
import { usePrices } from '../queries/shared-queries.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { CompareButton } from '../shared-ui/CompareItem.tsx';
import { WhatChangedButton } from '../shared-ui/WhatChangedItem.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { StatusChip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { TruncatedText } from '../ui/display/TruncatedText.tsx';
import { useAssistantName, useQueueOfThread, useRunDetails } from './queries.ts';
import type { RunActs } from './RunMenu.tsx';
import {
  isActiveRun,
  isScheduled,
  queueText,
  readableText,
  runCostText,
  runDurationText,
  runEntry,
  runStatusLabel,
  runTitle,
  runTokensText,
} from './run-labels.ts';
import styles from './RunsTable.module.css';

export interface RunPeekProps extends RunActs {
  readonly connectionId: string;
  readonly run: IndexedRun;
  readonly renderGraph: (run: IndexedRun, nodes: RunDetails['nodes']) => ReactNode;
  readonly onClose: () => void;
}

const causeLength = 600;
const textLength = 400;

export function RunPeek(props: RunPeekProps) {
  const { connectionId, run, renderGraph, onClose } = props;
  const { data: details, error, refetch } = useRunDetails(connectionId, run);
  const label = runStatusLabel(run);
  const problem = error ?? details?.problem ?? null;
  return (
    <section className={styles.peek} aria-label="Run">
      <header className={styles.peekHead}>
        <h2 title={runTitle(run)}>{runTitle(run)}</h2>
        <IconButton size="small" label="Close details" icon={<X size={14} aria-hidden />} onClick={onClose} />
      </header>
      <div className={styles.peekBar}>
        <p className={styles.peekStatus}>
          <StatusChip status={label.status} title={label.title}>
            {label.word}
          </StatusChip>
          {run.endingText !== null && run.endingText !== label.word ? <span>{run.endingText}</span> : null}
          {run.status === 'queued' ? <span>{queueText(run)}</span> : null}
        </p>
        <Buttons {...props} />
      </div>
      <Cause run={run} details={details} />
      {details !== undefined && details.nodes.length > 0 ? renderGraph(run, details.nodes) : null}
      {problem === null ? null : (
        <ErrorNotice action="Could not read all of the run" error={problem} onRetry={() => void refetch()} />
      )}
      <TextPart name="Answer" text={details?.answer ?? null} />
      <TextPart name="Input" text={details?.input ?? lineOf(run, 'input')} />
      <TextPart
        name={run.status === 'finished' ? 'Output' : 'State after the run'}
        text={details?.output ?? null}
      />
      <Facts connectionId={connectionId} run={run} resumable={details?.resumable ?? null} />
      <Queue connectionId={connectionId} run={run} />
    </section>
  );
}

// Why it failed, or what it asks. What the table has of it is there at once.
function Cause({ run, details }: { readonly run: IndexedRun; readonly details: RunDetails | undefined }) {
  if (run.status === 'failed') {
    const text = details?.error ?? lineOf(run, 'error');
    return text === null ? null : <TextPart name="Error" text={text} kind="error" length={causeLength} />;
  }
  if (run.status !== 'interrupted') return null;
  const line = lineOf(run, 'question');
  const questions = details?.questions.length ? details.questions : line === null ? [] : [line];
  return questions.map((question, index) => (
    <TextPart
      key={index}
      name="Question"
      text={question}
      kind="question"
      lead={index === 0 ? (line?.text ?? null) : null}
    />
  ));
}

function lineOf({ line }: IndexedRun, kind: 'error' | 'question' | 'input'): CutText | null {
  return line?.kind === kind ? { text: line.text, length: line.text.length } : null;
}

interface TextPartProps {
  readonly name: string;
  readonly text: CutText | null;
  readonly kind?: 'error' | 'question';
  // Its first line, if that is not all.
  readonly lead?: string | null;
  readonly length?: number;
}

function TextPart({ name, text, kind, lead = null, length = textLength }: TextPartProps) {
  if (text === null) return null;
  const isCut = text.length > text.text.length;
  const readable = readableText(text);
  const isJson = /^[[{]/.test(readable);
  return (
    <section className={clsx(styles.peekLine, isJson && styles.json)} data-kind={kind} aria-label={name}>
      <div className={styles.peekLineHead}>
        <h3>{name}</h3>
        {isCut ? null : <CopyButton label={`Copy the ${name.toLowerCase()}`} text={text.text} />}
      </div>
      {lead === null || !isJson ? null : <div className={styles.lead}>{lead}</div>}
      <TruncatedText text={readable} initialLength={length} />
      {isCut ? (
        <p className={styles.hint}>
          {`The first ${text.text.length.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters. Open the run for all.`}
        </p>
      ) : null}
    </section>
  );
}

function Buttons({ connectionId, run, onOpen, onAct, onAddInput }: RunPeekProps) {
  const noCancel = useUnavailable(connectionId, 'serverRuns.cancel');
  const noRepeat = useUnavailable(connectionId, 'serverRuns.repeat');
  const noDelete = useUnavailable(connectionId, 'serverRuns.delete');
  const noInput = useUnavailable(null, 'inputs.save');
  const { threadId, runId } = run;
  return (
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
        <WhatChangedButton connectionId={connectionId} threadId={threadId} runId={runId} />
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
      <CompareButton entry={runEntry(connectionId, run)} />
      <IconButton
        label={noInput ?? 'Add to inputs…'}
        disabled={noInput !== null}
        icon={<FilePlus2 size={14} aria-hidden />}
        onClick={onAddInput}
      />
      {isActiveRun(run) ? null : (
        <IconButton
          label={noDelete ?? 'Delete run…'}
          icon={<Trash2 size={14} aria-hidden />}
          disabled={noDelete !== null}
          onClick={() => onAct('delete')}
        />
      )}
    </div>
  );
}

interface FactsProps {
  readonly connectionId: string;
  readonly run: IndexedRun;
  readonly resumable: boolean | null;
}

function Facts({ connectionId, run, resumable }: FactsProps) {
  const cost = runCostText(run, usePrices());
  const assistant = useAssistantName(connectionId, run.assistantId);
  const { createdAt, graphId, tokens, source } = run;
  return (
    <PropertyList>
      <Property name="Graph">{graphId ?? 'unknown'}</Property>
      {assistant === null || assistant === graphId ? null : <Property name="Assistant">{assistant}</Property>}
      <Property name={isScheduled(run) ? 'Starts' : run.status === 'queued' ? 'Queued' : 'Started'}>
        {createdAt === null ? 'unknown' : new Date(createdAt).toLocaleString()}
      </Property>
      <Property name="Duration">
        {isActiveRun(run) ? 'not ended yet' : runDurationText(run) || 'unknown'}
      </Property>
      {tokens === null ? null : <Property name="Tokens">{runTokensText(run)}</Property>}
      {cost === '' ? null : <Property name="Cost">{cost}</Property>}
      <Property name="Started by">{source === 'unknown' ? 'unknown; not this studio' : source}</Property>
      {resumable === null ? null : (
        <Property name="Events">
          {resumable
            ? 'stored on the server for every reader'
            : 'only for one reader: not started as resumable'}
        </Property>
      )}
      <Property name="Run" action={<CopyButton label="Copy run ID" text={run.runId} />}>
        <code>{run.runId}</code>
      </Property>
      <Property name="Thread" action={<CopyButton label="Copy thread ID" text={run.threadId} />}>
        <code>{run.threadId}</code>
      </Property>
    </PropertyList>
  );
}

function Queue({ connectionId, run }: { readonly connectionId: string; readonly run: IndexedRun }) {
  const queue = useQueueOfThread(connectionId, run.threadId, isActiveRun(run));
  if (queue.length < 2) return null;
  return (
    <>
      <h3>Queue of the thread</h3>
      <ol className={styles.queue} aria-label="Queue of the thread">
        {queue.map((one) => (
          <li key={one.runId} aria-current={one.runId === run.runId}>
            <StatusChip status={runStatusLabel(one).status}>{runStatusLabel(one).word}</StatusChip>
            <span>{one.line?.text ?? one.runId}</span>
            <span className={styles.quiet}>{queueText(one)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
