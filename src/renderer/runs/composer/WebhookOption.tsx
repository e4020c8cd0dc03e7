import { useMissingCapability } from '../../rpc/server-features.ts';
import type { RunWebhook } from '../../../shared/model/run-options.ts';
import { useWebhookReach } from '../../shared-ui/use-webhook-reach.ts';
import { Select } from '../../ui/controls/Select.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import styles from './RunOptionsForm.module.css';

export interface WebhookOptionProps {
  readonly connectionId: string;
  readonly webhook: RunWebhook;
  readonly onChange: (webhook: RunWebhook) => void;
}

export function WebhookOption({ connectionId, webhook, onChange }: WebhookOptionProps) {
  const noWebhooks = useMissingCapability(connectionId, 'webhooks');
  return (
    <div className={styles.choice}>
      <span className={styles.label}>Webhook</span>
      <Select
        label="Webhook"
        wide
        value={webhook.kind}
        onChange={(kind) =>
          onChange(
            kind === 'listener'
              ? { kind }
              : kind === 'address'
                ? { kind, url: 'https://' }
                : { kind: 'none' },
          )
        }
        options={[
          { value: 'none', label: 'None' },
          {
            value: 'listener',
            label: "The studio's listener",
            detail: noWebhooks ?? 'Must be on and reachable from the server.',
            disabled: noWebhooks !== null,
          },
          {
            value: 'address',
            label: 'Another address',
            disabled: noWebhooks !== null,
            ...(noWebhooks === null ? {} : { detail: noWebhooks }),
          },
        ]}
      />
      {webhook.kind === 'address' && noWebhooks !== null ? (
        <p className={styles.warning} role="status">
          {noWebhooks}
        </p>
      ) : null}
      {webhook.kind === 'listener' ? <ListenerReach connectionId={connectionId} /> : null}
      {webhook.kind === 'address' ? (
        <TextField
          label="Webhook address"
          hideLabel
          mono
          value={webhook.url}
          error={isAddress(webhook.url) ? null : 'The address must start with http:// or https://.'}
          hint="An unreachable address crashes a worker of the JavaScript server."
          onChange={(url) => onChange({ kind: 'address', url })}
        />
      ) : null}
    </div>
  );
}

function ListenerReach({ connectionId }: Pick<WebhookOptionProps, 'connectionId'>) {
  const reach = useWebhookReach(connectionId);
  if (reach === null) return null;
  const { verdict, text, remedy } = reach;
  return (
    <p className={verdict === 'likely' ? styles.quiet : styles.warning} role="status">
      {text} {remedy}
    </p>
  );
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
