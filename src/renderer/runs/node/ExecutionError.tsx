import { isImported } from '../../../shared/thread-record/story.ts';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import type { ExecutionViewProps } from './node-view-props.ts';
import { useTaskDetail } from './queries.ts';
import styles from './NodeView.module.css';
import { recordOrEmpty, stringOrNull } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

export function ExecutionError({ connectionId, threadId, execution, record }: ExecutionViewProps) {
  const { before, executionId } = execution;
  const isImport = isImported(record);
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
        It failed.{' '}
        {isImport
          ? 'The export has no error message.'
          : before === null
            ? 'Its error is unknown.'
            : 'The server sent no error message.'}
      </p>
    );
  }
  const { message, stack } = readTaskError(text);
  return (
    <div className={styles.failure} role="alert" data-testid="execution-error">
      <TruncatedText text={message} initialLength={1500} />
      {stack === null ? (
        <p className={styles.unknown}>
          {isImport ? 'The export has no stack trace.' : 'The server sent no stack trace.'}
        </p>
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

interface TaskError {
  readonly message: string;
  // `null` if the server sends none.
  readonly stack: string | null;
}

// Reads the error of a task: JSON text with `name` and `message` from JavaScript servers, plain text from
// Python's (docs/protocol.md, Failures inside a successful answer).
function readTaskError(text: string): TaskError {
  const { name, error, message, stack, traceback } = recordOrEmpty(parseJson(text));
  const parts = [stringOrNull(name) ?? stringOrNull(error), stringOrNull(message)].filter(
    (part) => part !== null && part !== '',
  );
  return {
    message: parts.length === 0 ? text : parts.join(': '),
    stack: stringOrNull(stack) ?? stringOrNull(traceback),
  };
}
