import { Braces, MousePointerClick } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { StartedRun } from '../../shared/model/run.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import { formatJson } from '../../exact-json/format.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { JsonEditor } from '../ui/JsonEditor.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';
import type { StateEditorProps } from './editor-props.ts';
import { useParentState, useThreadState } from './queries.ts';
import { StateDiff } from './StateDiff.tsx';
import { StateEditor } from './StateEditor.tsx';
import { StateFacts } from './StateFacts.tsx';
import { StateTree } from './StateTree.tsx';
import styles from './state.module.css';

export interface StateInspectorProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly assistantId: string | null;
  /** The picked checkpoint; `null` is the newest. */
  readonly checkpointId: string | null;
  readonly onCheckpoint: (checkpointId: string | null) => void;
  /** A run was started from an edit. */
  readonly onStarted: (run: StartedRun) => void;
  /** A wish from elsewhere to write the state as a node. */
  readonly editAs: StateEditorProps['editAs'];
}

/** The state at the picked checkpoint: what it holds, what it changed, and how to change it. */
export function StateInspector({ threadId, ...props }: StateInspectorProps) {
  if (threadId === null) {
    return (
      <EmptyState
        icon={<MousePointerClick size={20} />}
        title="No thread picked"
        sentence="Pick a thread, or run the graph, to see its state."
      />
    );
  }
  return <ThreadStateInspector key={threadId} {...props} threadId={threadId} />;
}

function ThreadStateInspector(props: StateInspectorProps & { readonly threadId: string }) {
  const { connectionId, threadId, checkpointId } = props;
  const state = useThreadState(connectionId, threadId, checkpointId);
  if (state.isPending) return <Loading fill>Reading the state…</Loading>;
  if (state.isError) {
    return (
      <div className={styles.padded}>
        <ErrorNote error={state.error} onRetry={() => void state.refetch()} />
      </div>
    );
  }
  if (state.data.checkpointId === null) {
    return (
      <EmptyState
        icon={<Braces size={20} />}
        title="No state yet"
        sentence="This thread has never run. Start a run, and its state appears here."
      />
    );
  }
  return <Inspected {...props} state={state.data} />;
}

type View = 'tree' | 'text';

/** Rarely what one looks for first. */
const closedAtFirst = ['/tasks', '/metadata'];

function Inspected(props: StateInspectorProps & { readonly threadId: string; readonly state: ThreadState }) {
  const { connectionId, threadId, assistantId, onCheckpoint, state, checkpointId } = props;
  const [tab, setTab] = useState('state');
  const [view, setView] = useState<View>('tree');
  const parent = useParentState(connectionId, threadId, state.parentId);
  const writers = writersOf(state, parent.data);
  const everything = useMemo(() => wholeText(state), [state]);
  return (
    <section className={styles.inspector} aria-label="State">
      <Tabs
        label="State views"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'state', label: 'State' },
          { id: 'diff', label: 'Diff' },
        ]}
        end={
          <Segmented
            label="Show as"
            value={view}
            onChange={setView}
            options={[
              { value: 'tree', label: 'Tree' },
              { value: 'text', label: 'Text' },
            ]}
          />
        }
      >
        <TabPanel id="state">
          <div className={styles.stateTab}>
            <StateFacts state={state} writers={writers} />
            {view === 'tree' ? (
              <StateTree text={everything} label="State tree" closed={closedAtFirst} />
            ) : (
              <JsonEditor label="State text" value={formatJson(everything)} onChange={() => {}} readOnly />
            )}
          </div>
        </TabPanel>
        <TabPanel id="diff">
          <div className={styles.scroll}>
            {state.parentId === null ? (
              <EmptyState
                compact
                title="The first checkpoint"
                sentence="There is none before it to compare with."
              />
            ) : parent.isError ? (
              <div className={styles.padded}>
                <ErrorNote error={parent.error} onRetry={() => void parent.refetch()} />
              </div>
            ) : parent.data ? (
              <StateDiff before={parent.data.valuesText} after={state.valuesText} />
            ) : (
              <Loading>Reading the checkpoint before…</Loading>
            )}
          </div>
        </TabPanel>
      </Tabs>
      <StateEditor
        connectionId={connectionId}
        threadId={threadId}
        assistantId={assistantId}
        state={state}
        isHead={checkpointId === null}
        writers={writers}
        onCheckpoint={onCheckpoint}
        onStarted={props.onStarted}
        editAs={props.editAs}
      />
    </section>
  );
}

/** Values, tasks and metadata as one text, values verbatim. */
function wholeText({ valuesText, tasks, metadataText }: ThreadState): string {
  return `{"values":${valuesText},"tasks":${JSON.stringify(tasks)},"metadata":${metadataText}}`;
}

/** The nodes that wrote a state: what its parent was about to run. Unknown for inputs and edits. */
function writersOf(state: ThreadState, parent: ThreadState | undefined): readonly string[] {
  if (state.source !== 'loop' || !parent) return [];
  return [...new Set(parent.tasks.map(({ nodeId }) => nodeId.split(':', 1)[0] ?? nodeId))].filter(
    (nodeId) => nodeId !== '__start__',
  );
}
