import { useMemo, useState } from 'react';
import { formatJson } from 'exact-json';
import type { ThreadState } from '../../../shared/model/thread.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CodeText } from '../../ui/display/CodeText.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { sizeText } from '../../ui/display/format.ts';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
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
  const runValues = log.model.valuesText();
  const text = runValues ?? (running ? null : (state?.valuesText ?? null));
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
        <EmptyState compact {...withoutValues(log, running)} />
      ) : (
        <Values text={text} title={runValues === null ? 'Thread state, loaded from the server' : 'Values'} />
      )}
    </div>
  );
}

function withoutValues({ problem, end }: RunLogSnapshot, running: boolean) {
  const title = 'Values unknown';
  if (problem !== null) return { title, sentence: 'The events of the run could not be read.' };
  if (running) return { title: 'No values yet', sentence: 'They appear with the first superstep.' };
  if (end === null || end.outcome === 'lost' || end.incomplete)
    return { title, sentence: 'Not all events of the run are known.' };
  // Whether the run wrote any depends on the stream modes that it was started with.
  return { title: 'No values', sentence: 'No event of the run that was received has values.' };
}

function Values({ text, title }: { readonly text: string; readonly title: string }) {
  const [visibleLength, setVisibleLength] = useState(shownAtFirst);
  const pretty = useMemo(() => formatJson(text, 2, visibleLength), [text, visibleLength]);
  const isLong = pretty.length > visibleLength;
  return (
    <>
      <div className={styles.head}>
        <span>
          {title} · {sizeText(text.length)}
        </span>
        <CopyButton label="Copy the values" text={text} />
      </div>
      <CodeText label="Values" text={isLong ? pretty.slice(0, visibleLength) : pretty} wrap />
      {!isLong ? null : visibleLength < shownAtMost ? (
        <Button onClick={() => setVisibleLength(Math.min(visibleLength * 5, shownAtMost))}>Show more</Button>
      ) : (
        <p className={styles.more}>
          Only the first {visibleLength.toLocaleString('en')} characters are shown. Copy to see the rest.
        </p>
      )}
    </>
  );
}
