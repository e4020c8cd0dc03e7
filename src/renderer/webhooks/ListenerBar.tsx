import { useState } from 'react';
import { Settings } from 'lucide-react';
import type { ExpectedDelivery, WebhookEndpoint, WebhookListener } from '../../shared/model/webhook.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { ConfirmDialog } from '../ui/popups/ConfirmDialog.tsx';
import { ListenerDialog } from './ListenerDialog.tsx';
import { listenerLabels, pendingText, reachText } from './webhook-labels.ts';
import list from '../ui/resource-view/resource-view.module.css';
import styles from './WebhooksView.module.css';

const tones = { off: 'mute', starting: 'run', listening: 'ok', failed: 'fail' } as const;

interface ListenerBarProps {
  readonly listener: WebhookListener;
  readonly endpoint: WebhookEndpoint;
  readonly expected: readonly ExpectedDelivery[];
}

// Whether the listener is on and where it listens. Each run gets an own token, which is never shown whole.
export function ListenerBar({ listener, endpoint, expected }: ListenerBarProps) {
  const set = useCallMutation('webhooks.setListener');
  const noListener = useUnavailable(null, 'webhooks.setListener');
  // What was chosen, or its result, until the watched snapshot has caught up: it may lag behind the
  // answer, and a switch that shows the old state for a moment would be switched the wrong way by the next
  // click.
  const [awaited, setAwaited] = useState<boolean | null>(null);
  const [isConfiguring, setConfiguring] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const running = expected.filter(({ status }) => status === 'running').length;
  const isShown = isOn(listener);
  if (awaited === isShown && !set.isPending) setAwaited(null);
  const turn = async (enabled: boolean): Promise<void> => {
    setAwaited(enabled);
    try {
      setAwaited(isOn(await set.mutateAsync({ enabled })));
    } catch (error) {
      setAwaited(null);
      throw error;
    }
  };
  // `set.error` says why it failed.
  const turnUnasked = (enabled: boolean): void => void turn(enabled).catch(() => undefined);
  const onSwitch = (enabled: boolean): void => {
    if (!enabled && running > 0) setAsked(true);
    else turnUnasked(enabled);
  };
  return (
    <div className={styles.top}>
      <div className={styles.bar}>
        <h2>Webhooks</h2>
        <Switch
          label="Listener"
          checked={awaited ?? isShown}
          disabled={awaited !== null || noListener !== null}
          onChange={onSwitch}
        />
        <Chip tone={tones[listener.state]}>{listenerLabels[listener.state]}</Chip>
        {listener.address === null ? null : (
          <code className={styles.address}>
            {endpoint.publicUrl ?? listener.address}/
            <span title="Every run gets its own token. It is never shown in full.">••••••••</span>
          </code>
        )}
        <span className={styles.quiet} title={reachText(listener, endpoint)}>
          {reachText(listener, endpoint)}
        </span>
        {noListener === null ? null : (
          <span className={styles.quiet} title={noListener}>
            {noListener}
          </span>
        )}
        <span className={list.grow} />
        <Button
          size="small"
          icon={<Settings size={14} aria-hidden />}
          disabled={noListener !== null}
          title={noListener ?? undefined}
          onClick={() => setConfiguring(true)}
        >
          Settings
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Turn the listener off?"
        body={`${pendingText(running)} Once it is off, their webhooks fail, and a JavaScript server loses a worker for each one that fails.`}
        confirmLabel="Turn off"
        busyLabel="Turning off"
        danger
        action={set}
        onConfirm={() => turn(false)}
      />
      {isConfiguring ? (
        <ListenerDialog
          listener={listener}
          endpoint={endpoint}
          running={running}
          onClose={() => setConfiguring(false)}
        />
      ) : null}
      {listener.problem ? (
        <ErrorNotice
          action={null}
          error={listener.problem}
          {...(noListener === null ? { onRetry: () => turnUnasked(true) } : {})}
        />
      ) : null}
      {set.error && !isAsked ? (
        <ErrorNotice action="Could not change the listener" error={set.error} />
      ) : null}
    </div>
  );
}

function isOn({ state }: WebhookListener): boolean {
  return state === 'listening' || state === 'starting';
}
