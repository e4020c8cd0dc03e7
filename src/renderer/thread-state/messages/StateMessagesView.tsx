import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { MessageRows } from './MessageRows.tsx';
import { useTranscript, type TranscriptOptions } from './use-transcript.tsx';
import styles from './messages.module.css';

export interface StateMessagesViewProps extends TranscriptOptions {
  readonly renderMessage: ((json: string) => ReactNode) | undefined;
}

export function StateMessagesView(props: StateMessagesViewProps) {
  const { renderMessage } = props;
  const { key, chooseKey, messages, editProblem, history, renderRow } = useTranscript(props);
  return (
    <section className={styles.view} aria-label="Messages">
      {props.keys.length > 1 ? (
        <div className={styles.bar}>
          <Select
            label="Messages of"
            value={key}
            onChange={chooseKey}
            options={props.keys.map((one) => ({ value: one, label: one }))}
          />
        </div>
      ) : null}
      {editProblem === null ? null : <p className={styles.note}>{editProblem} They are edited as JSON.</p>}
      {history.isError ? (
        <div className={styles.bar}>
          <ErrorNotice
            action="Could not load history"
            error={history.error}
            onRetry={() => void history.refetch()}
          />
        </div>
      ) : null}
      {history.data?.isTruncated ? (
        <p className={styles.note}>
          Branches and origins of messages are known for the latest {history.data.checkpoints.length}{' '}
          checkpoints.
        </p>
      ) : null}
      {messages.length === 0 ? (
        <EmptyState
          compact
          icon={<MessagesSquare size={20} />}
          title="No messages here"
          sentence={`The list ${key} is empty at this checkpoint.`}
        />
      ) : (
        <MessageRows
          label="Conversation"
          keys={messages.map(({ id, index }) => id ?? String(index))}
          start={null}
          renderRow={(index) => {
            const message = messages[index];
            if (!message) return null;
            return renderRow(index, renderMessage?.(message.text));
          }}
        />
      )}
    </section>
  );
}
