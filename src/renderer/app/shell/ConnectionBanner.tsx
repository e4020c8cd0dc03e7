import { Unplug } from 'lucide-react';
import { useHostConnection, useHostConnectionStatus } from '../../rpc/host-connection-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import styles from './Banner.module.css';

export function ConnectionBanner() {
  const hostConnection = useHostConnection();
  const { state, error } = useHostConnectionStatus();
  if (state === 'connected' || state === 'refused' || (state === 'connecting' && error === null)) return null;
  return (
    <output className={styles.banner}>
      <Unplug size={14} aria-hidden />
      <span>
        {error?.code === 'conflict'
          ? `${error.message} ${error.hint ?? ''}`
          : state === 'lost'
            ? 'Connection to the studio lost. What you enter stays in this window. Reconnecting...'
            : 'The studio is not responding yet. Retrying...'}
      </span>
      <Button size="small" onClick={() => hostConnection.retry()}>
        Try now
      </Button>
    </output>
  );
}
