import { JsonSyntaxError, parseTree } from 'exact-json';
import type { TextMatcher } from '../events/text-matcher.ts';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { isJson } from '../../../shared/parse-json.ts';
import { truncate } from '../../../shared/truncate.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { createTextScan } from '../events/text-scan.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import styles from './OutputView.module.css';

export function invalidJsonMatcher(): TextMatcher {
  return {
    // An empty payload is valid.
    match: (texts) =>
      Promise.resolve(texts.flatMap((text, index) => (text === '' || isJson(text) ? [] : [index]))),
    end: () => undefined,
  };
}

const everything = { mode: null, namespace: null };

// Limits the displayed events and the length of each.
const maxShown = 20;
const maxTextLength = 400;

export function InvalidPayloads({ log }: { readonly log: RunLogSnapshot }) {
  const { frames, load } = log;
  const scan = useMemo(() => createTextScan(frames, load, everything, invalidJsonMatcher), [frames, load]);
  useEffect(() => scan.start(), [scan]);
  const count = frames.length;
  useEffect(() => scan.resume(count), [scan, count]);
  const { rows } = useStore(scan.progress);
  // Payloads can be large, so nothing is read while collapsed.
  const [open, setOpen] = useState(false);
  if (rows.length === 0) return null;
  return (
    <details className={styles.invalidPayloads} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {rows.length === 1 ? 'One event is' : `${rows.length} events are`} not valid JSON:{' '}
        {rows.length === 1 ? 'it' : 'them'}
      </summary>
      <ul>
        {(open ? rows.slice(0, maxShown) : []).map((seq) => {
          const frame = frames.frame(seq);
          return frame ? (
            <li key={seq}>
              <div className={styles.head}>
                <span>
                  Event {seq + 1}, <code>{frame.mode}</code>: {problemOf(frame.text)}
                </span>
                <CopyButton label="Copy the raw text" text={frame.text} />
              </div>
              <code className={styles.raw}>{truncate(frame.text, maxTextLength)}</code>
            </li>
          ) : null;
        })}
      </ul>
      {rows.length > maxShown ? <p>{rows.length - maxShown} more are in Events.</p> : null}
    </details>
  );
}

function problemOf(text: string): string {
  try {
    parseTree(text);
    return 'readable after all';
  } catch (error) {
    return error instanceof JsonSyntaxError ? `${error.message} (offset ${error.offset})` : String(error);
  }
}
