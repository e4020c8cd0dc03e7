import { useState } from 'react';
import { isActive } from '../../shared/model/is-active.ts';
import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { ForwardDialog } from './ForwardDialog.tsx';
import { useDeliveryContent } from './queries.ts';
import { forwardText } from './webhook-labels.ts';
import { DeliveryPane } from './DeliveryPane.tsx';
import styles from './WebhooksView.module.css';

export interface DeliveryDetailProps {
  readonly delivery: WebhookDelivery;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

export function DeliveryDetail({ delivery, onOpenThread }: DeliveryDetailProps) {
  const { id, threadId, runId } = delivery;
  const recheck = useCallMutation('webhooks.recheck');
  const noRecheck = useUnavailable(null, 'webhooks.recheck');
  const noForward = useUnavailable(null, 'webhooks.forward');
  const content = useDeliveryContent(id);
  const [forwardTo, setForwardTo] = useState<string | null>(null);
  return (
    <DeliveryPane
      delivery={delivery}
      content={content}
      onOpenThread={onOpenThread}
      actions={
        <>
          {runId === null || threadId === null || isConfirmedEnd(delivery) ? null : (
            <Button
              size="small"
              disabled={noRecheck !== null}
              title={noRecheck ?? undefined}
              busy={recheck.isPending ? 'Checking' : null}
              onClick={() => recheck.mutate({ deliveryId: id })}
            >
              Check again
            </Button>
          )}
          <Button
            size="small"
            disabled={noForward !== null}
            title={noForward ?? undefined}
            onClick={() => setForwardTo('')}
          >
            Forward
          </Button>
        </>
      }
    >
      {recheck.error ? <ErrorNotice action="Could not check" error={recheck.error} /> : null}
      <Forwards forwards={delivery.forwards} noForward={noForward} onReplay={setForwardTo} />
      {forwardTo === null ? null : (
        <ForwardDialog delivery={delivery} url={forwardTo} onClose={() => setForwardTo(null)} />
      )}
    </DeliveryPane>
  );
}

interface ForwardsProps {
  readonly forwards: WebhookDelivery['forwards'];
  readonly noForward: string | null;
  readonly onReplay: (url: string) => void;
}

function Forwards({ forwards, noForward, onReplay }: ForwardsProps) {
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
          <Button
            size="small"
            variant="ghost"
            disabled={noForward !== null}
            title={noForward ?? undefined}
            onClick={() => onReplay(forward.url)}
          >
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
