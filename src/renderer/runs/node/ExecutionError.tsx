import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import type { ExecutionViewProps } from './node-view-props.ts';
import { useTaskDetail } from './queries.ts';
import { readTaskError } from './task-error.ts';
import styles from './NodeView.module.css';

export function ExecutionError({ connectionId, threadId, execution, record }: ExecutionViewProps) {
  const { before, executionId } = execution;
  const detail = useTaskDetail(connectionId, threadId, execution, true);
  const text = detail.data?.errorText ?? execution.error ?? errorOfRun(record, executionId);
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
        It failed. {before === null ? 'Its error is not known.' : 'The server sent no error message.'}
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

// The error that ended a run, which some servers say of the run alone.
function errorOfRun({ runs }: ExecutionViewProps['record'], executionId: string): string | null {
  for (const { ending } of runs)
    if (ending?.kind === 'failed' && ending.executionId === executionId && ending.error !== null)
      return ending.error;
  return null;
}
