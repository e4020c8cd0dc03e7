import { memo } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { scrollableGroup } from '../../ui/named-group.ts';
import type { RunMessage } from './messages.ts';
import styles from '../Runs.module.css';

const speakers: Readonly<Record<string, string>> = {
  human: 'Human',
  ai: 'AI',
  tool: 'Tool',
  system: 'System',
};

/** The messages of a run as they come. */
export function MessagesView({
  messages,
  running,
}: {
  readonly messages: readonly RunMessage[];
  readonly running: boolean;
}) {
  if (messages.length === 0) {
    return (
      <EmptyState
        compact
        title="No messages"
        sentence={running ? 'No model has said anything yet.' : 'No model spoke in this run.'}
      />
    );
  }
  return (
    <div className={styles.messages} {...scrollableGroup('Messages')}>
      <ol>
        {messages.map((message) => (
          <Message key={message.key} message={message} />
        ))}
      </ol>
    </div>
  );
}

/** Renders again only when this message changed. */
const Message = memo(function Message({ message }: { readonly message: RunMessage }) {
  const { type, name, text, toolCalls, usage, nodeId, failed } = message;
  return (
    <li className={styles.message} data-type={type}>
      <div className={styles.speaker}>
        <b>{speakers[type] ?? type}</b>
        {name === null ? null : <code>{name}</code>}
        {failed ? <span className={styles.problem}>failed</span> : null}
        <span className={styles.quiet}>
          {[nodeId, usage ? `${usage.input} + ${usage.output} tok` : ''].filter(Boolean).join(' · ')}
        </span>
      </div>
      {text === '' ? null : <p className={styles.words}>{text}</p>}
      {toolCalls.map((call, at) => (
        <p key={call.id ?? String(at)} className={styles.call}>
          calls <code>{call.name}</code> <code className={styles.quiet}>{call.argsText}</code>
        </p>
      ))}
    </li>
  );
});
