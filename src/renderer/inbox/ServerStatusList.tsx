import { CloudOff, Info } from 'lucide-react';
import type { InboxServer } from '../../shared/model/inbox.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { isAway } from './waiting-threads.ts';
import styles from './InboxView.module.css';

export function ServerStatusList({ servers }: { readonly servers: readonly InboxServer[] }) {
  const notes = servers.filter(
    ({ state, hasMore, readAt }) => isAway({ state }) || isReadAgain({ state, readAt }) || hasMore,
  );
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label="Servers with incomplete results">
      {notes.map((server) => (
        <li key={server.connectionId}>
          {isAway(server) ? <CloudOff size={13} aria-hidden /> : <Info size={13} aria-hidden />}
          <span>{statusMessage(server)}</span>
          {server.state !== 'read' && server.readAt !== null ? (
            <span>
              Last read <TimeAgo at={server.readAt} ago />.
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function statusMessage({ name, state, problem, threads, hasMore }: InboxServer): string {
  if (state === 'offline') return `${name} is not connected. ${problem?.message ?? ''}`;
  if (state === 'failed') return `${name} could not be queried. ${problem?.message ?? ''}`;
  if (state === 'reading') return `${name} is back. Refreshing...`;
  return hasMore ? `${name}: only the newest ${threads.length} are listed.` : name;
}

// Its entries are from before it became unreachable.
function isReadAgain({ state, readAt }: Pick<InboxServer, 'state' | 'readAt'>): boolean {
  return state === 'reading' && readAt !== null;
}
