import { ClockAlert, Pin } from 'lucide-react';
import { useState } from 'react';
import { memberTexts } from 'exact-json';
import type { Execution } from '../../../shared/model/thread-record.ts';
import type { ExecutionFacts } from '../../../shared/thread-record/execution-facts.ts';
import { useCommandBindings } from '../../commands/command-registry.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { sizeText } from '../../ui/display/format.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { usePinWrites } from '../../queries/pin-writes.ts';
import type { ExecutionViewProps } from './node-view-props.ts';
import { useTaskDetail } from './queries.ts';
import { ExecutionError } from './ExecutionError.tsx';
import { ExecutionSection } from './ExecutionSection.tsx';
import { OutputDiff } from './OutputDiff.tsx';
import { unknownReasons, type UnknownReason } from './unknown-reasons.ts';
import { useEventMember, defaultEventBytes } from './use-event-member.ts';
import { useTaskEvents } from './use-task-events.ts';
import { outputSource } from './value-source.ts';
import styles from './NodeView.module.css';

export function ExecutionOutput(props: ExecutionViewProps) {
  const { connectionId, threadId, execution, facts, slots } = props;
  const { before, made, status } = execution;
  const { beside } = facts;
  const [isForced, setIsForced] = useState(false);
  // A diff of the states shows what all tasks of the superstep wrote.
  const [view, setView] = useState<'diff' | 'value'>(beside.length === 0 ? 'diff' : 'value');
  const events = useTaskEvents(props);
  const source = outputSource(execution, threadId, events);
  const event = useEventMember(
    source.from === 'event' ? events.log : null,
    source.from === 'event' ? source.seq : null,
    source.from === 'event' ? source.member : 'result',
    isForced ? Infinity : defaultEventBytes,
  );
  const isStored = source.from === 'checkpoint';
  const detail = useTaskDetail(connectionId, threadId, execution, isStored);
  const text = isStored ? (detail.data?.resultText ?? null) : event.text;
  const isLoading = isStored ? detail.isPending : event.isLoading;
  const problem = event.problem ?? (isStored ? detail.error : null);
  const hasDiff = before !== null && made !== null && threadId !== null;
  const activeView = hasDiff ? view : 'value';
  // Alone in its superstep, all that changed is its own.
  const isAlone = beside.length === 0;
  return (
    <ExecutionSection
      title="Output"
      startsOpen
      fills
      note={besideNote(beside)}
      end={
        <>
          {hasDiff ? (
            <SegmentedControl
              label="View of the output"
              value={view}
              onChange={setView}
              options={[
                { value: 'diff', label: 'Diff' },
                { value: 'value', label: 'Value' },
              ]}
            />
          ) : null}
          <PinButton {...props} text={text} />
          {text === null ? null : <CopyButton label="Copy output" text={text} />}
        </>
      }
    >
      <StaleNote {...props} />
      {status === 'failed' ? (
        <ExecutionError {...props} />
      ) : problem !== null ? (
        <div className={styles.padded}>
          <ErrorNotice action="Could not load the output" error={problem} />
        </div>
      ) : hasDiff && isAlone && activeView === 'diff' && (text === null || isStored) && !isLoading ? (
        <OutputDiff {...props} keys={text === null ? null : writtenKeys(text)} />
      ) : source.from === 'nowhere' ? (
        <MissingOutput {...props} why={source.why} />
      ) : isLoading ? (
        <Loading fill>Loading the output</Loading>
      ) : event.tooLarge !== null ? (
        <EmptyState
          compact
          title={`Output of ${sizeText(event.tooLarge)}`}
          sentence="Showing it may freeze the window for a moment."
          action={<Button onClick={() => setIsForced(true)}>Show output</Button>}
        />
      ) : text === null ? (
        <EmptyState compact title="Unknown output" sentence={unknownReasons['not-reported']} />
      ) : activeView === 'diff' ? (
        <>
          {isAlone ? null : (
            <p className={styles.line}>
              What all {beside.length + 1} tasks of the superstep wrote to its keys:
            </p>
          )}
          <OutputDiff {...props} keys={writtenKeys(text)} />
        </>
      ) : (
        slots.renderTree(text, 'Output')
      )}
    </ExecutionSection>
  );
}

