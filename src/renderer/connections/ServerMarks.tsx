import { clsx } from 'clsx';
import { ShieldAlert } from 'lucide-react';
import type { Connection } from '../../shared/model/connection.ts';
import { Chip } from '../ui/display/Chip.tsx';
import styles from './ServerMarks.module.css';

/** Marks a server whose changes must be confirmed. */
export function ProductionBadge() {
  return (
    <Chip tone="fail" icon={<ShieldAlert size={12} aria-hidden />} title="Changes must be confirmed">
      production
    </Chip>
  );
}

/** The colour that the user gave a server; nothing without one. */
export function ColorSwatch({ color }: Pick<Connection, 'color'>) {
  return color === undefined ? null : <span className={clsx(styles.swatch, styles[color])} aria-hidden />;
}
