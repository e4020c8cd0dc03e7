import type { NewestCheckpoint } from '../shared-ui/resume-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import styles from './Interrupts.module.css';

interface NewestCheckpointNoticeProps extends NewestCheckpoint {
  readonly isAnswered: boolean;
}

/** Names the checkpoint that is answered or continued while another one is displayed. */
export function NewestCheckpointNotice({ step, onShow, isAnswered }: NewestCheckpointNoticeProps) {
  const name = step === null ? 'the newest checkpoint' : `step ${step}, the newest checkpoint`;
  return (
    <div className={styles.newest} role="status" data-testid="answers-newest">
      <p>
        {isAnswered ? 'Answers go to' : 'Continues from'} {name}. You are viewing an older one.
      </p>
      <Button size="small" onClick={onShow}>
        {step === null ? 'Show it' : `Show step ${step}`}
      </Button>
    </div>
  );
}
