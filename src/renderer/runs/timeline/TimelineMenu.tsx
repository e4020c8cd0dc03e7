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
import type { TimelineTask } from '../../../shared/thread-record/timeline/timeline-task.ts';
import { isGroup, isRunItem, type TimelineItem } from './timeline-items.ts';

export interface TimelineMenuProps {
  readonly connectionId: string;
  /** `null` for a stateless run. */
  readonly threadId: string | null;
  readonly item: TimelineItem;
  /** All tasks, to find those around it. */
  readonly tasks: readonly TimelineTask[];
  /** The shown run or turn. */
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
    <ContextMenu at={at} label={isRunItem(item) ? 'Run' : `Task ${item.label}`} onClose={onClose}>
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
            what={trayEntry.side.kind === 'pass' ? 'the whole turn' : 'its run'}
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
  tasks,
}: Pick<TimelineMenuProps, 'connectionId' | 'threadId' | 'tasks'> & { readonly task: TimelineTask }) {
  const studio = useStudio();
  const path = pathOf(task, tasks);
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
      <CopyIdItem what="task" id={task.taskId} />
    </>
  );
}

/** A task after those of the subgraphs around it. `tasks`: all, also those in groups. */
function pathOf({ executionId }: TimelineTask, tasks: readonly TimelineTask[]): readonly WantedTask[] {
  const byId = new Map(tasks.map((task) => [task.executionId, task]));
  const path: WantedTask[] = [];
  const seen = new Set<string>();
  for (let task = byId.get(executionId); task !== undefined && !seen.has(task.executionId);) {
    seen.add(task.executionId);
    path.unshift({ name: task.label, taskId: task.taskId });
    task = task.callerId === null ? undefined : byId.get(task.callerId);
  }
  return path;
}
