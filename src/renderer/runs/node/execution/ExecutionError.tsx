import { TruncatedText } from '../../../ui/display/TruncatedText.tsx';
import { ErrorNotice } from '../../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import type { ExecutionViewProps } from '../node-view-props.ts';
import { useTaskDetail } from '../queries.ts';
import { readTaskError } from '../model/task-error.ts';
import styles from '../NodeView.module.css';

/** Why an execution failed, in the server's words. */
export function ExecutionError({ connectionId, threadId, execution, eventsOf }: ExecutionViewProps) {
  const { error, before, runId } = execution;
  const detail = useTaskDetail(connectionId, threadId, execution, true);
  const end = runId === null ? null : (eventsOf(runId)?.get().end ?? null);
  const text = detail.data?.errorText ?? error ?? end?.error ?? null;
  if (text === null && detail.isFetching) return <Loading fill>Loading the error</Loading>;
  if (text === null && detail.error !== null) {
    return (
      <div className={styles.padded}>
        <ErrorNotice
          action="Could not load the error"
          error={detail.error}
          onRetry={() => void detail.refetch()}
        />
      </div>
    );
  }
  if (text === null) {
    return (
      <p className={styles.line}>
        It failed. {before.known ? 'The server sent no error message.' : 'Its error is not known.'}
      </p>
    );
  }
  const { message, stack } = readTaskError(text);
  return (
    <div className={styles.failure} role="alert" data-testid="execution-error">
      <TruncatedText text={message} initialLength={1500} />
      {stack === null ? (
        <p className={styles.unknown}>The server sent no stack.</p>
      ) : (
        <div className={styles.stack}>
          <TruncatedText text={stack} initialLength={1500} />
        </div>
      )}
    </div>
  );
}
