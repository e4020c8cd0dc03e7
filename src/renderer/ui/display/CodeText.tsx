import { clsx } from 'clsx';
import { scrollableGroupProps } from '../a11y-props.ts';
import styles from './CodeText.module.css';

export interface CodeTextProps {
  readonly label: string;
  readonly text: string;
  readonly wrap?: boolean;
  // In pixels. Taller text scrolls; without a limit the box grows.
  readonly maxHeight?: number;
}

export function CodeText({ label, text, wrap = false, maxHeight }: CodeTextProps) {
  return (
    <pre
      {...scrollableGroupProps(label)}
      className={clsx(styles.code, wrap && styles.wrap)}
      style={{ maxHeight }}
    >
      {text}
    </pre>
  );
}
