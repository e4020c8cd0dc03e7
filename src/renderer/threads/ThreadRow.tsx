import { clsx } from 'clsx';
import { Square, SquareCheck } from 'lucide-react';
import { compareDragProps } from '../shared-ui/compare-drag.ts';
import { threadTrayEntry } from '../shared-ui/tray-entries.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { ThreadStatusIcon } from '../run-state/ThreadStatusIcon.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { threadTitle } from './thread-labels.ts';
import styles from './threads.module.css';

export interface ThreadRowProps {
  readonly connectionId: string;
  readonly thread: Thread;
  // The server if this is the open thread; `null` for other threads.
  readonly openConnectionId: string | null;
  // Useful where threads of several graphs are mixed.
  readonly showGraph: boolean;
  // It has changed since it was last viewed.
  readonly isUnread: boolean;
  // `null` unless selecting multiple threads.
  readonly isChecked: boolean | null;
}

export function ThreadRow({
  connectionId,
  thread,
  openConnectionId,
  showGraph,
  isUnread,
  isChecked,
}: ThreadRowProps) {
  const title = threadTitle(thread);
  // Rows are narrow: one readable tag is better than two truncated ones.
  const [tag, ...others] = thread.tags;
  return (
    <div className={styles.row} {...compareDragProps(() => threadTrayEntry({ connectionId, ...thread }))}>
      {isChecked === null ? null : isChecked ? (
        <SquareCheck size={14} aria-hidden className={styles.checked} />
      ) : (
        <Square size={14} aria-hidden className={styles.unchecked} />
      )}
      <ThreadStatusIcon thread={thread} openConnectionId={openConnectionId} />
      <span
        className={clsx(styles.name, thread.name === null && styles.id, isUnread && styles.unread)}
        title={title}
      >
        {title}
      </span>
      {isUnread ? (
        <span className={styles.unreadDot}>
          <span className="visually-hidden">changed</span>
        </span>
      ) : null}
      {tag === undefined ? null : (
        <>
          <span className={styles.tag} title={thread.tags.join(', ')}>
            {tag}
          </span>
          {others.length === 0 ? null : (
            <span className={styles.tags} title={others.join(', ')}>
              +{others.length}
              <span className="visually-hidden"> tags</span>
            </span>
          )}
        </>
      )}
      {showGraph && thread.graphId !== null ? <span className={styles.graph}>{thread.graphId}</span> : null}
      <span className={styles.age}>
        <TimeAgo at={thread.updatedAt ?? thread.createdAt} />
      </span>
    </div>
  );
}
