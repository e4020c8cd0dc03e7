import { CloudOff } from 'lucide-react';
import type { InboxServer } from '../../shared/model/inbox.ts';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import styles from './InboxView.module.css';

/** Servers whose part of the list is old, short or missing, and why. */
export function ServerNotes({ servers }: { readonly servers: readonly InboxServer[] }) {
  const notes = servers.filter(({ state, more }) => state === 'offline' || state === 'failed' || more);
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label="Servers that are not listed in full">
      {notes.map((server) => (
        <li key={server.connectionId}>
          <CloudOff size={13} aria-hidden />
          <span>{words(server)}</span>
          {server.state === 'offline' && server.readAt !== null ? (
            <span>
              Read <TimeAgo at={server.readAt} />.
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function words({ name, state, problem, threads, more }: InboxServer): string {
  if (state === 'offline') return `${name} is not connected. ${problem?.message ?? ''}`;
  if (state === 'failed') return `${name} could not be asked. ${problem?.message ?? ''}`;
  return more ? `${name}: the newest ${threads.length} are listed, there are more.` : name;
}
