import type { Execution, ThreadRecord } from '../../../shared/model/thread-record.ts';
import { executionFacts } from '../../../shared/thread-record/execution-facts.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { useBreakpoints } from '../../shared-ui/breakpoints.ts';
import { pinResult, usePins } from '../../shared-ui/stored-pins.ts';
import { everyNode } from '../../../shared/model/breakpoint.ts';
import type { CheckpointSelection } from '../../shared-ui/checkpoint.ts';
import type { ExecutionActions } from '../../runs/node/node-view-props.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import { selectNode, useRunSession, useSession } from '../../runs/run-session.ts';
import { confirmCheckpointRun, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import type { CheckpointRunRequest } from './checkpoint-run-request.ts';
import { runnableCheckpoint } from './runnable-checkpoint.ts';

/** The actions of the Node tab in other panes. */
export function useExecutionActions(record: ThreadRecord | null): ExecutionActions {
  const workbench = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  const nodeId = useSession((state) => state.selectedNodeId);
  const { connectionId, assistantId, threadId } = workbench.selection;
  const breakpoints = useBreakpoints({
    connectionId: connectionId ?? '',
    assistantId: assistantId ?? '',
    graphId: workbench.assistant?.graphId ?? '',
  });
  // Servers accept only nodes of the thread's own graph as breakpoints.
  const canBreak = nodeId !== null && workbench.assistant !== null && !nodeId.includes(':');

  const pinOwner = { connectionId: connectionId ?? '', graphId: workbench.assistant?.graphId ?? '' };
  const pins = usePins(pinOwner);

  return {
    trySettings(execution, settings) {
      const { namespace, nodeId: id } = execution;
      const checkpoint = namespace === '' ? checkpointBefore(record, execution) : null;
      if (checkpoint === null) return;
      confirmCheckpointRun(store, { checkpoint, nodeId: id, inner: null, step: true, settings });
    },
    runAgain(execution) {
      const { namespace, nodeId: id, status } = execution;
      const checkpoint = checkpointBefore(record, execution);
      const rootId = rootOf(record, execution);
      if (checkpoint === null || rootId === null) return reportMissing();
      confirmCheckpointRun(store, {
        checkpoint,
        nodeId: id.replaceAll(':', ' › '),
        inner: namespace === '' ? null : { rootId, checkpointNs: namespace },
        step: true,
        ...(status === 'next' ? { isFirst: true } : {}),
      });
    },
    editInput(execution) {
      const selected = execution.before === null ? null : selectionOf(record, execution, execution.before);
      if (selected === null || connectionId === null || threadId === null) return reportMissing();
      workbench.openCheckpoint(selected);
      const checkpointNs = execution.namespace;
      dispatch({ type: 'edit-state', connectionId, threadId, checkpointNs, asNode: null, message: null });
    },
    openCheckpoint(execution, checkpointId) {
      const selected = selectionOf(record, execution, checkpointId);
      if (selected === null) reportMissing();
      else workbench.openCheckpoint(selected);
    },
    openTask: (id, taskId) => selectNode(session, id, taskId),
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
    pin: canBreak
      ? {
          isPinned: pins.all.some((pin) => pin.nodeId === nodeId),
          put: ({ before }, outputText) => {
            const isKnown = threadId !== null && before !== null;
            pinResult(pinOwner, nodeId, outputText, isKnown ? { threadId, checkpointId: before } : null);
          },
          edit: () => dispatch({ type: 'edit-pin', nodeId }),
        }
      : null,
  };
}

// A checkpoint of a subgraph is below the checkpoint of the thread whose tasks ran it; `null` if that is not
// known.
function selectionOf(
  record: ThreadRecord | null,
  execution: Execution,
  checkpointId: string,
): CheckpointSelection | null {
  const { namespace } = execution;
  if (namespace === '') return { checkpointId, inner: null };
  const rootId = rootOf(record, execution);
  return rootId === null ? null : { checkpointId: rootId, inner: { checkpointNs: namespace, checkpointId } };
}

function rootOf(record: ThreadRecord | null, execution: Execution): string | null {
  return record === null ? null : executionFacts(record, execution).rootCheckpointId;
}

function checkpointBefore(
  record: ThreadRecord | null,
  { namespace, before }: Execution,
): CheckpointRunRequest['checkpoint'] | null {
  return record === null || before === null ? null : runnableCheckpoint(record, namespace, before);
}

function reportMissing(): void {
  showToast('The checkpoint before this node is unknown.', 'wait');
}
