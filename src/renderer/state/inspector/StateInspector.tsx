import { Braces, MousePointerClick } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { useCommandHandler } from '../../commands/command-queue.ts';
import type { CheckpointSelection, SubgraphCheckpoint } from '../../domain/checkpoint.ts';
import { draftKey, useDraft } from '../../storage/drafts.ts';
import { isBusyWithoutRun, isRunActive } from '../../run-state/run-state.ts';
import { useRunState } from '../../run-state/run-state-store.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { CompareView, type ComparedWith } from '../diff/CompareView.tsx';
import { draftKeyParts, type EditedSubgraph } from '../draft/editor-props.ts';
import { messageListKeys } from '../messages/model/message-list.ts';
import { StateMessagesView, type StateMessagesViewProps } from '../messages/StateMessagesView.tsx';
import { useCheckpointWriters } from '../../queries/checkpoint-writers.ts';
import { useSchemas } from '../../queries/shared-queries.ts';
import { useThreadState } from '../../queries/thread-state-query.ts';
import { StateEditor } from '../edit/StateEditor.tsx';
import { StateSummary } from './StateSummary.tsx';
import { SubgraphPicker, subgraphTasks } from './SubgraphPicker.tsx';
import { FormattedText, RawText } from './StateText.tsx';
import { StateTree } from '../tree/StateTree.tsx';
import { ViewToggle, type StateView } from './ViewToggle.tsx';
import styles from '../state.module.css';

export interface StateInspectorProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly assistantId: string | null;
  /** The picked checkpoint; `null` is the newest. */
  readonly checkpointId: string | null;
  /** A picked checkpoint of a subgraph below it; displayed instead. */
  readonly inner?: SubgraphCheckpoint | undefined;
  readonly onCheckpoint: (checkpointId: string | null) => void;
  readonly onOpenCheckpoint: (selection: CheckpointSelection) => void;
  /** Requests a run from a checkpoint, to regenerate a message. */
  readonly onRunFrom: StateMessagesViewProps['onRunFrom'];
  /** Renders a message from its JSON. */
  readonly renderMessage?: (json: string) => ReactNode;
}

/** Shows the state at the picked checkpoint and its changes, and edits it. */
export function StateInspector({ threadId, ...props }: StateInspectorProps) {
  if (threadId === null) {
    return (
      <EmptyState
        icon={<MousePointerClick size={20} />}
        title="No thread selected"
        sentence="Select a thread, or run the graph, to see its state."
      />
    );
  }
  return <ThreadStateInspector key={threadId} {...props} threadId={threadId} />;
}

function ThreadStateInspector(props: StateInspectorProps & { readonly threadId: string }) {
  const { connectionId, threadId, checkpointId } = props;
  const state = useThreadState({ connectionId, threadId, checkpointId });
  const run = useRunState(connectionId, threadId);
  const underWay = isRunActive(run.phase) && !isBusyWithoutRun(run);
  const [taskId, setTaskId] = useState<string | null>(null);
  const task = subgraphTasks(state.data?.tasks ?? []).find(({ id }) => id === taskId);
  const inner = props.inner ?? task?.subgraph;
  const nodeId = props.inner ? nodeOf(props.inner.checkpointNs) : task?.nodeId;
  const [tab, setTab] = useState('state');
  const innerNs = inner?.checkpointNs ?? '';
  const [comparison, setComparison] = useState<Comparison | null>(null);
  useCommandHandler(
    'compare-checkpoint',
    ({ other }) => {
      setTab('diff');
      setComparison({ checkpointNs: innerNs, other });
    },
    (command) => command.connectionId === connectionId && command.threadId === threadId,
  );
  const innerState = useThreadState(
    { connectionId, threadId, checkpointId: inner?.checkpointId ?? null, checkpointNs: innerNs },
    inner !== undefined,
  );
  const problem = state.isError ? (
    <div className={styles.padded}>
      <ErrorNotice
        action="Could not load the state"
        error={state.error}
        onRetry={() => void state.refetch()}
      />
    </div>
  ) : null;
  // If a refetch fails, the cached state stays, and so does an open edit.
  if (!state.data) return problem ?? <Loading fill>Loading state…</Loading>;
  if (state.data.checkpointId === null) {
    const isKnown = run.phase !== 'none';
    if (isKnown && !underWay && state.isFetching) return <Loading fill>Loading state…</Loading>;
    return (
      <section className={styles.inspector} aria-label="State">
        <EmptyState icon={<Braces size={20} />} {...emptyMessage(underWay, isKnown)} />
        <StateEditor {...props} state={state.data} subgraph={null} isHead writers={[]} />
      </section>
    );
  }
  const shown = inner === undefined ? state : innerState;
  return (
    <div className={styles.subgraphs}>
      {problem}
      <SubgraphPicker
        tasks={state.data.tasks}
        taskId={inner === undefined ? null : taskId}
        picked={props.inner ? (nodeId ?? null) : null}
        onChange={(next) => {
          setTaskId(next);
          if (props.inner) props.onCheckpoint(checkpointId);
        }}
      />
      {shown.data ? (
        <Inspected
          key={innerNs}
          {...props}
          state={shown.data}
          underWay={underWay && checkpointId === null && inner === undefined}
          subgraph={
            nodeId !== undefined && inner
              ? { checkpointNs: innerNs, nodeId, rootId: state.data.checkpointId }
              : null
          }
          tab={tab}
          onTab={setTab}
          comparedWith={comparison?.checkpointNs === innerNs ? comparison.other : null}
          onCompare={(other) => setComparison({ checkpointNs: innerNs, other })}
        />
      ) : shown.isError ? (
        <div className={styles.padded}>
          <ErrorNotice
            action="Could not load the state"
            error={shown.error}
            onRetry={() => void shown.refetch()}
          />
        </div>
      ) : (
        <Loading fill>Loading the state of the subgraph…</Loading>
      )}
    </div>
  );
}

