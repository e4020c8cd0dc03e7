import { clsx } from 'clsx';
import type { ConnectionStyle } from './connection-labels.ts';
import styles from './StatusDot.module.css';

export function StatusDot({
  look,
  silent = false,
}: {
  readonly look: ConnectionStyle;
  readonly silent?: boolean;
}) {
  return (
    <span className={clsx(styles.dot, styles[look.tone])}>
      {silent ? null : <span className="visually-hidden">{look.word}</span>}
    </span>
  );
}
