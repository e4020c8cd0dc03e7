import { LoaderCircle } from 'lucide-react';
import { clsx } from 'clsx';
import styles from './Loading.module.css';

export interface LoadingProps {
  readonly children: string;
  readonly fill?: boolean;
  // A line of a form, which a text of the same size replaces.
  readonly inline?: boolean;
}

/** A spinner with a label. It fades in after a delay, so that fast loads don't flicker. */
export function Loading({ children, fill = false, inline = false }: LoadingProps) {
  return (
    <output className={clsx(styles.loading, fill && styles.fill, inline && styles.inline)}>
      <LoaderCircle size={14} aria-hidden />
      <span>{children}</span>
    </output>
  );
}
