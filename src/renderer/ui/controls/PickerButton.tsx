import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './PickerButton.module.css';

export interface PickerButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'name'> {
  readonly name: ReactNode;
  readonly note?: ReactNode;
  readonly icon?: ReactNode;
}

export function PickerButton({ name, note, icon, className, ...rest }: PickerButtonProps) {
  return (
    <button type="button" className={clsx(styles.picker, className)} {...rest}>
      {icon}
      <span className={styles.texts}>
        <span className={styles.name}>{name}</span>
        {note === undefined || note === '' ? null : <span className={styles.note}>{note}</span>}
      </span>
      <ChevronDown size={12} aria-hidden className={styles.chevron} />
    </button>
  );
}
