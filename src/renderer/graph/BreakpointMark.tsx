import { clsx } from 'clsx';
import type { BreakpointMarker } from './breakpoint-markers.ts';
import styles from './BreakpointMark.module.css';

export interface BreakpointMarkProps {
  readonly marker: BreakpointMarker;
  readonly className?: string | undefined;
  readonly data?: string;
}

export function BreakpointMark({ marker, className, data }: BreakpointMarkProps) {
  return (
    <i className={clsx(styles.mark, styles[marker], className)} data-breakpoint={data} aria-hidden>
      {null}
    </i>
  );
}
