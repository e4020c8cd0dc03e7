import { AppError } from '../../../shared/app-error.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { ownerOfConnection } from '../../../shared/model/team.ts';
import { clearError, useResetOnReconnect } from '../../shared-ui/use-on-reconnect.ts';
import { EditConflicts } from '../../shared-ui/EditConflicts.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import {
  hasCredential,
  timeoutProblem,
  toConnectionDraft,
  hasNewKey,
  usesTls,
  withUrl,
  type ConnectionForm,
} from './connection-form.ts';
import { CredentialFields } from './CredentialFields.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { ApiKeyFields } from './ApiKeyFields.tsx';
import { PreferenceFields } from './PreferenceFields.tsx';
import { useSaveConnection, useTestConnection } from '../mutations.ts';
import { useSecretStorage } from '../../queries/shared-queries.ts';
import { scrollIntoSight, TestResult } from './TestResult.tsx';
import { LeaveButton } from '../../ui/popups/LeaveButton.tsx';
import { useConfirmLeave } from '../../ui/popups/use-confirm-leave.ts';
import { useConnectionForm, type EditedConnection } from './use-connection-form.ts';
import { TlsFields } from './TlsFields.tsx';
import styles from './ConnectionDialog.module.css';

export interface ConnectionDialogProps {
  readonly connection: Connection | null;
  readonly prefill: { readonly url: string; readonly isFromLink: boolean } | null;
  readonly onClose: () => void;
  readonly onSaved: (connection: Connection) => void;
}

export function ConnectionDialog(props: ConnectionDialogProps) {
  const { connection, onClose } = props;
  const connectionForm = useConnectionForm(connection, props.prefill?.url ?? null);
  const leaving = useConfirmLeave(connectionForm.isChanged, onClose);
  return (
    <Dialog
      open
      onOpenChange={leaving.leave}
      title={connection ? `Edit ${connection.name}` : 'Add a server'}
      width={540}
    >
      <Form {...props} {...connectionForm} leaving={leaving} />
    </Dialog>
  );
}

interface FormProps extends Omit<ConnectionDialogProps, 'onClose'>, EditedConnection {
  readonly leaving: ReturnType<typeof useConfirmLeave>;
}

function Form({ connection, prefill, onSaved, form, setForm, conflicts, leaving }: FormProps) {
  const test = useTestConnection();
  const save = useSaveConnection();
  const isOAuth = form.credential.kind === 'oauth';
  const keyStore = useSecretStorage(hasNewKey(form) || isOAuth);
  // A server that is back affects only tests of the saved address.
  useResetOnReconnect(form.url === connection?.url ? connection.id : null, {
    error: test.error ?? test.data?.problem,
    reset: test.reset,
  });
  const storage = keyStore.data ?? null;
  // The default storage of the key depends on the answer, which comes within seconds.
  const isUndecided =
    keyStore.isPending &&
    (isOAuth ? form.credential.tokenStorage === null : hasNewKey(form) && form.keyStorage === null);
  const change = (next: ConnectionForm): void => {
    // The test result applied to the earlier input.
    test.reset();
    clearError(save);
    leaving.stay();
    setForm(next);
  };
  const missing = missingText(form, conflicts.length > 0);
  const isComplete = missing === null;
  const error = save.error ?? test.error;
  const where = error instanceof AppError ? error.details['where'] : undefined;
  const shownAtField = where === 'url' || (where === 'ca' && usesTls(form));

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending && !isUndecided && isComplete)
          save.mutate(toConnectionDraft(form, storage, connection), { onSuccess: onSaved });
      }}
    >
      {prefill?.isFromLink === true ? (
        <p className={styles.truth} role="status">
          This address comes from a link. Nothing has been sent to it. Add this server only if you know it.
        </p>
      ) : null}
      <TextField
        label="Address"
        mono
        required
        value={form.url}
        maxLength={2048}
        placeholder="http://localhost:2024"
        hint="The base URL of a graph server, with its path if it has one."
        error={where === 'url' && error ? sentences(error) : null}
        onChange={(url) => change(withUrl(form, url))}
      />
      <TextField
        label="Name"
        value={form.name}
        maxLength={200}
        placeholder="Defaults to the host name"
        onChange={(name) => change({ ...form, name })}
      />
      <CredentialFields
        form={form.credential}
        storage={storage}
        onChange={(credential) => change({ ...form, credential })}
      >
        <ApiKeyFields
          form={form}
          storage={storage}
          isAsking={keyStore.isPending}
          stored={connection?.key ?? null}
          canImport={connection === null || ownerOfConnection(connection.id) === null}
          onChange={change}
        />
      </CredentialFields>
      <HeaderFields form={form} onChange={change} />
      {usesTls(form) ? (
        <TlsFields
          form={form}
          stored={connection?.trust?.authorities ?? []}
          error={where === 'ca' && error ? sentences(error) : null}
          onChange={change}
        />
      ) : null}
      <PreferenceFields form={form} onChange={change} />
      <EditConflicts conflicts={conflicts} />
      {test.isPending ? <Loading>Testing the address</Loading> : null}
      {test.data ? <TestResult health={test.data} /> : null}
      {error && !shownAtField ? (
        <div className={styles.problem} ref={scrollIntoSight}>
          <ErrorNotice action={test.error ? 'Test failed' : 'Save failed'} error={error} />
        </div>
      ) : null}
      <div className={styles.foot}>
        <Button
          disabled={!isComplete}
          title={missing ?? undefined}
          busy={test.isPending ? 'Testing' : null}
          onClick={() => {
            clearError(save);
            test.mutate(toConnectionDraft(form, storage));
          }}
        >
          Test
        </Button>
        <span className={styles.grow} />
        <LeaveButton leaving={leaving} unsaved="The server is not saved." />
        <Button
          type="submit"
          variant="primary"
          disabled={!isComplete || isUndecided}
          title={missing ?? undefined}
          busy={save.isPending ? 'Saving' : null}
        >
          {connection ? 'Save' : 'Add server'}
        </Button>
      </div>
    </form>
  );
}

function sentences(error: Error): string {
  const hint = error instanceof AppError ? error.hint : null;
  return hint === null ? error.message : `${error.message} ${hint}`;
}

/** Why the form can be neither tested nor saved yet. */
function missingText(form: ConnectionForm, hasConflicts: boolean): string | null {
  if (form.url.trim() === '') return 'Enter the address first.';
  if (!hasCredential(form))
    return form.credential.kind === 'command'
      ? 'Enter the command first.'
      : 'Complete the fields of the sign-in first.';
  if (hasConflicts) return 'Choose which changes to keep first.';
  return timeoutProblem(form);
}
