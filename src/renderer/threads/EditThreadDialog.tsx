import { useState, type FormEvent } from 'react';
import type { Thread } from '../../shared/model/thread.ts';
import { AppError } from '../../shared/app-error.ts';
import { EditConflicts } from '../shared-ui/EditConflicts.tsx';
import { useRebasedForm } from '../shared-ui/use-rebased-form.ts';
import { clearError, useResetOnReconnect } from '../shared-ui/use-on-reconnect.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { useReadThread, useUpdateThread } from './mutations.ts';
import { parseTags, threadTitle } from './thread-labels.ts';
import styles from './threads.module.css';

interface EditThreadDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly thread: Thread;
  readonly onClose: () => void;
}

interface ThreadForm {
  readonly name: string;
  readonly tags: string;
}

function threadForm({ name, tags }: Pick<Thread, 'name' | 'tags'>): ThreadForm {
  return { name: name ?? '', tags: tags.join(', ') };
}

// The members to write: servers merge metadata, so what the user left alone may be changed by another client
// meanwhile. `null` if nothing was changed.
export function changedMetadata(
  opened: Pick<Thread, 'name' | 'tags'>,
  { name, tags }: { readonly name: string; readonly tags: readonly string[] },
): { readonly name?: string; readonly tags?: readonly string[] } | null {
  const isRenamed = name !== (opened.name ?? '').trim();
  const isTagged = JSON.stringify(tags) !== JSON.stringify(opened.tags);
  if (!isRenamed && !isTagged) return null;
  return { ...(isRenamed ? { name } : {}), ...(isTagged ? { tags } : {}) };
}

export function EditThreadDialog({ connectionId, serverName, thread, onClose }: EditThreadDialogProps) {
  const [savedThread, setSavedThread] = useState<Pick<Thread, 'name' | 'tags'>>(thread);
  const saved = threadForm(savedThread);
  const { form, setForm, conflicts, resolve } = useRebasedForm(saved);
  const read = useReadThread(connectionId);
  const update = useUpdateThread(connectionId);
  useResetOnReconnect(connectionId, update);
  const change = (field: keyof ThreadForm) => (text: string) => {
    clearError(update);
    setForm({ ...form, [field]: text });
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const metadata = changedMetadata(savedThread, { name: form.name.trim(), tags: parseTags(form.tags) });
    if (metadata === null) return onClose();
    const metadataText = JSON.stringify(metadata);
    const expected = {
      ...(metadata.name === undefined ? {} : { name: savedThread.name }),
      ...(metadata.tags === undefined ? {} : { tags: [...savedThread.tags] }),
    };
    const { threadId } = thread;
    update.mutate(
      { threadId, metadataText, expected },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error instanceof AppError && error.code === 'conflict')
            read.mutate(threadId, { onSuccess: setSavedThread });
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rename “${threadTitle(thread)}”`}
      description={`Name and tags are metadata of the thread on ${serverName}, visible to all its clients.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form="edit-thread"
            disabled={conflicts.length > 0}
            busy={update.isPending ? 'Saving' : null}
          >
            Save
          </Button>
        </>
      }
    >
      <form id="edit-thread" className={styles.form} onSubmit={save}>
        <TextField
          label="Name"
          value={form.name}
          maxLength={200}
          hint="Without a name in its metadata, a thread is named after its first message, otherwise after a text in its state, otherwise after its ID."
          onChange={change('name')}
        />
        <TextField label="Tags" value={form.tags} placeholder="billing, urgent" onChange={change('tags')} />
        <EditConflicts
          conflicts={conflicts.map((field) => ({
            field: field === 'name' ? 'Name' : 'Tags',
            mine: form[field],
            theirs: saved[field],
            onChoose: (choice) => resolve(field, choice),
          }))}
        />
        {update.error && conflicts.length === 0 ? (
          <ErrorNotice action="Save failed" error={update.error} />
        ) : null}
      </form>
    </Dialog>
  );
}
