import { useMemo, type ReactNode } from 'react';
import { formatJson } from 'exact-json';
import { countOf } from '../../shared/count-of.ts';
import type { WebhookContent, WebhookDelivery } from '../../shared/model/webhook.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { StatusChip } from '../ui/display/Chip.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { durationText, sizeText } from '../ui/display/format.ts';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { DetailPane } from '../ui/resource-view/DetailPane.tsx';
import { deliveryStatus, deliveryStatusText, idText, lagMs, verificationResult } from './webhook-labels.ts';
import styles from './WebhooksView.module.css';

interface DeliveryPaneProps {
  readonly delivery: WebhookDelivery;
  readonly content: { readonly data: WebhookContent | undefined; readonly error: Error | null };
  readonly actions?: ReactNode;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
  readonly children?: ReactNode;
}

// A delivery, of the listener or of a recording.
export function DeliveryPane({ delivery, content, actions, onOpenThread, children }: DeliveryPaneProps) {
  const { threadId, connectionId, receivedAt } = delivery;
  const { data, error } = content;
  return (
    <DetailPane
      label="Delivery"
      title={new Date(receivedAt).toLocaleString()}
      status={<StatusChip status={deliveryStatus(delivery)}>{deliveryStatusText(delivery)}</StatusChip>}
      actions={
        <>
          {actions}
          {threadId === null ? null : (
            <Button size="small" onClick={() => onOpenThread(connectionId, threadId)}>
              Open thread
            </Button>
          )}
        </>
      }
    >
      <DeliveryFacts delivery={delivery} />
      {children}
      {error ? (
        <ErrorNotice action="Could not load the body" error={error} />
      ) : data ? (
        <DeliveryText delivery={delivery} content={data} />
      ) : (
        <Loading>Loading the body</Loading>
      )}
    </DetailPane>
  );
}

// What is known of a delivery: its run, and how far its claim can be believed. A recorded one has no token.
function DeliveryFacts({ delivery }: Pick<DeliveryPaneProps, 'delivery'>) {
  const { threadId, runId, tokenLast4, count } = delivery;
  const lag = lagMs(delivery);
  return (
    <PropertyList>
      <Property name="Verdict">{verificationResult(delivery).text}</Property>
      <Property name="Run" action={runId === null ? null : <CopyButton label="Copy run ID" text={runId} />}>
        <code>{idText(delivery, runId)}</code>
      </Property>
      <Property
        name="Thread"
        action={threadId === null ? null : <CopyButton label="Copy thread ID" text={threadId} />}
      >
        <code>{idText(delivery, threadId)}</code>
      </Property>
      {tokenLast4 === '' ? null : <Property name="Token">known, ends in {tokenLast4}</Property>}
      <Property name="Arrived">
        {count === 1 ? 'once' : `${count} times`}
        {lag === null ? '' : `, ${durationText(lag)} after the run's end`}
      </Property>
    </PropertyList>
  );
}

interface DeliveryTextProps {
  readonly delivery: Pick<WebhookDelivery, 'size' | 'contentType'>;
  readonly content: WebhookContent;
}

function DeliveryText({ delivery: { size, contentType }, content }: DeliveryTextProps) {
  const { headers, bodyText, bodyIsJson } = content;
  const body = useMemo(() => (bodyIsJson ? formatJson(bodyText) : bodyText), [bodyIsJson, bodyText]);
  return (
    <>
      <details className={styles.headers}>
        <summary>{countOf(headers.length, 'header')}</summary>
        <CodeText
          label="Headers"
          text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          wrap
        />
      </details>
      <div className={styles.part}>
        <h4>
          Body{' '}
          <span className={styles.quiet}>{`${sizeText(size)}, ${contentType ?? 'no content type'}`}</span>
        </h4>
        <CopyButton label="Copy body" text={bodyText} />
      </div>
      <CodeText label="Body" text={body} wrap />
    </>
  );
}
