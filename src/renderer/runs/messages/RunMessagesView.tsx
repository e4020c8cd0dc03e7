import { memo, useMemo, useState } from 'react';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Message } from './Message.tsx';
import { MessageList } from './MessageList.tsx';
import type { MessagesReducer } from '../model/messages.ts';
import { filterMessages } from './filter-messages.ts';
import { useShowsToolCalls } from './use-shows-tool-calls.ts';
import styles from './RunMessagesView.module.css';

export interface RunMessagesViewProps {
  readonly messages: Omit<MessagesReducer, 'add'>;
  /** `messages.keys()`: the reducer grows in place, so this prop signals a new message. */
  readonly keys: readonly string[];
  readonly running: boolean;
}

/** The messages of a run. A token re-renders only its own message. */
export const RunMessagesView = memo(function MessagesView({ messages, keys, running }: RunMessagesViewProps) {
  const [nodeId, setNodeId] = useState<string | null>(null);
  const [showsCalls, setShowsCalls] = useShowsToolCalls();
  const { rows, nodes } = useMemo(
    () => filterMessages(messages, keys, nodeId, showsCalls),
    [messages, keys, nodeId, showsCalls],
  );
  const rowKeys = useMemo(() => rows.map(({ key }) => key), [rows]);

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
        {nodes.length > 1 ? (
          <Select
            label="Node"
            value={nodeId ?? ''}
            onChange={(value) => setNodeId(value === '' ? null : value)}
            options={[
              { value: '', label: `All nodes (${keys.length})` },
              ...nodes.map(({ id, count }) => ({
                value: id,
                label: `${id.replaceAll(':', ' › ')} (${count})`,
              })),
            ]}
          />
        ) : null}
        <Switch label="Show tool calls" checked={showsCalls} onChange={setShowsCalls} />
      </div>
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
    </div>
  );
});
