import { MousePointerClick } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useThreadRecord } from '../../queries/thread-record.ts';
import type { NodeViewProps, NodeViewSlots } from '../../runs/node/node-view-props.ts';
import { JsonMessage } from '../../runs/messages/JsonMessage.tsx';
import { NodeView } from '../../runs/node/NodeView.tsx';
import { refreshMs, useEventsRecord } from '../../runs/node/use-events-record.ts';
import { useThrottled } from '../../ui/use-throttled.ts';
import { useRuns } from '../../runs/queries.ts';
import { StateDiff } from '../../thread-state/StateDiff.tsx';
import { StateTree } from '../../thread-state/tree/StateTree.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { displayedLog, useSession } from '../../runs/run-session.ts';
import { useWorkbench } from '../use-workbench.ts';
import { SourceLine } from './SourceLine.tsx';
import { useExecutionActions } from './use-execution-actions.ts';
import { useNodeSettings } from './use-node-settings.tsx';
import { useStaleReasons } from './use-stale-reasons.ts';

export function NodePanel() {
  const nodeId = useSession((state) => state.selectedNodeId);
  const log = useSession(displayedLog);
  const { connectionId, threadId } = useWorkbench().selection;
  if (nodeId === null || connectionId === null) {
    return (
      <EmptyState
        icon={<MousePointerClick size={20} />}
        title="No node selected"
        sentence="Click a node in the graph or a task in the timeline to see what it read and wrote."
        action={<Button onClick={() => runCommand('graph.find')}>Find node</Button>}
      />
    );
  }
  if (/(^|:)__(start|end)__$/.test(nodeId)) {
    return (
      <EmptyState
        icon={<MousePointerClick size={20} />}
        title="Start and end do nothing"
        sentence="Only the nodes between them read and write the state. Click one of them."
      />
    );
  }
  if (threadId === null || log?.key.threadId === null) return <StatelessNode nodeId={nodeId} />;
  return <ThreadNode key={threadId} nodeId={nodeId} threadId={threadId} />;
}

interface SelectedNodeProps {
  readonly nodeId: string;
}

const nothing = [] as const;

// Only the events tell what a run without a thread did.
function StatelessNode({ nodeId }: SelectedNodeProps) {
  const { selection } = useWorkbench();
  const log = useSession(displayedLog);
  const taskId = useSession((state) => state.selectedTaskId);
  const record = useEventsRecord(log, undefined);
  const actions = useExecutionActions(record);
  const settings = useNodeSettings(nodeId, actions);
  const reasonOf = useStaleReasons();
  return (
    <NodeView
      connectionId={selection.connectionId ?? ''}
      threadId={null}
      nodeId={nodeId}
      taskId={taskId}
      checkpointId={null}
      record={record}
      problem={null}
      onRetry={() => undefined}
      runs={nothing}
      log={log}
      slots={{ ...slots, source: <SourceLine nodeId={nodeId} />, settings }}
      actions={actions}
      staleReason={reasonOf}
    />
  );
}

interface ThreadNodeProps extends SelectedNodeProps {
  readonly threadId: string;
}

function ThreadNode(props: ThreadNodeProps) {
  const threadRecordState = useThreadRecord(useWorkbench().selection.connectionId ?? '', props.threadId);
  const record = useThrottled(threadRecordState.record, refreshMs);
  return (
    <RecordedNode
      {...props}
      record={record}
      problem={threadRecordState.error}
      onRetry={threadRecordState.retry}
    />
  );
}

type RecordedNodeProps = ThreadNodeProps & Pick<NodeViewProps, 'record' | 'problem' | 'onRetry'>;

// Renders only when the throttled record changes, however often the thread does.
const RecordedNode = memo(function RecordedNode(props: RecordedNodeProps) {
  const { nodeId, threadId, problem, onRetry } = props;
  const { selection } = useWorkbench();
  const connectionId = selection.connectionId ?? '';
  const displayed = useSession(displayedLog);
  const log = displayed?.key.threadId === threadId ? displayed : null;
  const taskId = useSession((state) => state.selectedTaskId);
  const runs = useRuns(connectionId, threadId).data ?? null;
  // A server without a history: the events of the displayed run still report it.
  const isUnreadable = props.record === null && problem !== null;
  const run = runs?.find(({ runId }) => runId === log?.key.runId);
  const events = useEventsRecord(isUnreadable ? log : null, run);
  const record = props.record ?? (events?.executions.length ? events : null);
  const actions = useExecutionActions(record);
  const settings = useNodeSettings(nodeId, actions);
  const reasonOf = useStaleReasons();
  return (
    <NodeView
      connectionId={connectionId}
      threadId={threadId}
      nodeId={nodeId}
      taskId={taskId}
      checkpointId={selection.checkpointId}
      record={record}
      problem={problem}
      onRetry={onRetry}
      runs={runs}
      log={log}
      slots={{ ...slots, source: <SourceLine nodeId={nodeId} />, settings }}
      actions={actions}
      staleReason={reasonOf}
    />
  );
});

const renderMessage = (json: string): ReactNode => <JsonMessage text={json} />;

const slots: Omit<NodeViewSlots, 'settings' | 'source'> = {
  renderTree: (text, label) => (
    <StateTree text={text} label={label} rootName={label.toLowerCase()} renderMessage={renderMessage} />
  ),
  renderDiff: (before, after, keys) => <StateDiff before={before} after={after} keys={keys} />,
};
