import { useState } from 'react';
import { sizeText } from './time-ago.ts';
import styles from './FoldedText.module.css';

export interface FoldedTextProps {
  readonly text: string;
  /** Characters of a long text that are shown at first; 1,500 unless told. */
  readonly shownAtFirst?: number;
}

/** A text as it came; the rest of a long one on demand. */
export function FoldedText({ text, shownAtFirst = 1500 }: FoldedTextProps) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > shownAtFirst * 1.5;
  return (
    <>
      <p className={styles.words}>{isLong && !open ? `${text.slice(0, shownAtFirst)}…` : text}</p>
      {isLong ? (
        <button type="button" className={styles.more} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all ${sizeText(text.length)}`}
        </button>
      ) : null}
    </>
  );
}
