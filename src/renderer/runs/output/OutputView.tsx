import { useMemo, useState } from 'react';
import { formatJson } from 'exact-json';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { sizeText } from '../../ui/display/format.ts';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { failedTasks } from './failed-tasks.ts';
import { InvalidPayloads } from './InvalidPayloads.tsx';
import styles from './OutputView.module.css';

// Initial limit of displayed characters; more on demand up to a maximum, so that a large state doesn't freeze
// the window.
const shownAtFirst = 200_000;
const shownAtMost = 5_000_000;

// Truncates errors so that the values stay in view.
const maxErrorLength = 400;

export interface OutputViewProps {
  readonly log: RunLogSnapshot;
  readonly running: boolean;
  readonly state: ThreadState | null;
}

export function OutputView({ log, running, state }: OutputViewProps) {
  const own = log.model.valuesText();
  const text = own ?? (running ? null : (state?.valuesText ?? null));
  const error = log.end?.error ?? null;
  const failed = failedTasks(log.model.timeline.rows(), running ? null : state, error);
  return (
    <div className={styles.output}>
      {error === null ? null : (
        <div className={styles.failure} role="alert" data-testid="run-error">
          <TruncatedText text={error} initialLength={maxErrorLength} />
        </div>
      )}
      {failed.map(({ nodeId, message }) => (
        <div key={nodeId} className={styles.task} data-testid={`failed-${nodeId}`}>
          <b>{nodeId.replaceAll(':', ' › ')}</b>
          <TruncatedText text={message} initialLength={maxErrorLength} />
        </div>
      ))}
      <InvalidPayloads log={log} />
      {text === null ? (
        <EmptyState
          compact
          title="No values yet"
          sentence={running ? 'They appear with the first superstep.' : 'The run wrote no values.'}
        />
      ) : (
        <Values text={text} title={own === null ? 'Thread state, loaded from the server' : 'Values'} />
      )}
    </div>
  );
}

function Values({ text, title }: { readonly text: string; readonly title: string }) {
  const [shown, setShown] = useState(shownAtFirst);
  const pretty = useMemo(() => formatJson(text, 2, shown), [text, shown]);
  const isLong = pretty.length > shown;
  return (
    <>
      <div className={styles.head}>
        <span>
          {title} · {sizeText(text.length)}
        </span>
        <CopyButton label="Copy the values" text={text} />
      </div>
      <CodeText label="Values" text={isLong ? pretty.slice(0, shown) : pretty} wrap />
      {!isLong ? null : shown < shownAtMost ? (
        <Button onClick={() => setShown(Math.min(shown * 5, shownAtMost))}>Show more</Button>
      ) : (
        <p className={styles.more}>
          Only the first {shown.toLocaleString('en')} characters are shown. Copy to see the rest.
        </p>
      )}
    </>
  );
}
