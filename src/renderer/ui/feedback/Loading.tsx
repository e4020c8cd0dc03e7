import { LoaderCircle } from 'lucide-react';
import { clsx } from 'clsx';
import styles from './Loading.module.css';

export interface LoadingProps {
  /** What is being waited for: `Loading threads`. */
  readonly children: string;
  /** Fills its pane, instead of standing in a line. */
  readonly fill?: boolean;
}

/** A spinner with words. It fades in late, so that what is quick never flickers. */
export function Loading({ children, fill = false }: LoadingProps) {
  return (
    <output className={clsx(styles.loading, fill && styles.fill)}>
      <LoaderCircle size={14} aria-hidden />
      <span>{children}</span>
    </output>
  );
}
