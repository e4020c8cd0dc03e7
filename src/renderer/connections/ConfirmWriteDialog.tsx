import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { operationTitle, subjectsOf } from './operation-labels.ts';
import type { ConfirmationStore, PendingConfirmation } from '../rpc/confirmations.ts';
import styles from './ConfirmWriteDialog.module.css';

export function ConfirmWriteDialog({ store }: { readonly store: ConfirmationStore }) {
  const pending = useStore(store, (state) => state.pending[0]);
  return pending === undefined ? null : <ConfirmForm key={pending.id} pending={pending} />;
}

function ConfirmForm({ pending }: { readonly pending: PendingConfirmation }) {
  const { call, input, effect, hasMore, serverName, cancel } = pending;
  const [typed, setTyped] = useState('');
  const confirm = useMutation({ mutationFn: (typedName: string | null) => pending.confirm(typedName) });
  const isDestructive = effect === 'destroy';
  const isSure = !isDestructive || typed.trim() === serverName.trim();
  const act = operationTitle(call, input, effect, hasMore);
  const subjects = subjectsOf(input, hasMore);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : cancel())}
      title={`${act} on ${serverName}?`}
      description={
        <>
          <strong>{serverName}</strong> is marked as production.{' '}
          {isDestructive ? 'This can’t be undone.' : 'This has not been sent yet.'}
        </>
      }
      width={460}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure && !confirm.isPending) confirm.mutate(isDestructive ? typed : null);
        }}
      >
        {subjects.length === 0 ? null : (
          <div className={styles.subjects}>
            <PropertyList>
              {subjects.map(([name, value]) => (
                <Property key={name} name={name}>
                  <code>{value}</code>
                </Property>
              ))}
            </PropertyList>
          </div>
        )}
        {isDestructive ? (
          <TextField label={`Type ${serverName} to confirm`} value={typed} onChange={setTyped} />
        ) : null}
        {confirm.error === null ? null : <ErrorNotice action={null} error={confirm.error} />}
        <div className={styles.foot}>
          <Button onClick={cancel}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            disabled={!isSure}
            busy={confirm.isPending ? 'Confirming' : null}
          >
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
