import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useCommandBindings } from '../../../commands/command-registry.ts';
import { dispatch } from '../../../commands/command-queue.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { sizeText } from '../../../ui/display/format.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { useThreadState } from '../../../queries/thread-state-query.ts';
import { ExecutionSection } from './ExecutionSection.tsx';
import type { ExecutionViewProps } from '../node-view-props.ts';
import { unknownReasons } from '../model/fact.ts';
import { useEventMember, usualEventBytes } from './use-event-member.ts';
import styles from '../NodeView.module.css';

/** Keys that are listed as new. */
const mostKeys = 12;

/** What the node read, and what of it was new. */
export function ExecutionInput(props: ExecutionViewProps) {
  const { connectionId, threadId, execution, eventsOf, slots } = props;
  const { input, before } = execution;
  const [view, setView] = useState<'input' | 'new'>('input');
  const [isForced, setIsForced] = useState(false);
  const fromEvent = input.known && input.value.from === 'event' ? input.value : null;
  const event = useEventMember(
    fromEvent === null ? null : eventsOf(fromEvent.runId),
    fromEvent?.seq ?? null,
    'input',
    isForced ? Infinity : usualEventBytes,
  );
  const checkpoint = before.known ? before.value.checkpoint : null;
  // The state comes by itself and needs no taking apart.
  const isInState = checkpoint !== null && execution.task?.sent !== true;
  const source =
    event.tooLarge !== null && isInState ? ({ from: 'state' } as const) : input.known ? input.value : null;
  const checkpointNs = before.known ? before.value.namespace : '';
  const parentId = checkpoint?.parentId ?? null;
  const isNew = view === 'new' && parentId !== null;
  const needsState = checkpoint !== null && (isNew || source?.from === 'state');
  const state = useThreadState(
    { connectionId, threadId, checkpointId: checkpoint?.checkpointId ?? null, checkpointNs },
    needsState,
  );
  const parent = useThreadState({ connectionId, threadId, checkpointId: parentId, checkpointNs }, isNew);
  const text = source?.from === 'event' ? event.text : (state.data?.valuesText ?? null);
  const problem = event.problem ?? state.error ?? (isNew ? parent.error : null);
  const changed = checkpoint?.changedKeys ?? null;
  const isSent = execution.task?.sent === true;
  const addBlocker =
    threadId === null
      ? 'A stateless run has no checkpoints.'
      : !before.known
        ? unknownReasons[before.why]
        : checkpointNs !== ''
          ? 'A run can’t begin inside a subgraph.'
          : isSent && text === null
            ? unknownReasons['send-input']
            : null;
  const add = (): void => {
    if (threadId === null || checkpoint === null || addBlocker !== null) return;
    const { checkpointId } = checkpoint;
    const inputText = isSent ? text : null;
    dispatch({
      type: 'add-input',
      connectionId,
      source: { kind: 'node', threadId, node: execution.nodeId, checkpointId, inputText },
    });
  };
  useCommandBindings({ 'node.add-input': { run: add, blocked: addBlocker } });
  return (
    <ExecutionSection
      title="Input"
      startsOpen
      fills
      note={source?.from === 'state' ? 'the state before it' : undefined}
      end={
        <>
          {parentId === null ? null : (
            <SegmentedControl
              label="View of the input"
              value={view}
              onChange={setView}
              options={[
                { value: 'input', label: 'All' },
                { value: 'new', label: 'New' },
              ]}
            />
          )}
          <IconButton
            size="small"
            label={addBlocker ?? 'Add to inputs'}
            disabled={addBlocker !== null}
            icon={<FilePlus2 size={13} aria-hidden />}
            onClick={add}
          />
          {text === null ? null : <CopyButton label="Copy input" text={text} />}
        </>
      }
    >
      {changed !== null && changed.length > 0 && !isNew ? (
        <p className={styles.line}>
          New: <span className={styles.keys}>{changed.slice(0, mostKeys).join(', ')}</span>
          {changed.length > mostKeys ? ` and ${changed.length - mostKeys} more` : ''}
          {checkpoint && checkpoint.writers.length > 0 ? ` · by ${checkpoint.writers.join(', ')}` : ''}
        </p>
      ) : null}
      {problem !== null ? (
        <div className={styles.padded}>
          <ErrorNotice action="Could not load the input" error={problem} />
        </div>
      ) : !input.known ? (
        <EmptyState compact title="Unknown input" sentence={unknownReasons[input.why]} />
      ) : isNew ? (
        state.data && parent.data ? (
          slots.renderDiff(parent.data.valuesText, state.data.valuesText, null)
        ) : (
          <Loading fill>Loading the states</Loading>
        )
      ) : text !== null ? (
        slots.renderTree(text, 'Input')
      ) : source?.from === 'event' && event.tooLarge !== null ? (
        <EmptyState
          compact
          title={`Input of ${sizeText(event.tooLarge)}`}
          sentence="Showing it may stop the window for a moment."
          action={<Button onClick={() => setIsForced(true)}>Show input</Button>}
        />
      ) : source?.from === 'event' && !event.isLoading ? (
        <EmptyState compact title="Unknown input" sentence={unknownReasons['not-reported']} />
      ) : (
        <Loading fill>Loading the input</Loading>
      )}
    </ExecutionSection>
  );
}
