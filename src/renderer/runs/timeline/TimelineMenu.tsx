import { ChevronDown, ChevronRight, History, SquareFunction } from 'lucide-react';
import { dispatch } from '../../commands/command-queue.ts';
import { CompareItem } from '../../shared-ui/CompareItem.tsx';
import type { TrayEntry } from '../../shared-ui/compare-tray.ts';
import { ExecutionCompareItem } from '../../shared-ui/ExecutionCompareItem.tsx';
import { runTrayEntry } from '../../shared-ui/tray-entries.ts';
import { threadRecordForAction } from '../../queries/thread-record.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import { shortId } from '../../ui/display/format.ts';
import { ContextMenu } from '../../ui/popups/ContextMenu.tsx';
import { CopyIdItem } from '../../ui/popups/CopyIdItem.tsx';
import { MenuItem, MenuSeparator } from '../../ui/popups/Menu.tsx';
import {
  addressOfExecution,
  type ExecutionAddress,
} from '../../../shared/thread-record/execution-address.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import { isGroup, isRunItem, type TimelineItem } from './timeline-items.ts';

export interface TimelineMenuProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly item: TimelineItem;
  readonly trayEntry: TrayEntry | null;
  readonly expanded: boolean | null;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onPick: (item: TimelineItem) => void;
  readonly onToggle: (item: TimelineItem) => void;
}

export function TimelineMenu(props: TimelineMenuProps) {
  const { connectionId, threadId, item, expanded, trayEntry, at, onClose, onPick, onToggle } = props;
  const unseen =
    isRunItem(item) && threadId !== null
      ? runTrayEntry('run', {
          connectionId,
          threadId,
          runId: item.runId,
          number: null,
          threadName: null,
          createdAt: null,
        })
      : null;
  return (
    <ContextMenu
      at={at}
      label={isRunItem(item) ? 'Run' : `Task ${item.label}`}
      target={isRunItem(item) ? `run ${shortId(item.runId)}` : `task “${item.label}”`}
      onClose={onClose}
    >
      {isRunItem(item) ? null : (
        <MenuItem icon={<SquareFunction size={14} aria-hidden />} onSelect={() => onPick(item)}>
          {isGroup(item) ? 'Show its node' : 'Show what it did'}
        </MenuItem>
      )}
      {expanded === null ? null : (
        <MenuItem
          icon={expanded ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          onSelect={() => onToggle(item)}
        >
          {expanded ? 'Collapse' : 'Expand'}
        </MenuItem>
      )}
      {isRunItem(item) || isGroup(item) ? null : <TaskItems {...props} task={item} />}
      {unseen === null ? null : <CompareItem entry={unseen} />}
      {trayEntry === null || unseen !== null ? null : (
        <>
          <MenuSeparator />
          <CompareItem
            entry={trayEntry}
            what={trayEntry.side.kind === 'turn' ? 'the whole turn' : 'its run'}
          />
        </>
      )}
    </ContextMenu>
  );
}

function TaskItems({
  connectionId,
  threadId,
  task,
}: Pick<TimelineMenuProps, 'connectionId' | 'threadId'> & { readonly task: TimelineTask }) {
  const rpc = useRpc();
  const find = (record: ThreadRecord): ExecutionAddress | null =>
    addressOfExecution(record, task.executionId);
  const open = (thread: string): void => {
    const record = threadRecordForAction(rpc, connectionId, thread);
    if (record === null) return;
    const executionAddress = find(record);
    if (executionAddress === null) return showToast('No known checkpoint lists this task.', 'wait');
    const { rootId, checkpointId, checkpointNs } = executionAddress;
    dispatch({
      type: 'open-checkpoint',
      connectionId,
      threadId: thread,
      checkpointId: rootId,
      inner: checkpointNs === '' ? null : { checkpointNs, checkpointId },
    });
  };
  return (
    <>
      <MenuItem
        icon={<History size={14} aria-hidden />}
        disabled={threadId === null}
        detail={threadId === null ? 'A stateless run has no checkpoints' : undefined}
        onSelect={() => (threadId === null ? undefined : open(threadId))}
      >
        Open the state before it
      </MenuItem>
      <ExecutionCompareItem
        connectionId={connectionId}
        threadId={threadId}
        nodeId={task.nodeId}
        find={find}
      />
      <CopyIdItem what="task" id={task.taskId} />
    </>
  );
}
