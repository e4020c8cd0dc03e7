import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './PickerButton.module.css';

export interface PickerButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'name'> {
  /** What is chosen, or what to choose. */
  readonly name: ReactNode;
  /** Quiet words after it. */
  readonly note?: ReactNode;
  /** A sign before it. */
  readonly icon?: ReactNode;
}

/** A button of the top bar that shows what is chosen and opens the choice. */
export function PickerButton({ name, note, icon, className, ...rest }: PickerButtonProps) {
  return (
    <button type="button" className={clsx(styles.picker, className)} {...rest}>
      {icon}
      <span className={styles.name}>{name}</span>
      {note === undefined || note === '' ? null : <span className={styles.note}>{note}</span>}
      <ChevronDown size={12} aria-hidden className={styles.chevron} />
    </button>
  );
}
