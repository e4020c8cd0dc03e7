import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Kbd } from '../display/Kbd.tsx';
import { BusyLabel } from './BusyLabel.tsx';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'primary' | 'plain' | 'ghost' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: ReactNode;
  // Shows a shortcut after the label (`Mod+Enter`). The caller has to listen for it.
  readonly kbd?: string | undefined;
  // Replaces the label while the action is running. Clicks are ignored, and focus is not lost.
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
      data-variant={variant}
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
      <span className={styles.label}>{busy === null ? children : <BusyLabel label={busy} />}</span>
      {kbd === undefined ? null : <Kbd keys={kbd} />}
    </button>
  );
}
