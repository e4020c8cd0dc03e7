import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { memo, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { Switch } from '../../ui/controls/Switch.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Message } from './Message.tsx';
import type { MessagesReducer } from '../model/messages.ts';
import { filterMessages } from './filter-messages.ts';
import { useShowsToolCalls } from './use-shows-tool-calls.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';
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
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 6,
    initialRect: { width: 400, height: 300 },
  });
  const height = list.getTotalSize();
  const stay = useStickToBottom(scroller, height);

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
      <div
        ref={scroller}
        className={styles.list}
        {...scrollableGroupProps('Messages')}
        onScroll={stay.onScroll}
        onWheel={stay.onWheel}
      >
        <ol style={{ height }}>
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return row ? (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.heading === null ? null : (
                  <p className={styles.heading}>{row.heading.replaceAll(':', ' › ') || 'Input'}</p>
                )}
                <Message messages={messages} messageKey={row.key} showsCalls={showsCalls} />
              </li>
            ) : null;
          })}
        </ol>
      </div>
      {running && !stay.atEnd ? (
        <Button
          className={styles.newest}
          size="small"
          icon={<ArrowDown size={12} aria-hidden />}
          onClick={stay.goToEnd}
        >
          Newest
        </Button>
      ) : null}
    </div>
  );
});
