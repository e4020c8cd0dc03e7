import { useState } from 'react';
import { Settings } from 'lucide-react';
import type { WebhookEndpoint, WebhookListener } from '../../shared/model/webhook.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { ListenerDialog } from './ListenerDialog.tsx';
import { useSetListener } from './queries.ts';
import { listenerLabels, reachText } from './webhook-labels.ts';
import styles from './WebhooksView.module.css';

const tones = { off: 'mute', starting: 'run', listening: 'ok', failed: 'fail' } as const;

interface ListenerBarProps {
  readonly listener: WebhookListener;
  readonly endpoint: WebhookEndpoint;
}

/** Whether the listener is on and where it listens. Each run gets an own token, which is never shown whole. */
export function ListenerBar({ listener, endpoint }: ListenerBarProps) {
  const set = useSetListener();
  // What was chosen, or what came of it, until the watched picture says the same: it may lag behind the
  // answer, and a switch that shows the old state for a moment would be switched the wrong way by the next
  // click.
  const [awaited, setAwaited] = useState<boolean | null>(null);
  const [isConfiguring, setConfiguring] = useState(false);
  const shown = isOn(listener);
  if (awaited === shown && !set.isPending) setAwaited(null);
  const turn = (enabled: boolean): void => {
    setAwaited(enabled);
    set.mutate(enabled, {
      onSuccess: (result) => setAwaited(isOn(result)),
      onError: () => setAwaited(null),
    });
  };
  return (
    <div className={styles.top}>
      <div className={styles.bar}>
        <h2>Webhooks</h2>
        <Switch label="Listener" checked={awaited ?? shown} disabled={awaited !== null} onChange={turn} />
        <Chip tone={tones[listener.state]}>{listenerLabels[listener.state]}</Chip>
        {listener.address === null ? null : (
          <code className={styles.address}>
            {endpoint.publicUrl ?? listener.address}/
            <span title="Every run gets its own token. It is never shown in full.">••••••••</span>
          </code>
        )}
        <span className={styles.quiet}>{reachText(listener, endpoint)}</span>
        <span className={styles.grow} />
        <Button size="small" icon={<Settings size={14} aria-hidden />} onClick={() => setConfiguring(true)}>
          Settings
        </Button>
      </div>
      {isConfiguring ? (
        <ListenerDialog listener={listener} endpoint={endpoint} onClose={() => setConfiguring(false)} />
      ) : null}
      {listener.problem ? (
        <ErrorNotice action={null} error={listener.problem} onRetry={() => turn(true)} />
      ) : null}
      {set.error ? <ErrorNotice action="Could not change the listener" error={set.error} /> : null}
    </div>
  );
}

function isOn({ state }: WebhookListener): boolean {
  return state === 'listening' || state === 'starting';
}
