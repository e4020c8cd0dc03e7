import { useMemo } from 'react';
import { formatJson } from '../../exact-json/scan/format.ts';
import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { StatusChip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { durationText, sizeText } from '../ui/display/format.ts';
import { useDeliveryContent } from './queries.ts';
import { lagMs, deliveryStatus, verificationResult } from './webhook-labels.ts';
import styles from './WebhooksView.module.css';

export interface DeliveryDetailProps {
  readonly delivery: WebhookDelivery;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

export function DeliveryDetail({ delivery, onOpenThread }: DeliveryDetailProps) {
  const { threadId, runId } = delivery;
  const lag = lagMs(delivery);
  return (
    <section className={styles.detail} aria-label="Delivery">
      <header className={styles.head}>
        <h3>{new Date(delivery.receivedAt).toLocaleString()}</h3>
        <StatusChip status={deliveryStatus(delivery)}>
          {delivery.confirmedStatus ?? delivery.claimedStatus ?? 'no status'}
        </StatusChip>
        <span className={styles.grow} />
        {threadId === null ? null : (
          <Button size="small" onClick={() => onOpenThread(delivery.connectionId, threadId)}>
            Open thread
          </Button>
        )}
      </header>
      <dl className={styles.properties}>
        <dt>Verdict</dt>
        <dd>{verificationResult(delivery).text}</dd>
        <dt>Run</dt>
        <dd>
          <code>{runId ?? 'unknown yet'}</code>
          {runId === null ? null : <CopyButton label="Copy run ID" text={runId} />}
        </dd>
        <dt>Thread</dt>
        <dd>
          <code>{threadId ?? 'unknown yet'}</code>
          {threadId === null ? null : <CopyButton label="Copy thread ID" text={threadId} />}
        </dd>
        <dt>Token</dt>
        <dd>known, ends in {delivery.tokenLast4}</dd>
        <dt>Arrived</dt>
        <dd>
          {delivery.count === 1 ? 'once' : `${delivery.count} times`}
          {lag === null ? '' : `, ${durationText(lag)} after the run's end`}
        </dd>
      </dl>
      <DeliveryContent key={delivery.id} delivery={delivery} />
    </section>
  );
}

function DeliveryContent({ delivery: { id, size, contentType } }: { readonly delivery: WebhookDelivery }) {
  const { data: content, error } = useDeliveryContent(id);
  const body = useMemo(
    () => (content?.bodyIsJson ? formatJson(content.bodyText) : (content?.bodyText ?? '')),
    [content],
  );
  if (error) return <ErrorNotice action="Could not load the body" error={error} />;
  if (!content) return <Loading>Loading the body</Loading>;
  const { headers, bodyText } = content;
  return (
    <>
      <div className={styles.part}>
        <h4>
          Body{' '}
          <span className={styles.quiet}>{`${sizeText(size)}, ${contentType ?? 'no content type'}`}</span>
        </h4>
        <CopyButton label="Copy body" text={bodyText} />
      </div>
      <CodeText label="Body" text={body} wrap />
      <div className={styles.part}>
        <h4>
          Headers <span className={styles.quiet}>{headers.length}</span>
        </h4>
      </div>
      <CodeText
        label="Headers"
        text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        wrap
      />
    </>
  );
}
