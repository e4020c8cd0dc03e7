import { useState } from 'react';
import type { CheckpointTask } from '../../../../shared/model/threads/thread.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { sizeText } from '../../../ui/display/format.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { ExecutionError } from './ExecutionError.tsx';
import { ExecutionSection } from './ExecutionSection.tsx';
import type { ExecutionViewProps } from '../node-view-props.ts';
import { unknownReasons, type UnknownReason } from '../model/fact.ts';
import type { NodeExecution } from '../model/node-execution.ts';
import { OutputDiff } from './OutputDiff.tsx';
import { useTaskDetail } from '../queries.ts';
import { useEventMember, usualEventBytes } from './use-event-member.ts';
import { writtenKeys } from '../model/written-keys.ts';
import styles from '../NodeView.module.css';

/** What the node wrote: its effect on the state, or the result itself. */
export function ExecutionOutput(props: ExecutionViewProps) {
  const { connectionId, threadId, execution, eventsOf, slots } = props;
  const { output, before, after, status } = execution;
  const [isForced, setIsForced] = useState(false);
  const beside = tasksBeside(execution);
  // A diff of the states shows what all tasks of the superstep wrote.
  const [view, setView] = useState<'diff' | 'value'>(beside.length === 0 ? 'diff' : 'value');
  const source = output.known ? output.value : null;
  const fromEvent = source?.from === 'event' || source?.from === 'update' ? source : null;
  const name = execution.nodeId.slice(execution.nodeId.lastIndexOf(':') + 1);
  const event = useEventMember(
    fromEvent === null ? null : eventsOf(fromEvent.runId),
    fromEvent?.seq ?? null,
    fromEvent?.from === 'update' ? name : 'result',
    isForced ? Infinity : usualEventBytes,
  );
  const isStored = source?.from === 'checkpoint';
  const detail = useTaskDetail(connectionId, threadId, execution, isStored);
  const text = fromEvent === null ? (detail.data?.resultText ?? null) : event.text;
  const isLoading = fromEvent === null ? isStored && detail.isPending : event.isLoading;
  const problem = event.problem ?? (isStored ? detail.error : null);
  const hasDiff = before.known && after.known;
  const shown = hasDiff ? view : 'value';
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
          {text === null ? null : <CopyButton label="Copy output" text={text} />}
        </>
      }
    >
      {status === 'failed' ? (
        <ExecutionError {...props} />
      ) : problem !== null ? (
        <div className={styles.padded}>
          <ErrorNotice action="Could not load the output" error={problem} />
        </div>
      ) : !output.known ? (
        <EmptyState compact {...missingOutput(status, output.why)} />
      ) : isLoading ? (
        <Loading fill>Loading the output</Loading>
      ) : event.tooLarge !== null && hasDiff && beside.length === 0 && shown === 'diff' ? (
        // Alone in its superstep, all that changed is its own.
        <OutputDiff {...props} keys={null} />
      ) : event.tooLarge !== null ? (
        <EmptyState
          compact
          title={`Output of ${sizeText(event.tooLarge)}`}
          sentence="Showing it may stop the window for a moment."
          action={<Button onClick={() => setIsForced(true)}>Show output</Button>}
        />
      ) : text === null ? (
        <EmptyState compact title="Unknown output" sentence={unknownReasons['not-reported']} />
      ) : shown === 'diff' ? (
        <>
          {beside.length === 0 ? null : (
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

function missingOutput(
  status: NodeExecution['status'],
  why: UnknownReason,
): { readonly title: string; readonly sentence: string } {
  if (status === 'waiting') {
    return { title: 'No output yet', sentence: 'It is interrupted. Its output comes after the answer.' };
  }
  if (status === 'stopped') return { title: 'No output', sentence: 'Its run was stopped before it ended.' };
  if (status === 'running' || status === 'next')
    return { title: 'No output yet', sentence: unknownReasons[why] };
  return { title: 'Unknown output', sentence: unknownReasons[why] };
}

function tasksBeside({ before, taskId }: NodeExecution): readonly CheckpointTask[] {
  return before.known ? (before.value.checkpoint.tasks ?? []).filter(({ id }) => id !== taskId) : [];
}

function besideNote(tasks: readonly CheckpointTask[]): string | undefined {
  if (tasks.length === 0) return undefined;
  const names = [...new Set(tasks.map(({ name }) => name))];
  return `beside ${names.slice(0, 3).join(', ')}${tasks.length > 1 ? ` (${tasks.length} tasks)` : ''}`;
}
