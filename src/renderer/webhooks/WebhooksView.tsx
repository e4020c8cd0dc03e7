import { Webhook } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '../../shared/model/connections/connection.ts';
import type { WebhooksSnapshot } from '../../shared/model/webhook.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { DeliveryColumns } from './deliveries/DeliveryColumns.tsx';
import { DeliveryDetail } from './deliveries/DeliveryDetail.tsx';
import { ExpectedList } from './ExpectedList.tsx';
import { DeliveryList } from './deliveries/DeliveryList.tsx';
import { RecordSourceChoice, type RecordSource } from '../domain/recorded/RecordSourceChoice.tsx';
import { RecordedWebhooks } from './deliveries/RecordedWebhooks.tsx';
import { ListenerBar } from './listener/ListenerBar.tsx';
import { useWebhooks } from './queries.ts';
import { useDeliveries } from './deliveries/use-deliveries.ts';
import { RejectionList } from './listener/RejectionList.tsx';
import list from '../ui/layout/ListDetail.module.css';
import styles from './WebhooksView.module.css';

export interface WebhooksViewProps {
  readonly recording: Connection | null;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

/** The listener that servers report ended runs to, and every report that arrived; those of a recording beside it. */
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
  const { item: snapshot, error } = useWebhooks();
  if (snapshot === null) {
    return error ? (
      <div className={list.centered}>
        <ErrorNotice action="Could not load webhooks" error={error} />
      </div>
    ) : (
      <Loading fill>Loading webhooks</Loading>
    );
  }
  return (
    <div className={styles.view}>
      <ListenerBar listener={snapshot.listener} endpoint={snapshot.endpoint} expected={snapshot.expected} />
      <Deliveries snapshot={snapshot} onOpenThread={onOpenThread} />
    </div>
  );
}

function Deliveries({ snapshot, onOpenThread }: OwnWebhooksProps & { readonly snapshot: WebhooksSnapshot }) {
  const { refusals, refusedTotal, listener } = snapshot;
  const { deliveries, droppedTotal, error } = useDeliveries();
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = deliveries?.find((delivery) => delivery.id === shownId) ?? deliveries?.[0] ?? null;
  return (
    <DeliveryColumns
      list={
        <section className={list.list} aria-label="Deliveries">
          <ExpectedList snapshot={snapshot} onOpenThread={onOpenThread} />
          <div className={styles.deliveries}>
            {error ? <ErrorNotice action="Could not load the deliveries" error={error} /> : null}
            {deliveries === null && !error ? <Loading>Loading the deliveries</Loading> : null}
            {deliveries === null ? null : (
              <DeliveryList
                deliveries={deliveries}
                droppedTotal={droppedTotal}
                isListening={listener.state === 'listening'}
                selectedId={shown?.id ?? null}
                onSelect={setShownId}
              />
            )}
          </div>
          <RejectionList refusals={refusals} total={refusedTotal} />
        </section>
      }
      detail={
        shown ? (
          <DeliveryDetail key={shown.id} delivery={shown} onOpenThread={onOpenThread} />
        ) : (
          <EmptyState
            icon={<Webhook size={20} aria-hidden />}
            title="No delivery to show"
            sentence="Select a delivery to see its headers and body."
          />
        )
      }
    />
  );
}
