import { Button } from '../../ui/controls/Button.tsx';
import type { EditBase } from './editor-props.ts';
import styles from '../state.module.css';

interface EditActionsProps {
  readonly base: EditBase;
  readonly ready: boolean;
  readonly saving: boolean;
  readonly runs: boolean;
  readonly drafted: boolean;
  readonly preview: boolean;
  readonly onSave: (thenRun: boolean) => void;
  readonly onPreview: (preview: boolean) => void;
  readonly onDiscard: (() => void) | null;
}

export function EditActions(props: EditActionsProps) {
  const { base, ready, saving, runs, drafted, preview, onSave, onPreview, onDiscard } = props;
  return (
    <div className={styles.editActions}>
      <Button
        variant="primary"
        disabled={!ready}
        busy={saving ? 'Saving…' : null}
        onClick={() => onSave(false)}
      >
        {base.isHead ? 'Save' : 'Save as fork'}
      </Button>
      <Button disabled={!ready || !runs} onClick={() => onSave(true)}>
        Save and run
      </Button>
      <Button
        variant="ghost"
        className={styles.apart}
        aria-pressed={preview}
        onClick={() => onPreview(!preview)}
      >
        Request
      </Button>
      <Button variant="ghost" disabled={onDiscard === null} onClick={() => onDiscard?.()}>
        {drafted ? 'Discard' : 'Close'}
      </Button>
    </div>
  );
}
