import { Eye } from 'lucide-react';
import { checkpointStory } from '../../../shared/thread-record/history.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { shortId } from '../../ui/display/format.ts';
import type { ComposerProps } from './request/composer-props.ts';
import styles from './Composer.module.css';

export function ForkNotice({
  connectionId,
  threadId,
  checkpointId,
  isThreadBusy,
  starting,
  onRun,
  onPreview,
  onNewest,
}: ComposerProps & { readonly checkpointId: string }) {
  const { record } = useThreadRecord(connectionId, threadId);
  const story = record && checkpointStory(record, checkpointId);
  const step = story?.step ?? null;
  const isEnd = story?.isEnd === true;
  return (
    <div className={styles.fork}>
      <p>
        {isEnd ? 'An input starts' : 'Starts'} from{' '}
        <span title={checkpointId}>
          {step === null ? `checkpoint ${shortId(checkpointId)}` : `step ${step}`}
        </span>
        , not from the newest state. This creates a fork; later checkpoints are kept.
        {isEnd ? ' Nothing is left to run without an input.' : null}
      </p>
      <div className={styles.actions}>
        {isEnd ? null : (
          <>
            <Button
              size="small"
              disabled={isThreadBusy}
              busy={starting ? 'Starting' : null}
              onClick={() => void onRun({ trigger: { kind: 'continue' }, checkpointId, step: false })}
            >
              Continue from here
            </Button>
            <IconButton
              size="small"
              label="Preview the request"
              icon={<Eye size={13} aria-hidden />}
              onClick={() => onPreview({ trigger: { kind: 'continue' }, checkpointId, step: false })}
            />
          </>
        )}
        <Button size="small" variant="ghost" onClick={onNewest}>
          Back to latest
        </Button>
      </div>
    </div>
  );
}
