import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Kbd } from '../display/Kbd.tsx';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'primary' | 'plain' | 'ghost' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  /** A lucide icon, 14 px. */
  readonly icon?: ReactNode;
  /** The shortcut that does the same, shown after the label: `Mod+Enter`. It only shows; the caller listens. */
  readonly kbd?: string | undefined;
  /** While the action is under way: shows the words instead of the label, and ignores clicks without losing focus. */
  readonly busy?: string | null;
}

export function Button({
  variant = 'plain',
  size = 'medium',
  icon,
  kbd,
  busy = null,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(styles.button, styles[variant], styles[size], className)}
      aria-busy={busy === null ? undefined : true}
      aria-disabled={busy === null ? undefined : true}
      onClick={(event) => {
        if (busy === null) onClick?.(event);
        else event.preventDefault();
      }}
      {...rest}
    >
      {icon}
      <span className={styles.label}>{busy ?? children}</span>
      {kbd === undefined ? null : <Kbd keys={kbd} />}
    </button>
  );
}
