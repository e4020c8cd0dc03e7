import { useState } from 'react';
import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { useBreakpoints } from '../../domain/breakpoints/breakpoints.ts';
import { everyNode } from '../../../shared/model/runs/breakpoint.ts';
import type { CheckpointSelection, SubgraphRun } from '../../domain/checkpoint.ts';
import type { ExecutionCheckpoint } from '../../runs/node/model/node-execution.ts';
import type { ExecutionActions } from '../../runs/node/node-view-props.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { selectNode, setCollapsed, useUi, useUiStore } from '../workbench/ui-store.ts';
import type { Workbench } from '../workbench/use-workbench.ts';
import type { CheckpointRunRequest } from './dock/RunFromCheckpointDialog.tsx';

/** The actions of the Node tab in other panes, and the run that is still to be confirmed. */
export function useExecutionActions(workbench: Workbench): {
  readonly actionsOn: (checkpoints: readonly CheckpointSummary[]) => ExecutionActions;
  readonly request: CheckpointRunRequest | null;
  readonly close: () => void;
} {
  const store = useUiStore();
  const [request, setRequest] = useState<CheckpointRunRequest | null>(null);
  const nodeId = useUi((state) => state.selectedNodeId);
  const { connectionId, assistantId, threadId } = workbench.selection;
  const breakpoints = useBreakpoints({
    connectionId: connectionId ?? '',
    assistantId: assistantId ?? '',
    graphId: workbench.assistant?.graphId ?? '',
  });
  // Servers accept only nodes of the thread's own graph as breakpoints.
  const canBreak = nodeId !== null && workbench.assistant !== null && !nodeId.includes(':');

  const actionsOn = (checkpoints: readonly CheckpointSummary[]): ExecutionActions => ({
    trySettings({ before, nodeId: id }, settings) {
      if (!before.known || before.value.namespace !== '') return;
      setCollapsed(store, 'dock', false);
      setRequest({
        checkpoint: before.value.checkpoint,
        nodeId: id,
        inner: null,
        step: true,
        settings,
      });
    },
    runAgain({ before, nodeId: id, status }) {
      if (!before.known) return;
      const { checkpoint, namespace } = before.value;
      const inner = namespace === '' ? null : subgraphRun(checkpoints, namespace);
      if (namespace !== '' && inner === null) return reportMissing();
      setCollapsed(store, 'dock', false);
      setRequest({
        checkpoint,
        nodeId: id.replaceAll(':', ' › '),
        inner,
        step: true,
        ...(status === 'next' ? { isFirst: true } : {}),
      });
    },
    editInput({ before }) {
      const selected = before.known ? selectionOf(checkpoints, before.value) : null;
      if (selected === null || connectionId === null || threadId === null) return reportMissing();
      workbench.openCheckpoint(selected);
      dispatch({ type: 'edit-state', connectionId, threadId, asNode: null, message: null });
    },
    openCheckpoint(checkpoint) {
      const selected = selectionOf(checkpoints, checkpoint);
      if (selected === null) reportMissing();
      else workbench.openCheckpoint(selected);
    },
    openTask: (id, taskId) => selectNode(store, id, taskId),
    breakpoint: canBreak
      ? {
          isSet: breakpoints.all.some(
            (one) =>
              one.enabled && one.side === 'before' && (one.nodeId === nodeId || one.nodeId === everyNode),
          ),
          toggle: () => breakpoints.toggle(nodeId, 'before'),
          edit: () => dispatch({ type: 'edit-breakpoints', nodeId }),
        }
      : null,
  });
  return { actionsOn, request, close: () => setRequest(null) };
}

/** A checkpoint of a subgraph is below the checkpoint of the thread whose tasks ran it; `null` if that is not loaded. */
function selectionOf(
  checkpoints: readonly CheckpointSummary[],
  { namespace, checkpoint: { checkpointId } }: ExecutionCheckpoint,
): CheckpointSelection | null {
  if (namespace === '') return { checkpointId, inner: null };
  const run = subgraphRun(checkpoints, namespace);
  return run === null ? null : { checkpointId: run.rootId, inner: { checkpointNs: namespace, checkpointId } };
}

function subgraphRun(checkpoints: readonly CheckpointSummary[], namespace: string): SubgraphRun | null {
  const outermost = namespace.split('|', 1)[0];
  const root = checkpoints.find(({ tasks = [] }) =>
    tasks.some(({ checkpointNs }) => checkpointNs === outermost),
  );
  return root === undefined ? null : { rootId: root.checkpointId, checkpointNs: namespace };
}

function reportMissing(): void {
  showToast('The checkpoint that ran this subgraph is not loaded. Scroll the history to load it.', 'wait');
}
