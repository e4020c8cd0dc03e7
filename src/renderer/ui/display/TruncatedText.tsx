import { useState } from 'react';
import { truncate } from '../../../shared/truncate.ts';
import { sizeText } from './format.ts';
import styles from './TruncatedText.module.css';

export interface TruncatedTextProps {
  readonly text: string;
  // Characters shown before "Show all"; 1,500 by default.
  readonly initialLength?: number;
}

export function TruncatedText({ text, initialLength = 1500 }: TruncatedTextProps) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > initialLength * 1.5;
  return (
    <>
      <p className={styles.text}>{isLong && !open ? truncate(text, initialLength) : text}</p>
      {isLong ? (
        <button type="button" className={styles.more} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all (${sizeText(text.length)})`}
        </button>
      ) : null}
    </>
  );
}
