import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { compareDragProps } from '../shared-ui/compare-drag.ts';
import { listKey } from '../ui/lists/list-navigation.ts';
import { useVirtualRows } from '../ui/lists/use-virtual-rows.ts';
import { ContextMenu } from '../ui/popups/ContextMenu.tsx';
import { CheckpointMenu, type CheckpointActions } from './CheckpointMenu.tsx';
import type { CheckpointEntry, HistoryEntry } from './history-entries.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { BranchLanes, historyRowHeight } from './BranchLanes.tsx';
import { historyKeyAction } from './history-keys.ts';
import styles from './history.module.css';

interface HistoryListProps extends CheckpointActions {
  readonly entries: readonly HistoryEntry[];
  readonly selectedKey: string | null;
  readonly onSelect: (entry: CheckpointEntry) => void;
  readonly onToggle: (entry: CheckpointEntry) => void;
  readonly loadingMore: boolean;
  readonly moreError: unknown;
  /** Fetches the next page near the end; `null` at the end, or if pages are loaded on request only. */
  readonly onMore: (() => void) | null;
}

// Rows from the end at which the next page is fetched.
const reachForMore = 10;

/** A virtualized tree. Arrow keys, j, k, Home and End move; left and right collapse and expand subgraphs. */
export function HistoryList(props: HistoryListProps) {
  const { entries, factsOf, selectedKey, onSelect, onToggle, loadingMore, moreError, onMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const idBase = useId();
  const [menu, setMenu] = useState<{ entry: CheckpointEntry; x: number; y: number } | null>(null);
  const list = useVirtualRows(scroller, entries.length, historyRowHeight);
  const { from, to, scrollTo } = list;
  const wantsMore =
    onMore !== null && !loadingMore && moreError === null && to > entries.length - reachForMore;
  useEffect(() => {
    if (wantsMore) onMore();
  }, [wantsMore, onMore]);

  const selected = useMemo(() => entries.findIndex(({ key }) => key === selectedKey), [entries, selectedKey]);
  // A selection made elsewhere (slider, keys, another pane) is scrolled into view; manual scrolling is not
  // undone.
  const shownKey = useRef<string | null>(null);
  const scrollToRow = useEffectEvent(scrollTo);
  useEffect(() => {
    if (shownKey.current === selectedKey || selected < 0) return;
    shownKey.current = selectedKey;
    scrollToRow(selected);
  }, [selected, selectedKey]);
  const picked = entries[selected];

  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu') {
      if (picked?.kind !== 'checkpoint') return;
      event.preventDefault();
      const row = document.getElementById(`${idBase}-${selected}`)?.getBoundingClientRect();
      setMenu({ entry: picked, x: (row?.left ?? 0) + 40, y: row?.bottom ?? 0 });
      return;
    }
    const step = historyKeyAction(listKey(event), entries, Math.max(selected, 0));
    if (step === null) return;
    event.preventDefault();
    if ('toggle' in step) onToggle(step.toggle);
    else onSelect(step.select);
  };

  return (
    <div
      ref={scroller}
      className={styles.list}
      role="tree"
      aria-label="Checkpoints, newest first"
      aria-activedescendant={list.isDrawn(selected) ? `${idBase}-${selected}` : undefined}
      tabIndex={0}
      onScroll={list.onScroll}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height: list.height }}>
        {entries.slice(from, to).map((entry, position) => {
          const index = from + position;
          const top = list.topOf(index);
          if (entry.kind === 'note') {
            return (
              <div
                key={list.slotOf(index)}
                className={clsx(styles.row, styles.noteRow)}
                role="treeitem"
                aria-selected={false}
                aria-level={entry.depth + 1}
                aria-disabled
                style={{ top }}
              >
                <BranchLanes lanes={entry.lanes} dot="plain" selected={false} />
                <span className={styles.title}>
                  {entry.text}
                  {entry.error instanceof Error ? `: ${entry.error.message}` : ''}
                </span>
              </div>
            );
          }
          return (
            <HistoryRow
              key={list.slotOf(index)}
              id={`${idBase}-${index}`}
              entry={entry}
              top={top}
              selected={index === selected}
              facts={factsOf(entry)}
              onPick={() => onSelect(entry)}
              onToggle={() => onToggle(entry)}
              drag={compareDragProps(() => props.trayEntryOf(entry))}
              onMenu={(event) => {
                event.preventDefault();
                setMenu({ entry, x: event.clientX, y: event.clientY });
              }}
            />
          );
        })}
      </div>
      {moreError === null ? null : (
        <div className={styles.note}>
          <ErrorNotice
            action="Could not load more history"
            error={moreError}
            {...(onMore ? { onRetry: onMore } : {})}
          />
        </div>
      )}
      {menu === null ? null : (
        <ContextMenu
          key={`${menu.entry.key} ${menu.x} ${menu.y}`}
          at={menu}
          label="Checkpoint"
          onClose={() => setMenu(null)}
        >
          <CheckpointMenu
            entry={menu.entry}
            picked={
              picked?.kind === 'checkpoint' &&
              picked.key !== menu.entry.key &&
              picked.checkpointNs === menu.entry.checkpointNs
                ? picked
                : null
            }
            onRunFrom={props.onRunFrom}
            readOnly={props.readOnly}
            onCompare={props.onCompare}
            onAddInput={props.onAddInput}
            trayEntryOf={props.trayEntryOf}
            onWriter={props.onWriter}
            factsOf={factsOf}
          />
        </ContextMenu>
      )}
    </div>
  );
}
