import { Webhook } from 'lucide-react';
import { useState } from 'react';
import type { WebhookDelivery } from '../../../shared/model/webhook.ts';
import { recordedCountText } from '../../domain/recorded/recorded-count.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StatusChip } from '../../ui/display/Chip.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Listbox } from '../../ui/lists/Listbox.tsx';
import { useRecordedContent, useRecordedDeliveries } from '../queries.ts';
import { deliveryStatus } from '../webhook-labels.ts';
import { DeliveryColumns } from './DeliveryColumns.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { DeliveryFacts, DeliveryText } from './DeliveryText.tsx';
import list from '../../ui/layout/ListDetail.module.css';
import styles from '../WebhooksView.module.css';

interface RecordedWebhooksProps {
  readonly connectionId: string;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

export function RecordedWebhooks({ connectionId, onOpenThread }: RecordedWebhooksProps) {
  const { data, error, refetch } = useRecordedDeliveries(connectionId);
  const [shownId, setShownId] = useState<string | null>(null);
  if (error) {
    return (
      <ErrorNotice
        action="Could not read the deliveries of the recording"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Loading fill>Loading the deliveries</Loading>;
  const { deliveries, total } = data;
  if (total === 0) {
    return (
      <EmptyState
        icon={<Webhook size={20} aria-hidden />}
        title="No deliveries in the recording"
        sentence="No run in it reported its end to the studio that recorded."
      />
    );
  }
  if (deliveries.length === 0) {
    return (
      <EmptyState
        icon={<Webhook size={20} aria-hidden />}
        title="No delivery can be read"
        sentence={`${recordedCountText(0, data)}: too large, or not in the format.`}
      />
    );
  }
  const shown = deliveries.find(({ id }) => id === shownId) ?? deliveries[0];
  return (
    <DeliveryColumns
      list={
        <section className={list.list} aria-label="Deliveries of the recording">
          <div className={styles.listHead}>
            <span className={styles.quiet}>{recordedCountText(deliveries.length, data)}</span>
          </div>
          <div className={list.rows}>
            <Listbox
              label="Deliveries of the recording"
              items={deliveries}
              keyOf={({ id }) => id}
              selectedKey={shown?.id ?? null}
              onSelect={({ id }) => setShownId(id)}
              render={(delivery) => <DeliveryRow delivery={delivery} />}
            />
          </div>
        </section>
      }
      detail={shown && <RecordedDelivery key={shown.id} delivery={shown} onOpenThread={onOpenThread} />}
    />
  );
}

function RecordedDelivery({
  delivery,
  onOpenThread,
}: Pick<RecordedWebhooksProps, 'onOpenThread'> & { readonly delivery: WebhookDelivery }) {
  const { connectionId, threadId, seq } = delivery;
  const { data: content, error } = useRecordedContent(connectionId, seq - 1);
  return (
    <section className={styles.detail} aria-label="Delivery">
      <header className={styles.head}>
        <h3>{new Date(delivery.receivedAt).toLocaleString()}</h3>
        <StatusChip status={deliveryStatus(delivery)}>
          {delivery.confirmedStatus ?? delivery.claimedStatus ?? 'no status'}
        </StatusChip>
        <span className={list.grow} />
        {threadId === null ? null : (
          <Button size="small" onClick={() => onOpenThread(connectionId, threadId)}>
            Open thread
          </Button>
        )}
      </header>
      <DeliveryFacts delivery={delivery} />
      {error ? (
        <ErrorNotice action="Could not load the body" error={error} />
      ) : content ? (
        <DeliveryText delivery={delivery} content={content} />
      ) : (
        <Loading>Loading the body</Loading>
      )}
    </section>
  );
}
