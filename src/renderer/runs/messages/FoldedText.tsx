import { useState } from 'react';
import { sizeText } from '../../ui/time-ago.ts';
import styles from './Messages.module.css';

/** Characters of a long text that are shown at first. */
const shownAtFirst = 1500;

/** A text as it came; the rest of a long one on demand. */
export function FoldedText({ text }: { readonly text: string }) {
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
