import { useState } from 'react';
import type { WebhookDelivery } from '../../../shared/model/webhook.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Listbox } from '../../ui/lists/Listbox.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { useClearDeliveries } from '../queries.ts';
import { droppedDeliveriesText } from '../webhook-labels.ts';
import list from '../../ui/layout/ListDetail.module.css';
import styles from '../WebhooksView.module.css';

interface DeliveryListProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly droppedTotal: number;
  readonly isListening: boolean;
  readonly selectedId: string | null;
  readonly onSelect: (deliveryId: string) => void;
}

export function DeliveryList(props: DeliveryListProps) {
  const { deliveries, droppedTotal, isListening, selectedId, onSelect } = props;
  const [isAsked, setAsked] = useState(false);
  const clear = useClearDeliveries();
  const count = deliveries.length;
  const dropped =
    droppedTotal > 0 ? <p className={styles.dropped}>{droppedDeliveriesText(droppedTotal)}</p> : null;
  if (count === 0) {
    return (
      <>
        <EmptyState
          compact
          title="Nothing arrived yet"
          sentence={
            isListening
              ? 'Start a run with its webhook option on. Its delivery appears here.'
              : 'Switch the listener on, then start a run with its webhook option on.'
          }
        />
        {dropped}
      </>
    );
  }
  return (
    <>
      <div className={styles.listHead}>
        <span className={styles.quiet}>
          {count === 1 ? '1 delivery' : `${count.toLocaleString('en')} deliveries`}
        </span>
        <Button size="small" variant="ghost" onClick={() => setAsked(true)}>
          Delete all
        </Button>
      </div>
      <div className={list.rows}>
        <Listbox
          label="Deliveries"
          items={deliveries}
          keyOf={(delivery) => delivery.id}
          selectedKey={selectedId}
          onSelect={(delivery) => onSelect(delivery.id)}
          render={(delivery) => <DeliveryRow delivery={delivery} />}
        />
        {dropped}
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={count === 1 ? 'Delete 1 delivery?' : `Delete ${count.toLocaleString('en')} deliveries?`}
        body="They are deleted here, on this computer. Runs and threads stay, and runs can still report."
        confirmLabel="Delete all deliveries"
        busyLabel="Deleting"
        danger
        action={clear}
        onConfirm={() => clear.mutateAsync()}
      />
    </>
  );
}
