import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import styles from './messages.module.css';

interface MessageRowsProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly start: number | null;
  readonly renderRow: (index: number) => ReactNode;
}

export function MessageRows({ label, keys, start, renderRow }: MessageRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 72,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 4,
    initialRect: { width: 360, height: 300 },
  });
  const startRow = useRef(start);
  useEffect(() => {
    if (startRow.current !== null && startRow.current > 0)
      list.scrollToIndex(startRow.current, { align: 'start' });
    startRow.current = null;
  }, [list]);
  return (
    <div ref={scroller} className={styles.list} {...scrollableGroupProps(label)}>
      <ol style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start: top }) => (
          <li
            key={key}
            ref={list.measureElement}
            data-index={index}
            className={styles.row}
            aria-setsize={keys.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${top}px)` }}
          >
            {renderRow(index)}
          </li>
        ))}
      </ol>
    </div>
  );
}
