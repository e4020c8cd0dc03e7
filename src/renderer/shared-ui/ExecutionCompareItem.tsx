import { GitCompareArrows } from 'lucide-react';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import type { ExecutionAddress } from '../../shared/thread-record/execution-address.ts';
import { threadRecordForAction } from '../queries/thread-record.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { MenuItem } from '../ui/popups/Menu.tsx';
import { entryName, pickForCompare, useCompareTray, waitingEntry } from './compare-tray.ts';
import { executionTrayEntry } from './tray-entries.ts';

interface ExecutionCompareItemProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly nodeId: string;
  // Finds the execution when the entry is picked; `null` if no checkpoint is known that lists it.
  readonly find: (record: ThreadRecord) => ExecutionAddress | null;
}

export function ExecutionCompareItem({ connectionId, threadId, nodeId, find }: ExecutionCompareItemProps) {
  const rpc = useRpc();
  const other = useCompareTray(waitingEntry);
  const pick = (thread: string): void => {
    const record = threadRecordForAction(rpc, connectionId, thread);
    if (record === null) return;
    const executionAddress = find(record);
    if (executionAddress === null) return showToast('No known checkpoint lists what it did.', 'wait');
    pickForCompare(
      executionTrayEntry({ connectionId, threadId: thread, nodeId, at: null, ...executionAddress }),
    );
  };
  return (
    <MenuItem
      icon={<GitCompareArrows size={14} aria-hidden />}
      disabled={threadId === null}
      detail={threadId === null ? 'No thread selected' : undefined}
      onSelect={() => (threadId === null ? undefined : pick(threadId))}
    >
      {other === null ? 'Compare what it did…' : `Compare what it did with ${entryName(other)}`}
    </MenuItem>
  );
}
