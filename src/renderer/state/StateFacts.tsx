import type { ThreadState } from '../../shared/model/thread.ts';
import { countedNodes } from '../client/counted-nodes.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { FoldedText } from '../ui/FoldedText.tsx';
import styles from './state.module.css';

/** Where this state stands: its checkpoint, who wrote it, what runs next. */
export function StateFacts({
  state,
  writers,
}: {
  readonly state: ThreadState;
  readonly writers: readonly string[];
}) {
  const { checkpointId, step, next, source, tasks } = state;
  const failed = tasks.filter(({ error }) => error !== null);
  return (
    <dl className={styles.facts}>
      <dt>Checkpoint</dt>
      <dd className={styles.mono}>
        {checkpointId === null ? 'none' : shortId(checkpointId)}
        {step === null ? '' : ` · step ${step}`}
        {checkpointId === null ? null : <CopyButton label="Copy checkpoint id" text={checkpointId} />}
      </dd>
      <dt>Written by</dt>
      <dd>{writers.length > 0 ? writers.join(', ') : sourceWords[source]}</dd>
      <dt>Next</dt>
      <dd data-testid="state-next">
        {next.length > 0 ? countedNodes(next) : 'nothing, the graph is at its end'}
      </dd>
      {failed.map(({ id, nodeId, error }) => (
        <div key={id} className={styles.failedTask}>
          <dt>Failed</dt>
          <dd>
            <strong>{nodeId}</strong> <FoldedText text={error ?? ''} shownAtFirst={400} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const sourceWords = {
  input: 'input',
  loop: 'a step',
  update: 'an edit',
  fork: 'a copy',
  unknown: 'unknown',
} as const;

function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
