import { ChevronDown, ChevronRight, History, SquareFunction } from 'lucide-react';
import { dispatch } from '../../commands/command-queue.ts';
import { CompareItem } from '../../domain/compare/CompareItem.tsx';
import type { TrayEntry } from '../../domain/compare/compare-tray.ts';
import { ExecutionCompareItem } from '../../domain/compare/ExecutionCompareItem.tsx';
import { runTrayEntry } from '../../domain/compare/tray-entries.ts';
import { findExecution, type WantedTask } from '../../domain/compare/find-execution.ts';
import { useStudio } from '../../rpc/rpc-context.ts';
import { failedAction } from '../../ui/feedback/describe-error.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ContextMenu } from '../../ui/popups/ContextMenu.tsx';
import { CopyIdItem } from '../../ui/popups/CopyIdItem.tsx';
import { MenuItem, MenuSeparator } from '../../ui/popups/Menu.tsx';
import type { TimelineRow } from '../../../shared/run-events/timeline/timeline-row.ts';
import { isGroup, isUnseenRun, type TimelineItem } from './timeline-items.ts';

export interface TimelineMenuProps {
  readonly connectionId: string;
  /** `null` for a stateless run. */
  readonly threadId: string | null;
  readonly item: TimelineItem;
  /** All tasks, to find those around it. */
  readonly rows: readonly TimelineRow[];
  /** The shown run or pass. */
  readonly trayEntry: TrayEntry | null;
  /** `null` for an item that has nothing inside. */
  readonly expanded: boolean | null;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onPick: (item: TimelineItem) => void;
  readonly onToggle: (item: TimelineItem) => void;
}

/** The context menu of a bar: of a task, a group of tasks, or a run without known tasks. */
export function TimelineMenu(props: TimelineMenuProps) {
  const { connectionId, threadId, item, expanded, trayEntry, at, onClose, onPick, onToggle } = props;
  const unseen =
    isUnseenRun(item) && threadId !== null
      ? runTrayEntry('run', {
          connectionId,
          threadId,
          runId: item.unseenRunId,
          number: null,
          threadName: null,
          createdAt: null,
        })
      : null;
  return (
    <ContextMenu at={at} label={isUnseenRun(item) ? 'Run' : `Task ${item.label}`} onClose={onClose}>
      {isUnseenRun(item) ? null : (
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
      {isUnseenRun(item) || isGroup(item) ? null : <TaskItems {...props} row={item} />}
      {unseen === null ? null : <CompareItem entry={unseen} />}
      {trayEntry === null || unseen !== null ? null : (
        <>
          <MenuSeparator />
          <CompareItem
            entry={trayEntry}
            what={trayEntry.side.kind === 'pass' ? 'the whole pass' : 'its run'}
          />
        </>
      )}
    </ContextMenu>
  );
}

function TaskItems({
  connectionId,
  threadId,
  row,
  rows,
}: Pick<TimelineMenuProps, 'connectionId' | 'threadId' | 'rows'> & { readonly row: TimelineRow }) {
  const studio = useStudio();
  const path = pathOf(row, rows);
  const open = async (thread: string): Promise<void> => {
    const found = await findExecution(studio, { connectionId, threadId: thread }, path);
    if (found === null) return showToast('None of the newest 1,000 checkpoints lists this task.', 'wait');
    const { rootId, checkpointId, checkpointNs } = found;
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
        onSelect={() => {
          if (threadId === null) return;
          open(threadId).catch((thrown: unknown) =>
            showToast(failedAction('Could not load history', thrown), 'fail'),
          );
        }}
      >
        Open the state before it
      </MenuItem>
      <ExecutionCompareItem connectionId={connectionId} threadId={threadId} path={path} />
      <CopyIdItem what="task" id={row.taskId} />
    </>
  );
}

/** A task after those of the subgraphs around it. `rows` have the tasks as parents, also of those in groups. */
function pathOf({ taskId }: TimelineRow, rows: readonly TimelineRow[]): readonly WantedTask[] {
  const byId = new Map(rows.map((row) => [row.taskId, row]));
  const path: WantedTask[] = [];
  const seen = new Set<string>();
  for (let row = byId.get(taskId); row !== undefined && !seen.has(row.taskId);) {
    seen.add(row.taskId);
    path.unshift({ name: row.nodeId.split(':').at(-1) ?? row.nodeId, taskId: row.taskId });
    row = row.parentId === null ? undefined : byId.get(row.parentId);
  }
  return path;
}
