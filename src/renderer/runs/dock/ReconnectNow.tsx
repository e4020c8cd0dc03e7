import { RefreshCw } from 'lucide-react';
import { use } from 'react';
import { HostConnectionContext } from '../../rpc/host-connection-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useReconnectNow } from '../mutations.ts';
import type { RunKey } from '../model/run-log-store.ts';
import styles from './ReconnectNow.module.css';

export function ReconnectNow({ run }: { readonly run: RunKey }) {
  const connection = use(HostConnectionContext);
  const reconnect = useReconnectNow();
  return (
    <Button
      size="small"
      variant="ghost"
      className={styles.button}
      title="Reconnect now"
      icon={<RefreshCw size={14} aria-hidden />}
      onClick={() => {
        connection?.retry();
        reconnect.mutate(run);
      }}
    >
      Reconnect now
    </Button>
  );
}
