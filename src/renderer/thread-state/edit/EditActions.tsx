import { FileJson, Trash2, X } from 'lucide-react';
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
      <span className={styles.apart}>
        <Button
          variant="ghost"
          className={styles.iconWhenNarrow}
          icon={<FileJson size={14} aria-hidden />}
          title="Request"
          aria-pressed={preview}
          onClick={() => onPreview(!preview)}
        >
          Request
        </Button>
        <Button
          variant="ghost"
          className={styles.iconWhenNarrow}
          icon={drafted ? <Trash2 size={14} aria-hidden /> : <X size={14} aria-hidden />}
          title={drafted ? 'Discard' : 'Close'}
          disabled={onDiscard === null}
          onClick={() => onDiscard?.()}
        >
          {drafted ? 'Discard' : 'Close'}
        </Button>
      </span>
    </div>
  );
}
