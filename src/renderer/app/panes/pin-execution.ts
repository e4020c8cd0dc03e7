import type { Execution } from '../../../shared/model/thread-record.ts';
import type { StudioRpc } from '../../rpc/rpc-context.ts';
import { pinResult, type PinOwner } from '../../shared-ui/stored-pins.ts';
import { failedAction } from '../../ui/display/describe-error.ts';
import { showToast } from '../../ui/popups/toast-store.ts';

/** Pins what a node of the top level wrote once on a thread, and says so. */
export async function pinExecution(
  rpc: StudioRpc,
  { threadId, ...owner }: PinOwner & { readonly threadId: string },
  { nodeId, taskId, before }: Pick<Execution, 'nodeId' | 'taskId' | 'before'>,
): Promise<void> {
  if (before === null) return showToast(`No output of ${nodeId} is known.`, 'wait');
  const { connectionId } = owner;
  try {
    const task = { connectionId, threadId, checkpointId: before, taskId };
    const { resultText } = await rpc.call('threads.task', task);
    pinResult(owner, nodeId, resultText, { threadId, checkpointId: before });
  } catch (error) {
    showToast(failedAction(`Could not pin ${nodeId}`, error), 'fail');
  }
}
