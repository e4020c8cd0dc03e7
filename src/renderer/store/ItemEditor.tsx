import { compactJson } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { objectProblem } from '../ui/json-editor/object-problem.ts';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import type { ItemDraft } from './item-drafts.ts';
import { useSaveItem } from './mutations.ts';
import { isValidTtl, TtlField, ttlMinutesOf } from './TtlField.tsx';
import styles from './MemoryView.module.css';

interface ItemEditorProps {
  readonly connectionId: string;
  // The edited item with its text; its `updatedAt` shows whether somebody else has changed it meanwhile.
  readonly draft: ItemDraft;
  readonly onChange: (draft: ItemDraft) => void;
  readonly onClose: () => void;
  readonly onReload: () => void;
}

export function ItemEditor({ connectionId, draft, onChange, onClose, onReload }: ItemEditorProps) {
  const { base: item, text, ttl } = draft;
  const save = useSaveItem(connectionId);
  const problem = objectProblem(text);
  const isUnchanged =
    problem === null && ttl.trim() === '' && compactJson(text) === compactJson(item.valueText);
  const isReady = problem === null && isValidTtl(ttl) && !isUnchanged;
  const submit = (): void => {
    if (!isReady || save.isPending) return;
    save.mutate({ ...item, valueText: text, ttlMinutes: ttlMinutesOf(ttl), expected: item });
  };
  const isConflict = save.error instanceof AppError && save.error.code === 'conflict';
  return (
    <div className={styles.editor}>
      <JsonEditor
        label="Value"
        value={text}
        onChange={(next) => onChange({ ...draft, text: next })}
        onSubmit={submit}
      />
      <TtlField value={ttl} onChange={(next) => onChange({ ...draft, ttl: next })} />
      {save.error ? (
        <ErrorNotice
          action="Save failed"
          error={save.error}
          {...(isConflict && { onRetry: onReload, retryLabel: 'Discard my change and reload' })}
        />
      ) : null}
      <div className={styles.actions}>
        <Button
          variant="primary"
          kbd="Mod+Enter"
          disabled={!isReady}
          busy={save.isPending ? 'Saving' : null}
          onClick={submit}
        >
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <span className={styles.quiet}>{problem ?? (isUnchanged ? 'no change' : '')}</span>
      </div>
    </div>
  );
}