function StaleNote({ execution: { spans }, record, staleReason }: ExecutionViewProps) {
  const runId = spans.at(-1)?.runId ?? null;
  const run = runId === null ? undefined : record.runs.find((one) => one.runId === runId);
  const reason = run === undefined ? null : staleReason(run);
  return reason === null ? null : (
    <p className={styles.stale} data-testid="stale-output">
      <ClockAlert size={12} aria-hidden /> Stale. {reason}
    </p>
  );
}

interface PinButtonProps extends Pick<ExecutionViewProps, 'execution' | 'actions' | 'connectionId'> {
  readonly text: string | null;
}

function PinButton({ execution, actions: { pin }, text }: PinButtonProps) {
  const blocked =
    pin === null
      ? 'Servers write the state as nodes of the top level only, so no other can be pinned.'
      : text === null
        ? 'Its output is not known.'
        : null;
  const put = (): void => {
    if (pin !== null && text !== null) pin.put(execution, text);
  };
  useCommandBindings({
    'pin.output': {
      run: put,
      blocked,
      title: `Pin this output of ${execution.name}${pin?.isPinned ? ' instead' : ''}`,
    },
  });
  if (pin === null || (text === null && !pin.isPinned)) return null;
  return (
    <IconButton
      size="small"
      label={pin.isPinned ? 'Edit the pin of this node' : 'Pin this output'}
      pressed={pin.isPinned}
      icon={<Pin size={13} aria-hidden />}
      onClick={pin.isPinned ? pin.edit : put}
    />
  );
}

function MissingOutput({
  connectionId,
  threadId,
  execution: { nodeId, before, status, hasResult },
  record,
  facts: { abortedBy },
  actions,
  why,
}: ExecutionViewProps & { readonly why: UnknownReason }) {
  const isReplacedByPin = usePinWrites(connectionId, threadId).some(
    (write) =>
      write.nodeId === nodeId &&
      record.checkpoints.some(
        ({ checkpointId, parentId }) => checkpointId === write.checkpointId && parentId === before,
      ),
  );
  const show = (cause: Execution) => (
    <Button size="small" onClick={() => actions.openTask(cause.nodeId, cause.taskId)}>
      Show {cause.name}
    </Button>
  );
  switch (status) {
    case 'interrupted':
      return (
        <EmptyState
          compact
          title="No output yet"
          sentence="It is interrupted. Its output comes after the answer."
        />
      );
    case 'aborted':
      return (
        <EmptyState
          compact
          title="No output"
          sentence={
            abortedBy === null
              ? 'The error of another task ended it.'
              : `The error of ${abortedBy.nodeId.replaceAll(':', ' › ')} ended it.`
          }
          {...(abortedBy === null ? {} : { action: show(abortedBy) })}
        />
      );
    case 'cancelled':
      return <EmptyState compact title="No output" sentence="Its run was cancelled before it ended." />;
    case 'running':
    case 'queued':
    case 'next':
      return isReplacedByPin ? (
        <EmptyState
          compact
          title="No output"
          sentence="It did not run. Its pinned output was written in its place."
        />
      ) : (
        <EmptyState compact title="No output yet" sentence={unknownReasons[why]} />
      );
    default:
      return (
        <EmptyState
          compact
          title="Unknown output"
          sentence={
            status === 'finished' && !hasResult
              ? 'The server stores no result for it, and its events are not available here. It may have written nothing.'
              : unknownReasons[why]
          }
        />
      );
  }
}

function besideNote(beside: ExecutionFacts['beside']): string | undefined {
  if (beside.length === 0) return undefined;
  const names = [...new Set(beside.map(({ name }) => name))];
  return `beside ${names.slice(0, 3).join(', ')}${beside.length > 1 ? ` (${beside.length} tasks)` : ''}`;
}

// The state keys that a result writes; `null` if it does not name them, as a list of writes.
function writtenKeys(resultText: string): readonly string[] | null {
  if (!/^\s*\{/.test(resultText)) return null;
  try {
    return memberTexts(resultText).map(({ key }) => key);
  } catch {
    return null;
  }
}
