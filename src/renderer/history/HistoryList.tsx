import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { lanesWidth, rowHeight } from './Lanes.tsx';
import { laneCount, type LaneRow } from './lanes.ts';
import styles from './history.module.css';

interface HistoryListProps {
  readonly checkpoints: readonly CheckpointSummary[];
  readonly rows: readonly LaneRow[];
  readonly selectedId: string | null;
  readonly onSelect: (checkpointId: string | null) => void;
  readonly loadingMore: boolean;
  readonly moreError: unknown;
  /** Fetches the next page; `null` at the end. */
  readonly onMore: (() => void) | null;
}

/** Rows from the end at which the next page is asked for. */
const reachForMore = 10;

/** A virtual list box: arrow keys, Home and End move the choice; the first row stands for "the newest". */
export function HistoryList(props: HistoryListProps) {
  const { checkpoints, rows, selectedId, onSelect, loadingMore, moreError, onMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const idBase = useId();
  const list = useVirtualizer({
    count: checkpoints.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const visible = list.getVirtualItems();
  const lastVisible = visible.at(-1)?.index ?? 0;
  const wantsMore =
    onMore !== null && !loadingMore && moreError === null && lastVisible >= checkpoints.length - reachForMore;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);

  const found = checkpoints.findIndex(({ checkpointId }) => checkpointId === selectedId);
  const selected = found === -1 ? 0 : found;
  const select = (index: number): void => {
    const target = checkpoints[Math.min(Math.max(index, 0), checkpoints.length - 1)];
    if (!target) return;
    onSelect(target === checkpoints[0] ? null : target.checkpointId);
    list.scrollToIndex(Math.max(index, 0));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = targetOf(event.key, selected, checkpoints.length);
    if (target === null) return;
    event.preventDefault();
    select(target);
  };

  const parents = useMemo(() => new Set(checkpoints.map(({ parentId }) => parentId)), [checkpoints]);
  const width = lanesWidth(Math.min(laneCount(rows), 8));
  return (
    <div
      ref={scroller}
      className={styles.list}
      role="listbox"
      aria-label="Checkpoints, newest first"
      aria-activedescendant={`${idBase}-${selected}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height: list.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const checkpoint = checkpoints[index];
          const row = rows[index];
          if (!checkpoint || !row) return null;
          return (
            <HistoryRow
              key={checkpoint.checkpointId}
              id={`${idBase}-${index}`}
              checkpoint={checkpoint}
              row={row}
              width={width}
              top={start}
              selected={index === selected}
              continued={parents.has(checkpoint.checkpointId)}
              onPick={() => select(index)}
            />
          );
        })}
      </div>
      {moreError === null ? null : (
        <div className={styles.note}>
          <ErrorNote error={moreError} {...(onMore ? { onRetry: onMore } : {})} />
        </div>
      )}
    </div>
  );
}

function targetOf(key: string, selected: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(selected + 1, count - 1);
    case 'ArrowUp':
      return Math.max(selected - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
