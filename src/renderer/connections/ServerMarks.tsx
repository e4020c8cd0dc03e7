import { clsx } from 'clsx';
import { ShieldAlert } from 'lucide-react';
import type { Connection } from '../../shared/model/connection.ts';
import { Chip } from '../ui/display/Chip.tsx';
import styles from './ServerMarks.module.css';

/** Marks a server whose changes must be confirmed. `short`: only its icon is visible. */
export function ProductionBadge({ short = false }: { readonly short?: boolean }) {
  const icon = <ShieldAlert size={12} aria-hidden />;
  return short ? (
    <small className={styles.short} title={productionText}>
      {icon}
      <span className="visually-hidden">production</span>
    </small>
  ) : (
    <Chip tone="fail" icon={icon} title={productionText}>
      production
    </Chip>
  );
}

const productionText = 'Production: changes must be confirmed';

// The colour that the user gave a server; nothing without one.
export function ColorSwatch({ color }: Pick<Connection, 'color'>) {
  return color === undefined ? null : <span className={clsx(styles.swatch, styles[color])} aria-hidden />;
}
