import { ShieldOff } from 'lucide-react';
import { insecureText } from './insecure-connection.ts';
import styles from './StatusDot.module.css';

export function InsecureBadge({ silent = false }: { readonly silent?: boolean }) {
  return (
    <span className={styles.insecure} title={insecureText}>
      <ShieldOff size={13} aria-hidden />
      {silent ? null : <span className="visually-hidden">{insecureText}</span>}
    </span>
  );
}