function emptyMessage(
  underWay: boolean,
  isKnown: boolean,
): { readonly title: string; readonly sentence: string } {
  if (underWay) {
    return {
      title: 'Waiting for the first state',
      sentence: 'It appears with the first superstep of the run.',
    };
  }
  return isKnown
    ? { title: 'No state', sentence: 'The server has no checkpoint of this thread.' }
    : {
        title: 'No state yet',
        sentence: 'This thread has never run. Start a run to see its state.',
      };
}

/** Sections that are rarely needed. */
const closedAtFirst = ['/tasks', '/metadata'];

interface InspectedProps extends StateInspectorProps {
  readonly threadId: string;
  readonly state: ThreadState;
  /** The newest state of a thread with an active run. */
  readonly underWay: boolean;
  readonly subgraph: EditedSubgraph | null;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  /** `null` until something is chosen. */
  readonly comparedWith: ComparedWith | null;
  readonly onCompare: (other: ComparedWith) => void;
}

/** What a state of this namespace is compared with. */
interface Comparison {
  readonly checkpointNs: string;
  readonly other: ComparedWith;
}

function Inspected(props: InspectedProps) {
  const { connectionId, threadId, assistantId, onCheckpoint, state, checkpointId, subgraph } = props;
  const checkpointNs = subgraph?.checkpointNs ?? '';
  const [view, setView] = useState<StateView>('tree');
  const { writers, isStart } = useCheckpointWriters(connectionId, state, checkpointNs);
  const [draft] = useDraft(
    draftKey('state', ...draftKeyParts(connectionId, threadId, state.checkpointId, subgraph)),
  );
  const everything = useMemo(() => wholeText(state), [state]);
  const schemaText = useSchemas(connectionId, assistantId).data?.stateText ?? null;
  const messages = useMemo(
    () => messageListKeys(state.valuesText, subgraph ? null : schemaText),
    [state.valuesText, subgraph, schemaText],
  );
  const tab = props.tab === 'messages' && messages.length === 0 ? 'state' : props.tab;
  return (
    <section className={styles.inspector} aria-label="State">
      <Tabs
        label="State views"
        value={tab}
        onChange={props.onTab}
        tabs={[
          { id: 'state', label: 'State' },
          ...(messages.length === 0 ? [] : [{ id: 'messages', label: 'Messages' }]),
          { id: 'diff', label: 'Diff' },
        ]}
        end={tab === 'state' ? <ViewToggle view={view} onView={setView} /> : null}
      >
        <TabPanel id="state">
          <div className={styles.stateTab}>
            <StateSummary state={state} writers={writers} isStart={isStart} underWay={props.underWay} />
            {view === 'tree' ? (
              <StateTree
                text={everything}
                label="State tree"
                closed={closedAtFirst}
                renderMessage={props.renderMessage}
              />
            ) : view === 'text' ? (
              <FormattedText text={everything} />
            ) : (
              <RawText text={state.valuesText} />
            )}
          </div>
        </TabPanel>
        <TabPanel id="messages">
          <StateMessagesView
            connectionId={connectionId}
            threadId={threadId}
            state={state}
            subgraph={subgraph && { rootId: subgraph.rootId, checkpointNs }}
            keys={messages}
            renderMessage={props.renderMessage}
            onRunFrom={props.onRunFrom}
            onOpenCheckpoint={props.onOpenCheckpoint}
          />
        </TabPanel>
        <TabPanel id="diff">
          <CompareView
            chosen={props.comparedWith}
            onChoose={props.onCompare}
            connectionId={connectionId}
            state={state}
            checkpointNs={checkpointNs}
            draftText={draft}
          />
        </TabPanel>
      </Tabs>
      <StateEditor
        connectionId={connectionId}
        threadId={threadId}
        assistantId={assistantId}
        state={state}
        subgraph={subgraph}
        isHead={checkpointId === null}
        writers={writers}
        onCheckpoint={onCheckpoint}
        onOpenCheckpoint={props.onOpenCheckpoint}
      />
    </section>
  );
}

/** The node of a namespace: `write:4014…|deep:88a1…` is `write:deep`. */
function nodeOf(checkpointNs: string): string {
  return checkpointNs
    .split('|')
    .map((level) => level.split(':', 1)[0] ?? level)
    .join(':');
}

/** Values, tasks and metadata as one JSON text; values stay verbatim. */
function wholeText({ valuesText, tasks, metadataText }: ThreadState): string {
  return `{"values":${valuesText},"tasks":${JSON.stringify(tasks)},"metadata":${metadataText}}`;
}
