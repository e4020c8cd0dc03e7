import { Eye } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { shortId } from '../../ui/display/format.ts';
import type { ComposerProps } from './request/composer-props.ts';
import styles from './Composer.module.css';

/** Explains the selected checkpoint before a run starts from it. */
export function ForkNotice({
  checkpointId,
  isThreadBusy,
  starting,
  onRun,
  onPreview,
  onNewest,
}: ComposerProps & { readonly checkpointId: string }) {
  return (
    <div className={styles.fork}>
      <p>
        Starts from checkpoint <code title={checkpointId}>{shortId(checkpointId)}</code>, not from the newest
        state. This creates a fork; later checkpoints are kept.
      </p>
      <div className={styles.actions}>
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
        <Button size="small" variant="ghost" onClick={onNewest}>
          Back to latest
        </Button>
      </div>
    </div>
  );
}
