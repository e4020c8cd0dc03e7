import { MousePointerClick } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { useHistory } from '../../history/queries.ts';
import { useThreadState } from '../../queries/thread-state-query.ts';
import { isRunActive } from '../../run-state/run-state.ts';
import { useRunState } from '../../run-state/run-state-store.ts';
import type { ExecutionActions, NodeViewSlots } from '../../runs/node/node-view-props.ts';
import { NodeView } from '../../runs/node/NodeView.tsx';
import { useRuns } from '../../runs/queries.ts';
import { StateDiff } from '../../state/diff/StateDiff.tsx';
import { StateTree } from '../../state/tree/StateTree.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useUi } from '../workbench/ui-store.ts';
import type { Workbench } from '../workbench/use-workbench.ts';
import { useNodeLevels } from './use-node-levels.ts';
import { useNodeSettings } from './use-node-settings.tsx';

interface NodePanelProps {
  readonly workbench: Workbench;
  readonly actions: (checkpoints: readonly CheckpointSummary[]) => ExecutionActions;
  readonly renderMessage: (json: string) => ReactNode;
}

/** What the selected node did, in the thread or in the stateless run of the dock. */
export function NodePanel(props: NodePanelProps) {
  const nodeId = useUi((state) => state.selectedNodeId);
  const log = useUi((state) => state.displayedLog);
  const { connectionId, threadId } = props.workbench.selection;
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
function StatelessNode({ workbench, actions, nodeId, renderMessage }: SelectedNodeProps) {
  const log = useUi((state) => state.displayedLog);
  const taskId = useUi((state) => state.selectedTaskId);
  const own = actions(nothing);
  const settings = useNodeSettings(workbench, nodeId, own);
  return (
    <NodeView
      connectionId={workbench.selection.connectionId ?? ''}
      threadId={null}
      nodeId={nodeId}
      taskId={taskId}
      checkpointId={null}
      levels={nothing}
      isLoading={false}
      runs={nothing}
      log={log}
      head={null}
      activeRunId={log?.key.runId ?? null}
      isActive={false}
      slots={{ ...slotsWith(renderMessage), settings }}
      actions={own}
    />
  );
}

function ThreadNode(props: SelectedNodeProps & { readonly threadId: string }) {
  const { workbench, actions, nodeId, threadId, renderMessage } = props;
  const connectionId = workbench.selection.connectionId ?? '';
  const log = useUi((state) => state.displayedLog);
  const taskId = useUi((state) => state.selectedTaskId);
  const history = useHistory(connectionId, threadId);
  const runs = useRuns(connectionId, threadId);
  const head = useThreadState({ connectionId, threadId, checkpointId: null });
  const state = useRunState(connectionId, threadId);
  const checkpoints = history.data ?? nothing;
  const levels = useNodeLevels(connectionId, threadId, nodeId, {
    checkpoints,
    hasOlder: history.hasNextPage || history.isPending,
  });
  const isActive = isRunActive(state.phase);
  const own = actions(checkpoints);
  const settings = useNodeSettings(workbench, nodeId, own);
  return (
    <NodeView
      connectionId={connectionId}
      threadId={threadId}
      nodeId={nodeId}
      taskId={taskId}
      checkpointId={workbench.selection.checkpointId}
      levels={levels}
      isLoading={history.isPending}
      runs={runs.data ?? nothing}
      log={log?.key.threadId === threadId ? log : null}
      head={head.data ?? null}
      activeRunId={isActive ? state.runId : null}
      isActive={isActive}
      slots={{ ...slotsWith(renderMessage), settings }}
      actions={own}
    />
  );
}

function slotsWith(renderMessage: (json: string) => ReactNode): Omit<NodeViewSlots, 'settings'> {
  return {
    renderTree: (text, label) => (
      <StateTree text={text} label={label} rootName={label.toLowerCase()} renderMessage={renderMessage} />
    ),
    renderDiff: (before, after, keys) => <StateDiff before={before} after={after} keys={keys} />,
  };
}
