import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { escapeInvisible } from '../../shared/escape-invisible.ts';
import type { ThreadViewers as Viewers } from '../../shared/model/team.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';
import { whileVisible } from '../ui/while-visible.ts';
import styles from './team.module.css';

export interface ThreadViewersProps {
  readonly connectionId: string;
  readonly threadId: string;
}

/** Who else looks at a thread. While this window is visible, the others see its user there, too. */
export function ThreadViewers({ connectionId, threadId }: ThreadViewersProps) {
  const viewers = useViewers(connectionId, threadId);
  if (viewers === null || viewers.names.length === 0) return null;
  const names = viewers.names.map((name) => escapeInvisible(name));
  const everybody = [...names, ...(viewers.more > 0 ? [`${viewers.more} more`] : [])].join(', ');
  const [first] = names;
  const count = names.length + viewers.more;
  return (
    <span className={styles.viewers} title={`Also here: ${everybody}`} data-testid="thread-viewers">
      <Eye size={12} aria-hidden />
      <span className={styles.hidden}>Also here: {everybody}</span>
      <span className={styles.first} aria-hidden>
        <span className={styles.name}>{first}</span>
        {count > 1 ? `+${count - 1}` : null}
      </span>
      <span className={styles.count} aria-hidden>
        {count}
      </span>
    </span>
  );
}

function useViewers(connectionId: string, threadId: string): Viewers | null {
  const rpc = useRpc();
  const [viewers, setViewers] = useState<Viewers | null>(null);
  useEffect(() => {
    const leave = whileVisible(() => watchViewers(rpc, { connectionId, threadId }, setViewers));
    return () => {
      leave();
      setViewers(null);
    };
  }, [rpc, connectionId, threadId]);
  return viewers;
}

function watchViewers(
  rpc: StudioRpc,
  thread: ThreadViewersProps,
  onViewers: (viewers: Viewers | null) => void,
): () => void {
  return subscribeToStream(rpc, 'team.viewers', thread, {
    onItem: onViewers,
    // What was known before the connection was lost may be wrong by now.
    onState: (state) => {
      if (state !== 'live') onViewers(null);
    },
  });
}
