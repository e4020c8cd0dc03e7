import { MousePointerClick } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { ThreadRecord } from '../../../shared/model/threads/thread-record.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import type { ExecutionActions, NodeViewProps, NodeViewSlots } from '../../runs/node/node-view-props.ts';
import { NodeView } from '../../runs/node/NodeView.tsx';
import { refreshMs, useEventsRecord } from '../../runs/node/use-events-record.ts';
import { useThrottled } from '../../runs/node/use-throttled.ts';
import { useRuns } from '../../runs/queries.ts';
import { StateDiff } from '../../state/diff/StateDiff.tsx';
import { StateTree } from '../../state/tree/StateTree.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { displayedLog, useSession } from '../../runs/session/run-session.ts';
import { useWorkbench } from '../workbench/use-workbench.ts';
import { useNodeSettings } from './use-node-settings.tsx';

interface NodePanelProps {
  readonly actions: (record: ThreadRecord | null) => ExecutionActions;
  readonly renderMessage: (json: string) => ReactNode;
}

export function NodePanel(props: NodePanelProps) {
  const nodeId = useSession((state) => state.selectedNodeId);
  const log = useSession(displayedLog);
  const { connectionId, threadId } = useWorkbench().selection;
  if (nodeId === null || connectionId === null) {
    return (
      <EmptyState
        icon={<MousePointerClick size={20} />}
        title="No node selected"
        sentence="Click a node of the graph, or a task in the timeline, to see what it read and what it wrote."
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
  if (threadId === null || log?.key.threadId === null) return <StatelessNode {...props} nodeId={nodeId} />;
  return <ThreadNode key={threadId} {...props} nodeId={nodeId} threadId={threadId} />;
}

interface SelectedNodeProps extends NodePanelProps {
  readonly nodeId: string;
}

const nothing = [] as const;

/** Only the events tell what a run without a thread did. */
function StatelessNode({ actions, nodeId, renderMessage }: SelectedNodeProps) {
  const { selection } = useWorkbench();
  const log = useSession(displayedLog);
  const taskId = useSession((state) => state.selectedTaskId);
  const record = useEventsRecord(log, undefined);
  const own = actions(record);
  const settings = useNodeSettings(nodeId, own);
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
      slots={{ ...slotsWith(renderMessage), settings }}
      actions={own}
    />
  );
}

interface ThreadNodeProps extends SelectedNodeProps {
  readonly threadId: string;
}

function ThreadNode(props: ThreadNodeProps) {
  const known = useThreadRecord(useWorkbench().selection.connectionId ?? '', props.threadId);
  const record = useThrottled(known.record, refreshMs);
  return <RecordedNode {...props} record={record} problem={known.error} onRetry={known.retry} />;
}

type RecordedNodeProps = ThreadNodeProps & Pick<NodeViewProps, 'record' | 'problem' | 'onRetry'>;

/** Renders only when the throttled record changes, however often the thread does. */
const RecordedNode = memo(function RecordedNode(props: RecordedNodeProps) {
  const { actions, nodeId, threadId, renderMessage, problem, onRetry } = props;
  const { selection } = useWorkbench();
  const connectionId = selection.connectionId ?? '';
  const displayed = useSession(displayedLog);
  const log = displayed?.key.threadId === threadId ? displayed : null;
  const taskId = useSession((state) => state.selectedTaskId);
  const runs = useRuns(connectionId, threadId).data ?? nothing;
  // A server without a history: the events of the displayed run still report it.
  const isUnreadable = props.record === null && problem !== null;
  const run = runs.find(({ runId }) => runId === log?.key.runId);
  const events = useEventsRecord(isUnreadable ? log : null, run);
  const record = props.record ?? (events?.executions.length ? events : null);
  const own = actions(record);
  const settings = useNodeSettings(nodeId, own);
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
      slots={{ ...slotsWith(renderMessage), settings }}
      actions={own}
    />
  );
});

function slotsWith(renderMessage: (json: string) => ReactNode): Omit<NodeViewSlots, 'settings'> {
  return {
    renderTree: (text, label) => (
      <StateTree text={text} label={label} rootName={label.toLowerCase()} renderMessage={renderMessage} />
    ),
    renderDiff: (before, after, keys) => <StateDiff before={before} after={after} keys={keys} />,
  };
}
