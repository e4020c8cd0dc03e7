import { memo, useMemo, useState } from 'react';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { Select, type SelectOption } from '../../ui/controls/Select.tsx';
import { Message } from './Message.tsx';
import { MessageList } from './MessageList.tsx';
import type { MessagesReducer } from '../model/messages-reducer.ts';
import { filterMessages, type VisibleMessages } from './filter-messages.ts';
import { useShowsToolCalls } from './use-shows-tool-calls.ts';
import styles from './RunMessagesView.module.css';

export interface RunMessagesViewProps {
  readonly messages: Omit<MessagesReducer, 'add'>;
  // `messages.keys()`: the reducer grows in place, so this prop signals a new message.
  readonly keys: readonly string[];
  readonly running: boolean;
}

/** The messages of a run. A token re-renders only its own message. */
export const RunMessagesView = memo(function MessagesView(props: RunMessagesViewProps) {
  const { messages, keys, running } = props;
  const [nodeId, setNodeId] = useState('');
  const [showsCalls] = useShowsToolCalls();
  const { nodes } = useMemo(
    () => filterMessages(messages, keys, null, showsCalls),
    [messages, keys, showsCalls],
  );
  if (keys.length === 0) {
    return (
      <EmptyState
        compact
        title="No messages"
        sentence={running ? 'No model messages yet' : 'No model messages in this run'}
      />
    );
  }
  return (
    <div className={styles.messages}>
      <div className={styles.head}>
        <MessagesChoice
          value={nodeId}
          onChange={setNodeId}
          options={nodes.length > 1 ? nodeOptions(nodes, keys.length) : []}
        />
      </div>
      <RunMessageList {...props} nodeId={nodeId} />
    </div>
  );
});

/** The nodes whose messages can be read alone, after all of them (`''`). */
export function nodeOptions(nodes: VisibleMessages['nodes'], count: number): readonly SelectOption[] {
  return [
    { value: '', label: `All nodes (${count})` },
    ...nodes.map((node) => ({ value: node.id, label: `${node.id.replaceAll(':', ' › ')} (${node.count})` })),
  ];
}

interface MessagesChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
}

/** Which messages are listed, and whether with tool calls. */
export function MessagesChoice({ value, onChange, options }: MessagesChoiceProps) {
  const [showsCalls, setShowsCalls] = useShowsToolCalls();
  return (
    <div className={styles.choice}>
      {options.length === 0 ? null : (
        <Select label="Messages of" value={value} onChange={onChange} options={options} />
      )}
      <Switch label="Show tool calls" checked={showsCalls} onChange={setShowsCalls} />
    </div>
  );
}

interface RunMessageListProps extends RunMessagesViewProps {
  /** Empty for all nodes. */
  readonly nodeId: string;
}

export function RunMessageList({ messages, keys, running, nodeId }: RunMessageListProps) {
  const [showsCalls] = useShowsToolCalls();
  const { rows } = useMemo(
    () => filterMessages(messages, keys, nodeId === '' ? null : nodeId, showsCalls),
    [messages, keys, nodeId, showsCalls],
  );
  const rowKeys = useMemo(() => rows.map(({ key }) => key), [rows]);
  return (
    <MessageList
      label="Messages"
      keys={rowKeys}
      rowHeight={64}
      hasNewer={running}
      renderRow={(index) => {
        const row = rows[index];
        return row ? (
          <div className={styles.row}>
            {row.heading === null ? null : (
              <p className={styles.heading}>{row.heading.replaceAll(':', ' › ') || 'Input'}</p>
            )}
            <Message messages={messages} messageKey={row.key} showsCalls={showsCalls} />
          </div>
        ) : null;
      }}
    />
  );
}
