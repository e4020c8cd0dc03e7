import { useState } from 'react';
import type { Thread } from '../../shared/model/thread.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { clearError, useResetOnReconnect } from '../shared-ui/use-on-reconnect.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { JsonEditor } from '../ui/json-editor/JsonEditor.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { useCreateThread } from './mutations.ts';
import { isThreadId } from './thread-labels.ts';
import styles from './threads.module.css';

interface NewThreadDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly graphIds: readonly string[];
  readonly graphId: string | null;
  readonly onClose: () => void;
  readonly onMade: (thread: Thread) => void;
}

export function NewThreadDialog(props: NewThreadDialogProps) {
  const { connectionId, serverName, graphIds, onClose, onMade } = props;
  const [graphId, setGraphId] = useState(props.graphId ?? graphIds[0] ?? null);
  const [name, setName] = useState('');
  const [threadId, setThreadId] = useState('');
  const [metadataText, setMetadataText] = useState('{}');
  const [updatesText, setUpdatesText] = useState('[]');
  const create = useCreateThread(connectionId);
  useResetOnReconnect(connectionId, create);
  const change = (setText: (text: string) => void) => (text: string) => {
    clearError(create);
    setText(text);
  };
  const badId = threadId.trim() !== '' && !isThreadId(threadId.trim());
  // Without updates, the thread is only created, which more roles of a team may do.
  const updates = ['', '[]'].includes(updatesText.replaceAll(/\s/g, '')) ? {} : { updatesText };
  const refused = useUnavailable(connectionId, 'threads.create', updates);
  const make = (): void => {
    if (graphId === null || badId || refused !== null) return;
    const plan = {
      graphId,
      name: name.trim() === '' ? null : name.trim(),
      ...(threadId.trim() === '' ? {} : { threadId: threadId.trim() }),
      ...(metadataText.trim() === '' ? {} : { metadataText }),
      ...updates,
    };
    create.mutate(plan, {
      onSuccess: (newThread) => {
        onMade(newThread);
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New thread"
      description={`On ${serverName}. Empty unless you add initial updates.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={create.isPending ? 'Creating' : null}
            disabled={graphId === null || badId || refused !== null}
            title={refused ?? undefined}
            onClick={make}
          >
            Create thread
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Graph">
          {() => (
            <Select
              wide
              label="Graph"
              value={graphId}
              onChange={change(setGraphId)}
              options={graphIds.map((id) => ({ value: id, label: id }))}
            />
          )}
        </Field>
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          placeholder="Optional"
          onChange={change(setName)}
        />
        <TextField
          mono
          label="ID"
          value={threadId}
          placeholder="Generated"
          error={badId ? 'A UUID, such as 3f2b6c1e-8a4d-4c55-9b1f-0d9c5a7e2f10.' : null}
          onChange={change(setThreadId)}
        />
        <Field label="Metadata" hint="A JSON object. Threads can be filtered by it.">
          {() => (
            <JsonEditor
              label="Metadata"
              value={metadataText}
              onChange={change(setMetadataText)}
              maxHeight={160}
              onSubmit={make}
            />
          )}
        </Field>
        <Field
          label="Initial updates"
          hint={
            <>
              Several updates at once, each a superstep: <code>{example}</code>. Servers accept them only for
              a new thread.
            </>
          }
        >
          {() => (
            <JsonEditor
              label="Initial updates"
              value={updatesText}
              onChange={change(setUpdatesText)}
              maxHeight={160}
              onSubmit={make}
            />
          )}
        </Field>
        {create.error ? <ErrorNotice action="Could not create the thread" error={create.error} /> : null}
      </div>
    </Dialog>
  );
}

const example = '[{"as_node": "__start__", "values": {}}]';
