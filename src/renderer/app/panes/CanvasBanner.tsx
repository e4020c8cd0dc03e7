import { GitCompare, History, TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { NodeActivitySource } from '../../shared-ui/node-activity.ts';
import { positionOf } from '../../../shared/thread-record/history.ts';
import { positionLabel } from '../../shared-ui/checkpoint.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { runCommand } from '../../commands/command-registry.ts';
import { useSession } from '../../runs/run-session.ts';
import { describeError } from '../../ui/display/describe-error.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useWorkbench } from '../use-workbench.ts';
import styles from './CanvasBanner.module.css';

export interface CanvasBannerProps {
  readonly connectionId: string;
}

/**
 * Says above the graph which checkpoint or run it shows if that is not the newest one, counted like the slider of the history;
 * or, of the newest one, that what ran can't be read any more.
 */
export function CanvasBanner({ connectionId }: CanvasBannerProps) {
  const { selection, selectCheckpoint, server } = useWorkbench();
  const { threadId, checkpointId } = selection;
  const activity = useSession((state) => state.activity);
  const { record, error, retry } = useThreadRecord(connectionId, threadId);
  const hasLater = useSyncExternalStore(activity.subscribeAll, () => hasLaterNodes(activity));
  const run = useSyncExternalStore(activity.subscribeRun, activity.run);
  if (checkpointId === null) {
    if (run !== null && run.threadId === threadId && run.showNewest !== null)
      return (
        <output className={styles.banner} data-testid="viewed-run">
          <History size={14} aria-hidden />
          <span className={styles.text}>
            Viewing an older run
            <span className={styles.more}>. The graph shows what it had done when it ended.</span>
          </span>
          <Button size="small" onClick={run.showNewest}>
            Back to latest
          </Button>
        </output>
      );
    // A server that is away has a banner of its own.
    if (record === null || error === null || server?.health?.state !== 'connected') return null;
    const { sentence } = describeError(error);
    return (
      <output className={styles.banner} data-testid="old-record">
        <TriangleAlert size={14} aria-hidden />
        <span className={styles.text} title={sentence}>
          What ran may be out of date<span className={styles.more}>. {sentence}</span>
        </span>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </output>
    );
  }
  const position = record && positionOf(record, checkpointId);
  return (
    <output className={styles.banner} data-testid="viewed-checkpoint">
      <History size={14} aria-hidden />
      <span className={styles.text}>
        {position === null
          ? 'Viewing an older checkpoint'
          : `Viewing ${positionLabel(position.checkpoints[position.index], position.checkpoints.at(-1))}`}
        {hasLater ? <span className={styles.more}>. What ran after it is dimmed.</span> : null}
      </span>
      <Button
        size="small"
        variant="ghost"
        icon={<GitCompare size={13} aria-hidden />}
        aria-label="Compare with latest"
        title="Compare with latest"
        onClick={() => runCommand('state.compare-latest')}
      >
        <span className={styles.label}>Compare with latest</span>
      </Button>
      <Button size="small" onClick={() => selectCheckpoint(null)}>
        Back to latest
      </Button>
    </output>
  );
}

function hasLaterNodes(activity: NodeActivitySource): boolean {
  for (const { status } of activity.all().values()) if (status === 'later') return true;
  return false;
}
