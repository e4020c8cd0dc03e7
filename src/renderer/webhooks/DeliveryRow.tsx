import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import { Chip } from '../ui/display/Chip.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ListRow } from '../ui/resource-view/ListRow.tsx';
import { durationText, sizeText, shortId } from '../ui/display/format.ts';
import { idText, lagMs, deliveryStatus, deliveryStatusText, verificationResult } from './webhook-labels.ts';
import styles from './WebhooksView.module.css';

export function DeliveryRow({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { runId, count, size, receivedAt } = delivery;
  const lag = lagMs(delivery);
  const { tone, text } = verificationResult(delivery);
  return (
    <ListRow
      icon={<StatusIcon status={deliveryStatus(delivery)} label="" />}
      name={
        <>
          {deliveryStatusText(delivery)}
          {count > 1 ? <span className={styles.quiet}> × {count}</span> : null}
        </>
      }
      end={<TimeAgo at={receivedAt} />}
      second={
        <span className={styles.secondary}>
          <code>run {idText(delivery, runId === null ? null : shortId(runId))}</code>
          <span>{sizeText(size)}</span>
          {lag === null ? null : (
            <span title="After the run's end, by both clocks">+{durationText(lag)}</span>
          )}
          <Chip tone={tone} title={text}>
            {text}
          </Chip>
        </span>
      }
    />
  );
}
