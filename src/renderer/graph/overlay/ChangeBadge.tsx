import { clsx } from 'clsx';
import styles from './ChangeBadge.module.css';

export function ChangeBadge({ change }: { readonly change: 'new' | 'changed' | undefined }) {
  if (change === undefined) return null;
  return (
    <span className={clsx(styles.badge, styles[change])} data-part="change" aria-hidden>
      {change}
    </span>
  );
}
