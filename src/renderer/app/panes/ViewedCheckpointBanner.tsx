import { History } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { NodeActivitySource } from '../../domain/node-activity.ts';
import { positionOf } from '../../../shared/thread-record/history.ts';
import { positionLabel } from '../../domain/checkpoint.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { Button } from '../../ui/controls/Button.tsx';
import styles from './ViewedCheckpointBanner.module.css';

export interface ViewedCheckpointBannerProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** `null` for the newest. */
  readonly checkpointId: string | null;
  readonly activity: NodeActivitySource;
  readonly onLatest: () => void;
}

export function ViewedCheckpointBanner(props: ViewedCheckpointBannerProps) {
  const { connectionId, threadId, checkpointId, activity, onLatest } = props;
  const { record } = useThreadRecord(connectionId, threadId);
  const hasLater = useSyncExternalStore(activity.subscribeAll, () => hasLaterNodes(activity));
  const run = useSyncExternalStore(activity.subscribeRun, activity.run);
  if (checkpointId === null) {
    return run === null || run.threadId !== threadId || run.showNewest === null ? null : (
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
      <Button size="small" onClick={onLatest}>
        Back to latest
      </Button>
    </output>
  );
}

function hasLaterNodes(activity: NodeActivitySource): boolean {
  for (const { status } of activity.all().values()) if (status === 'later') return true;
  return false;
}
