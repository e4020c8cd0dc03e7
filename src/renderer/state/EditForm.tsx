import { useMemo, useState } from 'react';
import { formatJson } from '../../exact-json/format.ts';
import { AppError } from '../../shared/app-error.ts';
import type { StateUpdateResult } from '../../shared/model/thread.ts';
import { draftKey, useDraft } from '../client/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { CodeText } from '../ui/CodeText.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { JsonEditor } from '../ui/JsonEditor.tsx';
import { PaneHeader } from '../ui/Toolbar.tsx';
import { AsNodeField } from './AsNodeField.tsx';
import { previewBody, readEdit, type StateEdit } from './edit.ts';
import { useRunFrom, useUpdateState } from './mutations.ts';
import { DifferenceList } from './StateDiff.tsx';
import type { EditBase, StateEditorProps } from './editor-props.ts';
import styles from './state.module.css';

interface EditFormProps extends StateEditorProps {
  readonly base: EditBase;
  /** The thread has a newer state than the one that this edit started from. */
  readonly moved: boolean;
  readonly onClose: () => void;
  readonly onSaved: (result: StateUpdateResult) => void;
}

/** Edits a state as JSON: the draft, the node that it is written as, what would be sent, and what went wrong. */
export function EditForm(props: EditFormProps) {
  const { connectionId, threadId, assistantId, base, moved, writers, onClose, onSaved, onStarted } = props;
  const [draft, setDraft] = useDraft(draftKey('state', connectionId, threadId, base.checkpointId));
  const [chosenNode, setChosenNode] = useState(base.asNode);
  const [preview, setPreview] = useState(false);
  const save = useUpdateState(connectionId, threadId);
  const run = useRunFrom(connectionId, threadId);

  const text = draft ?? base.startText;
  const edit = useMemo(() => readEdit(base.valuesText, text), [base.valuesText, text]);
  const asNode = chosenNode ?? writers[0] ?? null;
  const ready = edit.fault === null && edit.removed.length === 0;
  const busy = save.isPending || run.isPending;

  const saveEdit = async (fork: boolean, thenRun: boolean): Promise<void> => {
    const result = await save.mutateAsync({
      checkpointId: base.checkpointId,
      expectedHeadId: base.isHead && !fork ? base.checkpointId : null,
      asNode,
      changes: edit.changes,
    });
    setDraft(null);
    if (thenRun && assistantId !== null && result.state.checkpointId !== null) {
      onStarted(await run.mutateAsync({ assistantId, checkpointId: result.state.checkpointId }));
    }
    onSaved(result);
  };
  // Both mutations keep their error, which is shown below; the draft is kept.
  const trySave = (fork: boolean, thenRun: boolean): void =>
    void saveEdit(fork, thenRun).catch(() => undefined);
  const movedAway = moved || (save.error instanceof AppError && save.error.code === 'thread-moved');

  return (
    <section className={styles.edit} aria-label="Edit state">
      <PaneHeader title="Edit state here" actions={<ChangeCount edit={edit} />} />
      <div className={styles.editBody}>
        <JsonEditor
          label="State values"
          value={text}
          onChange={(next) => setDraft(next === base.startText ? null : next)}
          minHeight={120}
          maxHeight={260}
          onSubmit={() => ready && !busy && trySave(false, false)}
        />
        <AsNodeField
          connectionId={connectionId}
          assistantId={assistantId}
          value={asNode}
          onChange={setChosenNode}
          fork={!base.isHead}
        />
        <Problems edit={edit} />
        {edit.differences.length > 0 ? <DifferenceList differences={edit.differences} /> : null}
        {preview ? (
          <CodeText
            label="Request body"
            text={formatJson(previewBody(edit, asNode, base.checkpointId))}
            maxHeight={180}
          />
        ) : null}
        {movedAway ? (
          <div className={styles.moved} role="alert">
            <p>The thread has moved on since you began. Your edit is kept.</p>
            <Button size="small" onClick={() => trySave(true, false)} disabled={!ready || busy}>
              Fork from what I saw
            </Button>
          </div>
        ) : save.isError ? (
          <ErrorNote error={save.error} />
        ) : null}
        {run.isError ? <ErrorNote error={run.error} /> : null}
      </div>
      <div className={styles.editActions}>
        <Button
          variant="primary"
          disabled={!ready || busy}
          busy={save.isPending ? 'Saving…' : null}
          onClick={() => trySave(false, false)}
        >
          {base.isHead ? 'Save' : 'Save as fork'}
        </Button>
        <Button disabled={!ready || busy || assistantId === null} onClick={() => trySave(false, true)}>
          Save and run
        </Button>
        <Button
          variant="ghost"
          className={styles.apart}
          aria-pressed={preview}
          onClick={() => setPreview(!preview)}
        >
          Request
        </Button>
        <Button
          variant="ghost"
          disabled={busy}
          onClick={() => {
            setDraft(null);
            onClose();
          }}
        >
          {draft === null ? 'Close' : 'Discard'}
        </Button>
      </div>
    </section>
  );
}

function ChangeCount({ edit: { changes } }: { readonly edit: StateEdit }) {
  if (changes.length === 0) return <Chip>no change</Chip>;
  return <Chip tone="accent">{changes.length === 1 ? '1 change' : `${changes.length} changes`}</Chip>;
}

function Problems({ edit: { fault, removed } }: { readonly edit: StateEdit }) {
  if (fault) {
    return (
      <p className={styles.problem} role="alert">
        {fault.message}
      </p>
    );
  }
  if (removed.length === 0) return null;
  return (
    <p className={styles.problem} role="alert">
      A server can not delete a key: {removed.join(', ')}. Put {removed.length === 1 ? 'it' : 'them'} back, or
      set {removed.length === 1 ? 'it' : 'them'} to null.
    </p>
  );
}
