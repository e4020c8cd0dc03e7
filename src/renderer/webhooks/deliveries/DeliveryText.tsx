import { useMemo } from 'react';
import { formatJson } from 'exact-json';
import type { WebhookContent, WebhookDelivery } from '../../../shared/model/webhook.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { durationText, sizeText } from '../../ui/display/format.ts';
import { idText, lagMs, verificationResult } from '../webhook-labels.ts';
import styles from '../WebhooksView.module.css';

/** What is known of a delivery: its run, and how far its claim can be believed. A recorded one has no token. */
export function DeliveryFacts({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { threadId, runId } = delivery;
  const lag = lagMs(delivery);
  return (
    <dl className={styles.properties}>
      <dt>Verdict</dt>
      <dd>{verificationResult(delivery).text}</dd>
      <dt>Run</dt>
      <dd>
        <code>{idText(delivery, runId)}</code>
        {runId === null ? null : <CopyButton label="Copy run ID" text={runId} />}
      </dd>
      <dt>Thread</dt>
      <dd>
        <code>{idText(delivery, threadId)}</code>
        {threadId === null ? null : <CopyButton label="Copy thread ID" text={threadId} />}
      </dd>
      {delivery.tokenLast4 === '' ? null : (
        <>
          <dt>Token</dt>
          <dd>known, ends in {delivery.tokenLast4}</dd>
        </>
      )}
      <dt>Arrived</dt>
      <dd>
        {delivery.count === 1 ? 'once' : `${delivery.count} times`}
        {lag === null ? '' : `, ${durationText(lag)} after the run's end`}
      </dd>
    </dl>
  );
}

interface DeliveryTextProps {
  readonly delivery: Pick<WebhookDelivery, 'size' | 'contentType'>;
  readonly content: WebhookContent;
}

export function DeliveryText({ delivery: { size, contentType }, content }: DeliveryTextProps) {
  const { headers, bodyText, bodyIsJson } = content;
  const body = useMemo(() => (bodyIsJson ? formatJson(bodyText) : bodyText), [bodyIsJson, bodyText]);
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
