import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useCommandBindings } from '../../commands/command-registry.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { useUnavailable } from '../../rpc/server-features.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { sizeText } from '../../ui/display/format.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { useThreadState } from '../../queries/thread-state-query.ts';
import { ExecutionSection } from './ExecutionSection.tsx';
import type { ExecutionViewProps } from './node-view-props.ts';
import { unknownReasons } from './unknown-reasons.ts';
import { useEventMember, defaultEventBytes } from './use-event-member.ts';
import { useTaskEvents } from './use-task-events.ts';
import { inputSource } from './value-source.ts';
import styles from './NodeView.module.css';

export function ExecutionInput(props: ExecutionViewProps) {
  const { connectionId, threadId, execution, facts, slots } = props;
  const { isSent, namespace: checkpointNs, before: checkpointId } = execution;
  const events = useTaskEvents(props);
  const source = inputSource(execution, threadId, events);
  const [view, setView] = useState<'input' | 'new'>('input');
  const [isForced, setIsForced] = useState(false);
  const event = useEventMember(
    source.from === 'event' ? events.log : null,
    source.from === 'event' ? source.seq : null,
    'input',
    isForced ? Infinity : defaultEventBytes,
  );
  const parentId = facts.before?.parentId ?? null;
  const isNew = view === 'new' && parentId !== null;
  const needsState = checkpointId !== null && (isNew || source.from === 'state');
  const state = useThreadState({ connectionId, threadId, checkpointId, checkpointNs }, needsState);
  const parent = useThreadState({ connectionId, threadId, checkpointId: parentId, checkpointNs }, isNew);
  const text =
    source.from === 'event'
      ? event.text
      : source.from === 'state' && !state.isPlaceholderData
        ? (state.data?.valuesText ?? null)
        : null;
  const problem = event.problem ?? state.error ?? (isNew ? parent.error : null);
  const noInput = useUnavailable(null, 'inputs.save');
  const addBlocker =
    noInput ??
    (threadId === null
      ? 'A stateless run has no checkpoints.'
      : checkpointId === null
        ? unknownReasons['no-checkpoint']
        : checkpointNs !== ''
          ? 'A run can’t start inside a subgraph.'
          : isSent && text === null
            ? unknownReasons['send-input']
            : null);
  const add = (): void => {
    if (threadId === null || checkpointId === null || addBlocker !== null) return;
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
      note={source.from === 'state' ? 'the state before it' : undefined}
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
      {isNew && facts.writersBefore.length > 0 ? (
        <p className={styles.line}>Written by {facts.writersBefore.join(', ')}:</p>
      ) : null}
      {problem !== null ? (
        <div className={styles.padded}>
          <ErrorNotice action="Could not load the input" error={problem} />
        </div>
      ) : isNew ? (
        state.data && parent.data && !state.isPlaceholderData && !parent.isPlaceholderData ? (
          slots.renderDiff(parent.data.valuesText, state.data.valuesText, null)
        ) : (
          <Loading fill>Loading the states</Loading>
        )
      ) : source.from === 'nowhere' ? (
        <EmptyState compact title="Unknown input" sentence={unknownReasons[source.why]} />
      ) : text !== null ? (
        slots.renderTree(text, 'Input')
      ) : event.tooLarge !== null ? (
        <EmptyState
          compact
          title={`Input of ${sizeText(event.tooLarge)}`}
          sentence="Showing it may freeze the window for a moment."
          action={<Button onClick={() => setIsForced(true)}>Show input</Button>}
        />
      ) : source.from === 'event' && !event.isLoading ? (
        <EmptyState compact title="Unknown input" sentence={unknownReasons['not-reported']} />
      ) : (
        <Loading fill>Loading the input</Loading>
      )}
    </ExecutionSection>
  );
}
