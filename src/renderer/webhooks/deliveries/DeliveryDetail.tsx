import { useMemo, useState } from 'react';
import { formatJson } from '../../../exact-json/scan/format.ts';
import { isActive } from '../../../shared/model/runs/is-active.ts';
import type { WebhookDelivery } from '../../../shared/model/webhook.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { StatusChip } from '../../ui/display/Chip.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { durationText, sizeText } from '../../ui/display/format.ts';
import { ForwardDialog } from './ForwardDialog.tsx';
import { useDeliveryContent, useRecheckDelivery } from '../queries.ts';
import { deliveryStatus, forwardText, lagMs, verificationResult } from '../webhook-labels.ts';
import list from '../../ui/layout/ListDetail.module.css';
import styles from '../WebhooksView.module.css';

export interface DeliveryDetailProps {
  readonly delivery: WebhookDelivery;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

export function DeliveryDetail({ delivery, onOpenThread }: DeliveryDetailProps) {
  const { threadId, runId } = delivery;
  const lag = lagMs(delivery);
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

/** Where the delivery was forwarded to, and how that was answered. */
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
