import { useState } from 'react';
import { isActive } from '../../../shared/model/runs/is-active.ts';
import type { WebhookDelivery } from '../../../shared/model/webhook.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { StatusChip } from '../../ui/display/Chip.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { ForwardDialog } from './ForwardDialog.tsx';
import { useDeliveryContent, useRecheckDelivery } from '../queries.ts';
import { deliveryStatus, forwardText } from '../webhook-labels.ts';
import { DeliveryFacts, DeliveryText } from './DeliveryText.tsx';
import list from '../../ui/layout/ListDetail.module.css';
import styles from '../WebhooksView.module.css';

export interface DeliveryDetailProps {
  readonly delivery: WebhookDelivery;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

export function DeliveryDetail({ delivery, onOpenThread }: DeliveryDetailProps) {
  const { threadId, runId } = delivery;
  const recheck = useRecheckDelivery();
  const [forwardTo, setForwardTo] = useState<string | null>(null);
  return (
    <section className={styles.detail} aria-label="Delivery">
      <header className={styles.head}>
        <h3>{new Date(delivery.receivedAt).toLocaleString()}</h3>
        <StatusChip status={deliveryStatus(delivery)}>
          {delivery.confirmedStatus ?? delivery.claimedStatus ?? 'no status'}
        </StatusChip>
        <span className={list.grow} />
        {runId === null || threadId === null || isConfirmedEnd(delivery) ? null : (
          <Button
            size="small"
            busy={recheck.isPending ? 'Checking' : null}
            onClick={() => recheck.mutate(delivery.id)}
          >
            Check again
          </Button>
        )}
        <Button size="small" onClick={() => setForwardTo('')}>
          Forward
        </Button>
        {threadId === null ? null : (
          <Button size="small" onClick={() => onOpenThread(delivery.connectionId, threadId)}>
            Open thread
          </Button>
        )}
      </header>
      <DeliveryFacts delivery={delivery} />
      {recheck.error ? <ErrorNotice action="Could not check" error={recheck.error} /> : null}
      <Forwards forwards={delivery.forwards} onReplay={setForwardTo} />
      <DeliveryContent key={delivery.id} delivery={delivery} />
      {forwardTo === null ? null : (
        <ForwardDialog delivery={delivery} url={forwardTo} onClose={() => setForwardTo(null)} />
      )}
    </section>
  );
}

interface ForwardsProps {
  readonly forwards: WebhookDelivery['forwards'];
  readonly onReplay: (url: string) => void;
}

function Forwards({ forwards, onReplay }: ForwardsProps) {
  if (forwards.length === 0) return null;
  return (
    <ul className={styles.forwards} aria-label="Forwards">
      {forwards.map((forward) => (
        <li key={forward.at}>
          <span className={styles.quiet}>Forwarded</span>
          <code className={styles.address} title={forward.url}>
            {forward.url}
          </code>
          <span>{forwardText(forward)}</span>
          <span className={styles.age}>
            <TimeAgo at={forward.at} />
          </span>
          <Button size="small" variant="ghost" onClick={() => onReplay(forward.url)}>
            Replay
          </Button>
        </li>
      ))}
    </ul>
  );
}

function isConfirmedEnd({ confirmedStatus }: WebhookDelivery): boolean {
  return confirmedStatus !== null && !isActive(confirmedStatus);
}

function DeliveryContent({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { data: content, error } = useDeliveryContent(delivery.id);
  if (error) return <ErrorNotice action="Could not load the body" error={error} />;
  return content ? (
    <DeliveryText delivery={delivery} content={content} />
  ) : (
    <Loading>Loading the body</Loading>
  );
}
