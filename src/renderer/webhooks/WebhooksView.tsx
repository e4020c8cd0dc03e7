import { Webhook } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '../../shared/model/connection.ts';
import type { WebhookDelivery, WebhooksSnapshot } from '../../shared/model/webhook.ts';
import { RecordSourceChoice, type RecordSource } from '../shared-ui/RecordSourceChoice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { LoadedResource } from '../ui/resource-view/LoadedResource.tsx';
import { ResourceRows } from '../ui/resource-view/ResourceRows.tsx';
import { ReadError } from '../ui/resource-view/ResourceHeader.tsx';
import { ResourceView } from '../ui/resource-view/ResourceView.tsx';
import { useResourceList } from '../ui/resource-view/use-resource-list.ts';
import { DeliveryDetail } from './DeliveryDetail.tsx';
import { DeliveryListHead } from './DeliveryListHead.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { RecordedWebhooks, deliveryColumns, deliveryKey } from './RecordedWebhooks.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { ExpectedList } from './ExpectedList.tsx';
import { ListenerBar } from './ListenerBar.tsx';
import { RejectionList } from './RejectionList.tsx';
import { useWebhooks } from './queries.ts';
import { droppedDeliveriesText } from './webhook-labels.ts';
import styles from './WebhooksView.module.css';

export interface WebhooksViewProps {
  readonly recording: Connection | null;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

// The listener that servers report ended runs to, and every report that arrived; those of a recording beside it.
export function WebhooksView({ recording, onOpenThread }: WebhooksViewProps) {
  const [source, setSource] = useState<RecordSource>('recording');
  if (recording === null) return <OwnWebhooks onOpenThread={onOpenThread} />;
  return (
    <div className={styles.sources}>
      <div className={styles.source}>
        <RecordSourceChoice value={source} onChange={setSource} />
      </div>
      {source === 'recording' ? (
        <RecordedWebhooks key={recording.id} connectionId={recording.id} onOpenThread={onOpenThread} />
      ) : (
        <OwnWebhooks onOpenThread={onOpenThread} />
      )}
    </div>
  );
}

type OwnWebhooksProps = Pick<WebhooksViewProps, 'onOpenThread'>;

function OwnWebhooks({ onOpenThread }: OwnWebhooksProps) {
  const { item, error } = useWebhooks();
  return (
    <LoadedResource data={item} error={error} loading="Loading webhooks" failed="Could not load webhooks">
      {(snapshot) => (
        <div className={styles.view}>
          <ListenerBar
            listener={snapshot.listener}
            endpoint={snapshot.endpoint}
            expected={snapshot.expected}
          />
          <Deliveries snapshot={snapshot} onOpenThread={onOpenThread} />
        </div>
      )}
    </LoadedResource>
  );
}

function Deliveries({ snapshot, onOpenThread }: OwnWebhooksProps & { readonly snapshot: WebhooksSnapshot }) {
  const { refusals, refusedTotal, listener } = snapshot;
  const { deliveries, droppedTotal, error } = useDeliveries();
  const list = useResourceList(deliveries ?? none, { keyOf: deliveryKey });
  const count = list.items.length;
  return (
    <ResourceView
      label="Deliveries"
      columns={deliveryColumns}
      list={list}
      header={
        <>
          <ExpectedList snapshot={snapshot} onOpenThread={onOpenThread} />
          {count === 0 ? null : <DeliveryListHead count={count} />}
          <ReadError error={error} failed="Could not load the deliveries" hasData={deliveries !== null} />
        </>
      }
      footer={<RejectionList refusals={refusals} total={refusedTotal} />}
      noDetail={{
        icon: <Webhook size={20} aria-hidden />,
        title: 'No delivery to show',
        sentence: 'Select a delivery to see its headers and body.',
      }}
      renderDetail={(delivery) => <DeliveryDetail delivery={delivery} onOpenThread={onOpenThread} />}
    >
      {deliveries !== null ? (
        <ResourceRows
          label="Deliveries"
          {...list.rows}
          empty={{
            title: 'Nothing has arrived yet',
            sentence:
              listener.state === 'listening'
                ? 'Start a run with its webhook option on. Its delivery appears here.'
                : 'Turn the listener on, then start a run with its webhook option on.',
          }}
          render={(delivery) => <DeliveryRow delivery={delivery} />}
        />
      ) : error ? null : (
        <Loading>Loading the deliveries</Loading>
      )}
      {droppedTotal > 0 ? <p className={styles.dropped}>{droppedDeliveriesText(droppedTotal)}</p> : null}
    </ResourceView>
  );
}

const none: readonly WebhookDelivery[] = [];
