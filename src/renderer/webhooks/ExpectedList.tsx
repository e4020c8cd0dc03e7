import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { ExpectedDelivery, WebhooksSnapshot } from '../../shared/model/webhook.ts';
import { webhookBase } from '../shared-ui/use-webhook-reach.ts';
import { webhookReach } from '../shared-ui/webhook-reach.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { shortId } from '../ui/display/format.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { expectedHeading, missingCause } from './expected-labels.ts';
import styles from './ExpectedList.module.css';

interface ExpectedListProps {
  readonly snapshot: WebhooksSnapshot;
  readonly onOpenThread: (connectionId: string, threadId: string) => void;
}

export function ExpectedList({ snapshot, onOpenThread }: ExpectedListProps) {
  const { expected } = snapshot;
  const servers = useSubscription('connections.watch', {}).item;
  if (expected.length === 0) return null;
  return (
    <details className={styles.expected} open>
      <summary>{expectedHeading(expected)}</summary>
      <div className={styles.scroller} {...scrollableGroupProps('Expected deliveries')}>
        <ul>
          {expected.map((one) => (
            <ExpectedRow
              key={one.id}
              expected={one}
              snapshot={snapshot}
              servers={servers}
              onOpenThread={onOpenThread}
            />
          ))}
        </ul>
      </div>
    </details>
  );
}

interface ExpectedRowProps extends ExpectedListProps {
  readonly expected: ExpectedDelivery;
  readonly servers: ConnectionsSnapshot | null;
}

function ExpectedRow({ expected, snapshot, servers, onOpenThread }: ExpectedRowProps) {
  const { id, connectionId, threadId, runId, status } = expected;
  const check = useCallMutation('webhooks.checkExpected');
  const dismiss = useCallMutation('webhooks.dismissExpected');
  const noCheck = useUnavailable(null, 'webhooks.checkExpected');
  const noDismiss = useUnavailable(null, 'webhooks.dismissExpected');
  const server = servers?.connections.find((connection) => connection.id === connectionId);
  return (
    <li className={styles.row}>
      <span className={styles.run}>
        <code title={runId}>run {shortId(runId)}</code>
        <span className={styles.server}>{server?.name ?? 'a removed server'}</span>
      </span>
      <span className={styles.actions}>
        {status === 'missing' ? null : (
          <Button
            size="small"
            disabled={noCheck !== null}
            title={noCheck ?? undefined}
            busy={check.isPending ? 'Checking' : null}
            onClick={() => check.mutate({ expectedId: id })}
          >
            Check
          </Button>
        )}
        {threadId === '' ? null : (
          <Button size="small" variant="ghost" onClick={() => onOpenThread(connectionId, threadId)}>
            Open thread
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          disabled={noDismiss !== null}
          title={noDismiss ?? undefined}
          onClick={() => dismiss.mutate({ expectedId: id })}
        >
          Dismiss
        </Button>
      </span>
      <div className={styles.text}>
        <ExpectedStatus expected={expected} />
        {status === 'missing' ? <Cause expected={expected} snapshot={snapshot} servers={servers} /> : null}
        {check.error ? <ErrorNotice action="Could not check" error={check.error} /> : null}
      </div>
    </li>
  );
}

function ExpectedStatus({ expected: { status, runEndedAt, startedAt } }: Pick<ExpectedRowProps, 'expected'>) {
  if (status === 'running') {
    return (
      <p>
        Started <TimeAgo at={startedAt} ago />; it reports when it ends.
      </p>
    );
  }
  if (status === 'unknown') {
    return <p>Started before the studio was last closed. Whether it has ended is unknown.</p>;
  }
  if (runEndedAt === null) return <p className={styles.missing}>The run has ended, but nothing arrived.</p>;
  return (
    <p className={styles.missing}>
      Run ended <TimeAgo at={runEndedAt} ago />; nothing arrived.
    </p>
  );
}

function Cause({ expected, snapshot, servers }: Pick<ExpectedRowProps, 'expected' | 'snapshot' | 'servers'>) {
  const connection = servers?.connections.find(({ id }) => id === expected.connectionId);
  const server = servers?.health.find(({ connectionId }) => connectionId === expected.connectionId)?.server;
  const reach = connection
    ? webhookReach({ serverUrl: connection.url, server: server ?? null, webhookUrl: expected.sentTo })
    : null;
  const { address } = snapshot.listener;
  const { text, remedy } = missingCause({ expected, reach, base: webhookBase(snapshot), address });
  return (
    <p>
      {text} {remedy}
    </p>
  );
}
