import { ShieldOff } from 'lucide-react';
import { insecureText } from './network-labels.ts';
import styles from './StatusDot.module.css';

/** Stands beside the name of a connection that believes any certificate. Its words are read out unless they stand near. */
export function InsecureBadge({ silent = false }: { readonly silent?: boolean }) {
  return (
    <span className={styles.insecure} title={insecureText}>
      <ShieldOff size={13} aria-hidden />
      {silent ? null : <span className="visually-hidden">{insecureText}</span>}
    </span>
  );
}
