import { useMemo, useState } from 'react';
import { formatJson } from '../../../exact-json/format.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeText } from '../../ui/CodeText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { sizeText } from '../../ui/time-ago.ts';
import type { RunLogPicture } from '../run-log-store.ts';
import styles from '../Runs.module.css';

/** As many characters are shown at once; the rest on demand, so that a large state never stops the window. */
const shownAtOnce = 200_000;

/** The newest values of the whole graph exactly as the server wrote them, and its words when the run failed. */
export function OutputView({ log, running }: { readonly log: RunLogPicture; readonly running: boolean }) {
  const text = log.model.valuesText();
  const error = log.end?.error ?? null;
  if (text === null && error === null) {
    return (
      <EmptyState
        compact
        title="No values yet"
        sentence={running ? 'They come with the first step.' : 'The run wrote none.'}
      />
    );
  }
  return (
    <div className={styles.output}>
      {error === null ? null : (
        <p className={styles.failure} role="alert" data-testid="run-error">
          {error}
        </p>
      )}
      {text === null ? null : <Values text={text} />}
    </div>
  );
}

function Values({ text }: { readonly text: string }) {
  const [all, setAll] = useState(false);
  const pretty = useMemo(() => formatJson(text), [text]);
  const isLong = pretty.length > shownAtOnce && !all;
  return (
    <>
      <div className={styles.outputHead}>
        <span className={styles.quiet}>Values · {sizeText(text.length)}</span>
        <CopyButton label="Copy the values" text={text} />
      </div>
      <CodeText label="Values" text={isLong ? pretty.slice(0, shownAtOnce) : pretty} wrap />
      {isLong ? <Button onClick={() => setAll(true)}>Show all {sizeText(pretty.length)}</Button> : null}
    </>
  );
}
