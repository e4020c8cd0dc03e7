import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useRef, useLayoutEffect, useState, type ReactNode, type RefObject, type WheelEvent } from 'react';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { Button } from '../../ui/controls/Button.tsx';
import styles from './MessageList.module.css';

export interface MessageListProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly rowHeight: number;
  readonly renderRow: (index: number) => ReactNode;
  // Offers a way to the end while another part is in view.
  readonly hasNewer: boolean;
}

// A virtual list of rows of any height that stays at its end while it grows, until the user scrolls up.
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

// Tolerance in pixels.
const near = 24;

// Keeps the end of a growing box in view until the user scrolls up; scrolling back to the end resumes.
function useStickToBottom(box: RefObject<HTMLElement | null>, height: number) {
  const isSticky = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const setSticky = (next: boolean): void => {
    isSticky.current = next;
    setAtEnd(next);
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element && isSticky.current) element.scrollTo(0, height);
  }, [box, height]);
  return {
    atEnd,
    onScroll(): void {
      const element = box.current;
      if (!element) return;
      const isNear = element.scrollTop + element.clientHeight >= element.scrollHeight - near;
      // Content that grows while the view is at the end is not a user scroll.
      if (isNear !== isSticky.current) setSticky(isNear);
    },
    // Any scroll up counts, even within the tolerance.
    onWheel({ deltaY }: WheelEvent): void {
      if (deltaY < 0 && isSticky.current && (box.current?.scrollTop ?? 0) > 0) setSticky(false);
    },
    goToEnd(): void {
      const element = box.current;
      element?.scrollTo(0, element.scrollHeight);
      setSticky(true);
    },
  };
}
