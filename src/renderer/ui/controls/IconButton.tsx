import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { tooltip, type TooltipSide } from '../popups/Tooltip.tsx';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  readonly kbd?: string | undefined;
  readonly side?: TooltipSide;
  readonly pressed?: boolean;
}

export function IconButton({
  label,
  icon,
  size = 'medium',
  kbd,
  side = 'bottom',
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={clsx(styles.button, styles[size], className)}
      {...tooltip(label, { kbd, side })}
      {...rest}
    >
      {icon}
    </button>
  );
}
