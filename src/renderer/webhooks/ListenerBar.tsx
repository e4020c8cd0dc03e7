import type { WebhookListener } from '../../shared/model/webhook.ts';
import { Chip } from '../ui/Chip.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { Switch } from '../ui/Switch.tsx';
import { useSetListener } from './queries.ts';
import { listenerWords } from './webhook-words.ts';
import styles from './WebhooksView.module.css';

const tones = { off: 'mute', starting: 'run', listening: 'ok', failed: 'fail' } as const;

/** Whether the listener is on and where it listens. Each run gets an own token, which is never shown whole. */
export function ListenerBar({ listener }: { readonly listener: WebhookListener }) {
  const set = useSetListener();
  const isOn = listener.state === 'listening' || listener.state === 'starting';
  return (
    <div className={styles.top}>
      <div className={styles.bar}>
        <h2>Webhooks</h2>
        <Switch
          label="Listener"
          checked={set.isPending ? set.variables : isOn}
          disabled={set.isPending}
          onChange={(enabled) => set.mutate(enabled)}
        />
        <Chip tone={tones[listener.state]}>{listenerWords[listener.state]}</Chip>
        {listener.address === null ? null : (
          <code className={styles.address}>
            {listener.address}/
            <span title="Every run gets its own token. It is never shown whole.">••••••••</span>
          </code>
        )}
        <span className={styles.quiet}>
          Every run gets its own token; only servers on this machine reach it.
        </span>
      </div>
      {listener.problem ? <ErrorNote error={listener.problem} onRetry={() => set.mutate(true)} /> : null}
      {set.error ? <ErrorNote error={set.error} /> : null}
    </div>
  );
}
