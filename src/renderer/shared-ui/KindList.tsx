import type { RemovedKind } from '../../shared/model/recording.ts';
import styles from './KindList.module.css';

/** What looked like a secret and was removed: names of members, and rules, with how often. */
export function KindList({ kinds }: { readonly kinds: readonly RemovedKind[] }) {
  if (kinds.length === 0) return null;
  return (
    <ul aria-label="Kinds of likely secrets" className={styles.kinds}>
      {kinds.map(({ kind, count }) => (
        <li key={kind}>
          <code>{count === 1 ? kind : `${kind} × ${count.toLocaleString('en')}`}</code>
        </li>
      ))}
    </ul>
  );
}
