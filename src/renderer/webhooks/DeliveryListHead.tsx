import { useState } from 'react';
import { useCallMutation } from '../queries/use-call.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ConfirmDialog } from '../ui/popups/ConfirmDialog.tsx';
import styles from './WebhooksView.module.css';

// The number of deliveries, and the deletion of all.
export function DeliveryListHead({ count }: { readonly count: number }) {
  const [isAsked, setAsked] = useState(false);
  const clear = useCallMutation('webhooks.clear');
  const noClear = useUnavailable(null, 'webhooks.clear');
  const countText = count === 1 ? '1 delivery' : `${count.toLocaleString('en')} deliveries`;
  return (
    <div className={styles.listHead}>
      <span className={styles.quiet}>{countText}</span>
      <Button
        size="small"
        variant="ghost"
        disabled={noClear !== null}
        title={noClear ?? undefined}
        onClick={() => setAsked(true)}
      >
        Delete all
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`Delete ${countText}?`}
        body="They are deleted on this computer only. Runs and threads are kept, and runs can still report."
        confirmLabel="Delete all deliveries"
        busyLabel="Deleting"
        danger
        action={clear}
        onConfirm={() => clear.mutateAsync({})}
      />
    </div>
  );
}
