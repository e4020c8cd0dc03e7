import { useState } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import { ownerOfConnection } from '../../../shared/model/team.ts';
import { useCallMutation } from '../../queries/use-call.ts';
import { useSecretStorage } from '../../queries/shared-queries.ts';
import { clearError } from '../../shared-ui/use-on-reconnect.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { LeaveButton } from '../../ui/popups/LeaveButton.tsx';
import { useConfirmLeave } from '../../ui/popups/use-confirm-leave.ts';
import { ApiKeyFields } from './ApiKeyFields.tsx';
import {
  createConnectionForm,
  hasNewKey,
  toConnectionDraft,
  type ConnectionForm,
} from './connection-form.ts';
import { HeaderFields } from './HeaderFields.tsx';
import styles from './ConnectionDialog.module.css';

export interface OwnKeyDialogProps {
  /** A shared server, or one that is used with a key of this member. */
  readonly connection: Connection;
  readonly onClose: () => void;
  readonly onSaved: (connection: Connection) => void;
}

/** A member's own key and headers for a server of the team. */
export function OwnKeyDialog(props: OwnKeyDialogProps) {
  const { connection, onClose } = props;
  const isNew = ownerOfConnection(connection.id) === null;
  const [saved] = useState(() => createConnectionForm(isNew ? null : connection));
  const [form, setForm] = useState(saved);
  const leaving = useConfirmLeave(JSON.stringify(form) !== JSON.stringify(saved), onClose);
  return (
    <Dialog
      open
      onOpenChange={leaving.leave}
      title={isNew ? `Use ${connection.name} with your own key` : `Your key for ${connection.name}`}
      width={540}
    >
      <Form {...props} isNew={isNew} form={form} setForm={setForm} leaving={leaving} />
    </Dialog>
  );
}

interface FormProps extends Omit<OwnKeyDialogProps, 'onClose'> {
  readonly isNew: boolean;
  readonly form: ConnectionForm;
  readonly setForm: (form: ConnectionForm) => void;
  readonly leaving: ReturnType<typeof useConfirmLeave>;
}

function Form({ connection, isNew, onSaved, form, setForm, leaving }: FormProps) {
  const save = useCallMutation('team.setKey');
  const keyStore = useSecretStorage(hasNewKey(form));
  const storage = keyStore.data ?? null;
  const isUndecided = keyStore.isPending && hasNewKey(form) && form.keyStorage === null;
  const isComplete = !isNew || hasNewKey(form) || form.headers.some(({ name }) => name.trim() !== '');
  const change = (next: ConnectionForm): void => {
    clearError(save);
    leaving.stay();
    setForm(next);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending || isUndecided || !isComplete) return;
        const { key, headers } = toConnectionDraft(form, storage);
        save.mutate({ connectionId: connection.id, key, headers }, { onSuccess: onSaved });
      }}
    >
      <p className={styles.truth}>
        {isNew
          ? 'It becomes a server of its own in your list, which only you see. What you read, run and edit there is sent with your key; all others go on with the shared one.'
          : 'Only you see and use this server.'}{' '}
        The key is kept on the computer that runs this studio.
      </p>
      <ApiKeyFields
        form={form}
        storage={storage}
        isAsking={keyStore.isPending}
        stored={isNew ? null : connection.key}
        canImport={false}
        onChange={change}
      />
      <HeaderFields form={form} onChange={change} />
      {save.error ? <ErrorNotice action="Save failed" error={save.error} /> : null}
      <div className={styles.foot}>
        <span className={styles.grow} />
        <LeaveButton leaving={leaving} unsaved="The key is not saved." />
        <Button
          type="submit"
          variant="primary"
          disabled={!isComplete || isUndecided}
          busy={save.isPending ? 'Saving' : null}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
