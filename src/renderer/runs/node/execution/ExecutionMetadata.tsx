import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { Property, PropertyList } from '../../../ui/display/PropertyList.tsx';
import { durationText, shortId } from '../../../ui/display/format.ts';
import { useEventMember } from './use-event-member.ts';
import { clockText } from './execution-labels.ts';
import type { ExecutionViewProps } from '../node-view-props.ts';
import { useCost } from './use-cost.ts';
import { useTokens } from './use-tokens.ts';
import { unknownReasons, type Fact } from '../model/fact.ts';
import type { ExecutionCheckpoint } from '../model/node-execution.ts';
import styles from '../NodeView.module.css';

/** Every fact of an execution, or why it is not known. */
export function ExecutionMetadata({ execution, eventsOf, actions }: ExecutionViewProps) {
  const { taskId, runId, step, startedAt, startedAfterMs, ms, stepMs, attempts, before, after, task, parts } =
    execution;
  const log = runId === null ? null : eventsOf(runId);
  const tokens = useTokens(log, taskId);
  const cost = useCost(log, taskId);
  const started = parts.at(-1);
  const seq = started?.row.startSeq ?? null;
  const triggers = useEventMember(started ? eventsOf(started.runId) : null, seq, 'triggers').text;
  const metadata = useEventMember(started ? eventsOf(started.runId) : null, seq, 'metadata').text;
  return (
    <PropertyList>
      <Property name="Task">
        {taskId === null ? unknownReasons['no-task-events'] : <Id id={taskId} />}
      </Property>
      <Property name="Run">{runId === null ? 'none' : <Id id={runId} />}</Property>
      <FactRow name="Step" fact={step}>
        {String}
      </FactRow>
      <FactRow name="Started" fact={startedAt}>
        {(at) => `${new Date(at).toLocaleDateString()} ${clockText(at)}, by the server’s clock`}
      </FactRow>
      <FactRow name="In its run" fact={startedAfterMs}>
        {(offset) => `${durationText(offset)} after the first event`}
      </FactRow>
      <FactRow name="Worked" fact={ms}>
        {durationText}
      </FactRow>
      <Property name="Superstep">
        {stepMs === null
          ? 'unknown: its checkpoints are not both known, or two runs wrote them.'
          : durationText(stepMs)}
      </Property>
      <FactRow name="Tries" fact={attempts}>
        {String}
      </FactRow>
      {cost === null ? null : <Property name="Cost">{cost}</Property>}
      <Property name="Tokens">
        {tokens === null
          ? log === null
            ? `unknown: ${unknownReasons['no-events']}`
            : 'no model reported any'
          : tokens.toLocaleString('en')}
      </Property>
      <FactRow name="Before" fact={before}>
        {(ref) => <Checkpoint checkpoint={ref} onOpen={actions.openCheckpoint} />}
      </FactRow>
      <FactRow name="After" fact={after}>
        {(ref) => <Checkpoint checkpoint={ref} onOpen={actions.openCheckpoint} />}
      </FactRow>
      {task?.sent === true ? <Property name="Started by">Send</Property> : null}
      {triggers === null ? null : (
        <Property name="Triggers">
          <code>{triggers.slice(0, longestText)}</code>
        </Property>
      )}
      {metadata === null ? null : (
        <Property name="Metadata">
          <code>{metadata.slice(0, longestText)}</code>
        </Property>
      )}
    </PropertyList>
  );
}

/** Shown of a text of the server, in characters; the event has all of it. */
const longestText = 2000;

function FactRow<T>({
  name,
  fact,
  children,
}: {
  readonly name: string;
  readonly fact: Fact<T>;
  readonly children: (value: T) => ReactNode;
}) {
  return (
    <Property name={name}>
      {fact.known ? (
        children(fact.value)
      ) : (
        <span className={styles.unknown}>unknown: {unknownReasons[fact.why]}</span>
      )}
    </Property>
  );
}

function Id({ id }: { readonly id: string }) {
  return (
    <>
      <code title={id}>{shortId(id)}</code>
      <CopyButton label="Copy ID" text={id} />
    </>
  );
}

function Checkpoint({
  checkpoint,
  onOpen,
}: {
  readonly checkpoint: ExecutionCheckpoint;
  readonly onOpen: (checkpoint: ExecutionCheckpoint) => void;
}) {
  const { checkpointId } = checkpoint.checkpoint;
  return (
    <>
      <Id id={checkpointId} />
      <Button size="small" variant="ghost" onClick={() => onOpen(checkpoint)}>
        Open
      </Button>
    </>
  );
}
