import { Webhook } from 'lucide-react';
import type { RecordedDeliveries as RecordedList } from '../../shared/model/recorded-records.ts';
import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import { recordedCountText } from '../shared-ui/recorded-count.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { LoadedResource } from '../ui/resource-view/LoadedResource.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import { ResourceView } from '../ui/resource-view/ResourceView.tsx';
import { useResourceList } from '../ui/resource-view/use-resource-list.ts';
import { useRecordedContent, useRecordedDeliveries } from './queries.ts';
import { DeliveryPane } from './DeliveryPane.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import styles from './WebhooksView.module.css';

export const deliveryColumns = {
  id: 'webhooks.columns',
  list: { id: 'deliveries', size: 460, minSize: 280 },
  detail: { id: 'delivery', minSize: 360 },
};

export function deliveryKey({ id }: WebhookDelivery): string {
  return id;
}

interface RecordedWebhooksProps {
  readonly connectionId: string;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

export function RecordedWebhooks({ connectionId, onOpenThread }: RecordedWebhooksProps) {
  const { data, error, refetch } = useRecordedDeliveries(connectionId);
  return (
    <LoadedResource
      data={data}
      error={error}
      loading="Loading the deliveries"
      failed="Could not read the deliveries of the recording"
      onRetry={() => void refetch()}
    >
      {(recorded) =>
        recorded.deliveries.length > 0 ? (
          <RecordedDeliveries recorded={recorded} onOpenThread={onOpenThread} />
        ) : (
          <EmptyState
            icon={<Webhook size={20} aria-hidden />}
            title={recorded.total === 0 ? 'No deliveries in the recording' : 'No delivery can be read'}
            sentence={
              recorded.total === 0
                ? 'No run in it reported its end to the studio that recorded it.'
                : `${recordedCountText(0, recorded)}: too large, or not in the format.`
            }
          />
        )
      }
    </LoadedResource>
  );
}

interface RecordedDeliveriesProps extends Pick<RecordedWebhooksProps, 'onOpenThread'> {
  readonly recorded: RecordedList;
}

function RecordedDeliveries({ recorded, onOpenThread }: RecordedDeliveriesProps) {
  const list = useResourceList(recorded.deliveries, { keyOf: deliveryKey });
  return (
    <ResourceView
      label="Deliveries of the recording"
      columns={deliveryColumns}
      list={list}
      header={
        <div className={styles.listHead}>
          <span className={styles.quiet}>{recordedCountText(recorded.deliveries.length, recorded)}</span>
        </div>
      }
      noDetail={{ title: 'No delivery to show' }}
      renderDetail={(delivery) => <RecordedDelivery delivery={delivery} onOpenThread={onOpenThread} />}
    >
      <ResourceRows
        label="Deliveries of the recording"
        {...list.rows}
        empty={{ title: 'No delivery to show' }}
        render={(delivery) => <DeliveryRow delivery={delivery} />}
      />
    </ResourceView>
  );
}

interface RecordedDeliveryProps extends Pick<RecordedWebhooksProps, 'onOpenThread'> {
  readonly delivery: WebhookDelivery;
}

function RecordedDelivery({ delivery, onOpenThread }: RecordedDeliveryProps) {
  const content = useRecordedContent(delivery.connectionId, delivery.seq - 1);
  return <DeliveryPane delivery={delivery} content={content} onOpenThread={onOpenThread} />;
}
