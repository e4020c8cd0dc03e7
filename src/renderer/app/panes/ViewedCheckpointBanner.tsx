import { History } from 'lucide-react';
import { useCheckpointStepper } from '../../history/pane/use-checkpoint-stepper.ts';
import { useCachedHistory } from '../../queries/cached-history.ts';
import { Button } from '../../ui/controls/Button.tsx';
import styles from './ViewedCheckpointBanner.module.css';

export interface ViewedCheckpointBannerProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** `null` for the newest. */
  readonly checkpointId: string | null;
  readonly onLatest: () => void;
}

/** Says which checkpoint the canvas shows if that is not the newest one. Counts like the slider of the history. */
export function ViewedCheckpointBanner(props: ViewedCheckpointBannerProps) {
  const { connectionId, threadId, checkpointId, onLatest } = props;
  const { checkpoints, isComplete } = useCachedHistory(connectionId, threadId);
  const { branch, at, hasOlder } = useCheckpointStepper(checkpoints, checkpointId, onLatest, isComplete);
  if (checkpointId === null) return null;
  const position =
    at === -1
      ? 'Viewing an older checkpoint'
      : `Viewing checkpoint ${at + 1} of ${branch.length}${hasOlder ? ' loaded' : ''}`;
  return (
    <output className={styles.banner} data-testid="viewed-checkpoint">
      <History size={14} aria-hidden />
      <span className={styles.text}>
        {position}
        <span className={styles.more}>. What ran after it is dimmed.</span>
      </span>
      <Button size="small" onClick={onLatest}>
        Back to latest
      </Button>
    </output>
  );
}
