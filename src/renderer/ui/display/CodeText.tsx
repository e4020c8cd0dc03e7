import { clsx } from 'clsx';
import { scrollableGroupProps } from '../a11y-props.ts';
import styles from './CodeText.module.css';

export interface CodeTextProps {
  /** Names the text for screen readers. */
  readonly label: string;
  readonly text: string;
  /** Breaks long lines instead of scrolling them. */
  readonly wrap?: boolean;
  /** Highest height in pixels before it scrolls; without one it grows. */
  readonly maxHeight?: number;
}

/** Text as it is, in mono, scrollable by keyboard. For text that is edited use `JsonEditor`. */
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
