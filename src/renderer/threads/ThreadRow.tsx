import { clsx } from 'clsx';
import type { Thread } from '../../shared/model/thread.ts';
import { StatusIcon } from '../ui/StatusIcon.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { threadTitle } from './thread-words.ts';
import styles from './ThreadList.module.css';

export interface ThreadRowProps {
  readonly thread: Thread;
  /** Names the graph: of use where threads of several graphs are mixed. */
  readonly showGraph: boolean;
}

export function ThreadRow({ thread, showGraph }: ThreadRowProps) {
  const title = threadTitle(thread);
  return (
    <div className={styles.row}>
      <StatusIcon status={thread.status} />
      <span className={clsx(styles.name, thread.name === null && styles.id)} title={title}>
        {title}
      </span>
      {showGraph && thread.graphId !== null ? <span className={styles.graph}>{thread.graphId}</span> : null}
      <span className={styles.age}>
        <TimeAgo at={thread.updatedAt ?? thread.createdAt} />
      </span>
    </div>
  );
}
