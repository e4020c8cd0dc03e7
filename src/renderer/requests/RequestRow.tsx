import { clsx } from 'clsx';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { durationText } from '../ui/display/format.ts';
import { stateOf } from './request-filter.ts';
import styles from './RequestsDrawer.module.css';

// A path with its ids cut to their first characters, so that the end, which says what was asked, stays in sight.
export function shortPath(path: string): string {
  return path.replaceAll(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '$1…');
}

export function RequestRow({ entry }: { readonly entry: RequestEntry }) {
  const { method, path, status, ms, purpose, at } = entry;
  const state = stateOf(entry);
  const isOpen = state === 'open';
  return (
    <div className={styles.row}>
      <code className={styles.method}>{method}</code>
      <code className={styles.path} title={path}>
        {shortPath(path)}
      </code>
      <span className={styles.purpose}>{purpose}</span>
      <code className={clsx(styles.status, state === 'failed' && styles.failed, isOpen && styles.open)}>
        {status ?? (isOpen ? 'in progress' : 'no response')}
      </code>
      <span className={styles.ms}>{ms === null ? '' : durationText(ms)}</span>
      <span className={styles.age}>
        <TimeAgo at={at} />
      </span>
    </div>
  );
}
