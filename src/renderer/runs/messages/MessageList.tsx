import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import styles from './MessageList.module.css';

export interface MessageListProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly rowHeight: number;
  readonly renderRow: (index: number) => ReactNode;
  /** Offers a way to the end while another part is in view. */
  readonly hasNewer: boolean;
}

/** A virtual list of rows of any height that stays at its end while it grows, until the user scrolls up. */
export function MessageList({ label, keys, rowHeight, renderRow, hasNewer }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 6,
    initialRect: { width: 400, height: 300 },
  });
  const height = list.getTotalSize();
  const stay = useStickToBottom(scroller, height);
  return (
    <div className={styles.box}>
      <div
        ref={scroller}
        className={styles.list}
        {...scrollableGroupProps(label)}
        onScroll={stay.onScroll}
        onWheel={stay.onWheel}
      >
        <ol style={{ height }}>
          {list.getVirtualItems().map(({ index, key, start }) => (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              aria-setsize={keys.length}
              aria-posinset={index + 1}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderRow(index)}
            </li>
          ))}
        </ol>
      </div>
      {hasNewer && !stay.atEnd ? (
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
}
