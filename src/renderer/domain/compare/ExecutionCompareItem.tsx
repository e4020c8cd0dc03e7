import { GitCompareArrows } from 'lucide-react';
import { findExecution, type WantedTask } from './find-execution.ts';
import { useStudio } from '../../rpc/rpc-context.ts';
import { failedAction } from '../../ui/feedback/describe-error.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { MenuItem } from '../../ui/popups/Menu.tsx';
import { entryName, pickForCompare, useCompareTray, waitingEntry } from './compare-tray.ts';
import { executionTrayEntry } from './tray-entries.ts';

interface ExecutionCompareItemProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** The task, after those of the subgraphs around it, outermost first. */
  readonly path: readonly WantedTask[];
}

/** Picks an execution for a comparison. The checkpoint that lists its task is looked for in the history first. */
export function ExecutionCompareItem({ connectionId, threadId, path }: ExecutionCompareItemProps) {
  const studio = useStudio();
  const other = useCompareTray(waitingEntry);
  const pick = async (thread: string): Promise<void> => {
    const found = await findExecution(studio, { connectionId, threadId: thread }, path);
    if (found === null) return showToast('None of the newest 1,000 checkpoints lists what it did.', 'wait');
    const nodeId = path.map(({ name }) => name).join(':');
    pickForCompare(executionTrayEntry({ connectionId, threadId: thread, nodeId, at: null, ...found }));
  };
  return (
    <MenuItem
      icon={<GitCompareArrows size={14} aria-hidden />}
      disabled={threadId === null}
      detail={threadId === null ? 'No thread stores what it did' : undefined}
      onSelect={() => {
        if (threadId === null) return;
        pick(threadId).catch((thrown: unknown) =>
          showToast(failedAction('Could not load history', thrown), 'fail'),
        );
      }}
    >
      {other === null ? 'Compare what it did…' : `Compare what it did with ${entryName(other)}`}
    </MenuItem>
  );
}
