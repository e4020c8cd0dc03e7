import { useState, type FormEvent } from 'react';
import type { Thread } from '../../../shared/model/threads/thread.ts';
import { clearError, useResetOnServerReturn } from '../../domain/server-returns.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/feedback/Dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useUpdateThread } from '../mutations.ts';
import { parseTags, threadTitle } from '../thread-labels.ts';
import styles from '../threads.module.css';

interface EditThreadDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly thread: Thread;
  readonly onClose: () => void;
}

/**
 * The members to write: servers merge metadata, so what the user left alone may be changed by another client
 * meanwhile (row D-18). `null` if nothing was changed.
 */
export function changedMetadata(
  opened: Pick<Thread, 'name' | 'tags'>,
  { name, tags }: { readonly name: string; readonly tags: readonly string[] },
): { readonly name?: string; readonly tags?: readonly string[] } | null {
  const isRenamed = name !== (opened.name ?? '').trim();
  const isTagged = JSON.stringify(tags) !== JSON.stringify(opened.tags);
  if (!isRenamed && !isTagged) return null;
  return { ...(isRenamed ? { name } : {}), ...(isTagged ? { tags } : {}) };
}

/** Edits the name and tags of a thread, which are stored in its metadata. */
export function EditThreadDialog({ connectionId, serverName, thread, onClose }: EditThreadDialogProps) {
  const [name, setName] = useState(thread.name ?? '');
  const [tagsText, setTagsText] = useState(thread.tags.join(', '));
  const update = useUpdateThread(connectionId);
  useResetOnServerReturn(connectionId, update);
  const change = (setText: (text: string) => void) => (text: string) => {
    clearError(update);
    setText(text);
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const metadata = changedMetadata(thread, { name: name.trim(), tags: parseTags(tagsText) });
    if (metadata === null) return onClose();
    const metadataText = JSON.stringify(metadata);
    update.mutate({ threadId: thread.threadId, metadataText }, { onSuccess: onClose });
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
          value={name}
          maxLength={200}
          hint="Defaults to its first message, or its ID."
          onChange={change(setName)}
        />
        <TextField
          label="Tags"
          value={tagsText}
          placeholder="billing, urgent"
          onChange={change(setTagsText)}
        />
        {update.error ? <ErrorNotice action="Save failed" error={update.error} /> : null}
      </form>
    </Dialog>
  );
}
