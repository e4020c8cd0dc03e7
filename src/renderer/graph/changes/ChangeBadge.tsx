import { clsx } from 'clsx';
import styles from './ChangeBadge.module.css';

/** `new` or `changed` on the upper border of a node. The node's accessible name includes it. */
export function ChangeBadge({ change }: { readonly change: 'new' | 'changed' | undefined }) {
  if (change === undefined) return null;
  return (
    <span className={clsx(styles.badge, styles[change])} data-part="change" aria-hidden>
      {change}
    </span>
  );
}
