import { tokenCountText } from '../../ui/display/tokens-text.ts';
import type { ReactNode } from 'react';
import { costOf, costText } from '../../../shared/cost.ts';
import type { ExecutionSpan } from '../../../shared/model/thread-record.ts';
import { timeOfSpans } from '../../../shared/thread-record/worked-time.ts';
import { truncate } from '../../../shared/truncate.ts';
import { usePrices } from '../../queries/shared-queries.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { shortId } from '../../ui/display/format.ts';
import { Property, PropertyList } from '../../ui/display/PropertyList.tsx';
import { workedTimeText } from '../timeline/timeline-labels.ts';
import type { ExecutionViewProps } from './node-view-props.ts';
import { dateText, executionTimeText, offsetText } from './execution-labels.ts';
import { unknownReasons, type UnknownReason } from './unknown-reasons.ts';
import { useEventMember } from './use-event-member.ts';
import { useTaskEvents } from './use-task-events.ts';
import styles from './NodeView.module.css';

export function ExecutionMetadata(props: ExecutionViewProps) {
  const { execution, facts, record, actions } = props;
  const { taskId, step, spans, before, made, from, isSent, status } = execution;
  const { startedAt, attempts, abortedBy } = facts;
  const { log, row } = useTaskEvents(props);
  const seq = row?.startSeq ?? null;
  const triggers = useEventMember(log, seq, 'triggers').text;
  const metadata = useEventMember(log, seq, 'metadata').text;
  const cost = useCost(props);
  const offset = offsetText(record, facts);
  const hasStarted = status !== 'next' && status !== 'queued';
  const open = (checkpointId: string): void => actions.openCheckpoint(execution, checkpointId);
  return (
    <PropertyList>
      <Property name="Task">
        {taskId === '' ? <UnknownFact why="not-reported" /> : <Id id={taskId} />}
      </Property>
      {facts.runIds.length === 0 ? <Property name="Run">none</Property> : null}
      {facts.runIds.map((runId) => (
        <Property key={runId} name="Run">
          <Id id={runId} />
          {facts.runIds.length > 1 ? ` ${spanTimeText(spans, runId)}` : ''}
        </Property>
      ))}
      <Property name="Step">{step === null ? <UnknownFact why="no-checkpoint" /> : step}</Property>
      <Property name="Started">
        {offset !== null ? (
          offset
        ) : startedAt === null ? (
          <UnknownFact why={hasStarted ? 'not-reported' : 'not-started'} />
        ) : (
          dateText(startedAt)
        )}
      </Property>
      <Property name="Working time">
        {facts.time === null ? (
          <UnknownFact why={whyNoTime(props)} />
        ) : (
          executionTimeText(status, facts) || workedTimeText(facts.time)
        )}
      </Property>
      <Property name="Tries">
        {attempts === null ? <UnknownFact why={hasStarted ? 'not-reported' : 'not-started'} /> : attempts}
      </Property>
      <Property name="Tokens">{tokensText(props, row !== null)}</Property>
      {cost === null ? null : <Property name="Cost">{cost}</Property>}
      <CheckpointRow name="Before" checkpointId={before} why="no-checkpoint" onOpen={open} />
      <CheckpointRow
        name="After"
        checkpointId={made}
        why={hasStarted ? 'no-checkpoint' : 'not-started'}
        onOpen={open}
      />
      {from.length === 0 ? null : <Property name="Came from">{from.join(', ')}</Property>}
      {isSent ? <Property name="Started by">Send</Property> : null}
      {abortedBy === null ? null : (
        <Property name="Aborted by">
          {abortedBy.nodeId.replaceAll(':', ' › ')}
          <Button
            size="small"
            variant="ghost"
            onClick={() => actions.openTask(abortedBy.nodeId, abortedBy.taskId)}
          >
            Open
          </Button>
        </Property>
      )}
      {triggers === null ? null : (
        <Property name="Triggers">
          <code>{truncate(triggers, maxText)}</code>
        </Property>
      )}
      {metadata === null ? null : (
        <Property name="Metadata">
          <code>{truncate(metadata, maxText)}</code>
        </Property>
      )}
    </PropertyList>
  );
}

// Shown of a text of the server, in characters; the event has all of it.
const maxText = 2000;

function spanTimeText(spans: readonly ExecutionSpan[], runId: string): string {
  return workedTimeText(timeOfSpans(spans.filter((span) => span.runId === runId)));
}

function whyNoTime({ execution: { status } }: ExecutionViewProps): UnknownReason {
  if (status === 'next' || status === 'queued') return 'not-started';
  return status === 'running' ? 'running' : 'not-reported';
}

// Tokens are reported by messages, which a node need not write to the state.
function tokensText(
  { facts: { tokens, tokensInside, models } }: ExecutionViewProps,
  hasEvents: boolean,
): ReactNode {
  if (tokens === null) {
    return hasEvents ? (
      'no model reported any'
    ) : (
      <span className={styles.unknown}>
        unknown: its result reports none, and the events of its run are not stored here.
      </span>
    );
  }
  const count = (name: 'input' | 'output'): string =>
    models.reduce((sum, usage) => sum + usage[name], 0).toLocaleString('en');
  const parts = models.length === 0 ? '' : ` (${count('input')} in, ${count('output')} out)`;
  const inside =
    tokensInside === null
      ? ''
      : `, ${tokenCountText(tokensInside.tokens, tokensInside.isLowerBound)} of them in its subgraph`;
  return `${tokenCountText(tokens.tokens, tokens.isLowerBound)}${parts}${inside}`;
}

// What its models cost; `null` without tokens or prices.
function useCost({ execution: { status }, facts: { models, tokens } }: ExecutionViewProps): string | null {
  const prices = usePrices();
  const mayUseMore = status === 'running' || status === 'interrupted' || status === 'queued';
  const isPartial = mayUseMore || tokens?.isLowerBound === true;
  return costText(costOf(models, prices, isPartial), models, prices);
}

function Id({ id }: { readonly id: string }) {
  return (
    <>
      <code title={id}>{shortId(id)}</code>
      <CopyButton label="Copy ID" text={id} />
    </>
  );
}

function CheckpointRow({
  name,
  checkpointId,
  why,
  onOpen,
}: {
  readonly name: string;
  readonly checkpointId: string | null;
  readonly why: UnknownReason;
  readonly onOpen: (checkpointId: string) => void;
}) {
  return (
    <Property name={name}>
      {checkpointId === null ? (
        <UnknownFact why={why} />
      ) : (
        <>
          <Id id={checkpointId} />
          <Button size="small" variant="ghost" onClick={() => onOpen(checkpointId)}>
            Open
          </Button>
        </>
      )}
    </Property>
  );
}

function UnknownFact({ why }: { readonly why: UnknownReason }) {
  return <span className={styles.unknown}>unknown: {unknownReasons[why]}</span>;
}
