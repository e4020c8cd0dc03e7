import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { parseTree } from '../../exact-json/tree.ts';
import { StateTreeRow } from './StateTreeRow.tsx';
import { treeRows, type TreeRow } from './tree-rows.ts';
import styles from './state.module.css';

export interface StateTreeProps {
  /** JSON exactly as the server sent it. */
  readonly text: string;
  readonly label: string;
  readonly openDepth?: number;
  /** Values that start closed although their depth would open them, by pointer. */
  readonly closed?: readonly string[];
}

const lineHeight = 22;

/**
 * A JSON text as a folding tree that draws only what is in view. Arrow keys move and fold, as in any tree; numbers
 * and the order of keys are the server's own.
 */
export function StateTree({ text, label, openDepth = 2, closed = [] }: StateTreeProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(
    () => new Map(closed.map((pointer) => [pointer, false])),
  );
  const [current, setCurrent] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const root = useMemo(() => parseTree(text), [text]);
  // The outermost braces say nothing; what is inside of them is the top level.
  const rows = useMemo(() => treeRows(root, { openDepth, chosen }).slice(1), [root, openDepth, chosen]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 12,
  });

  const index = Math.max(
    0,
    rows.findIndex(({ pointer }) => pointer === current),
  );
  const fold = ({ pointer, children }: TreeRow, open: boolean): void => {
    if (children !== null && children > 0) setChosen((before) => new Map(before).set(pointer, open));
  };
  const goTo = (target: number): void => {
    const row = rows[Math.min(Math.max(target, 0), rows.length - 1)];
    if (!row) return;
    setCurrent(row.pointer);
    list.scrollToIndex(target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[index];
    if (!row || event.target !== event.currentTarget) return;
    const step = stepOf(event.key, row, rows, index);
    if (step === null) return;
    event.preventDefault();
    if (typeof step === 'number') goTo(step);
    else fold(row, step.open);
  };

  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label={label}
      aria-activedescendant={`${label}-${index}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index: at, start }) => {
          const row = rows[at];
          if (!row) return null;
          return (
            <StateTreeRow
              key={row.pointer}
              id={`${label}-${at}`}
              row={row}
              text={text}
              top={start}
              current={at === index}
              onPick={() => {
                setCurrent(row.pointer);
                fold(row, !row.open);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Where a key leads: to another line, or to folding this one. `null` for keys that mean nothing here. */
function stepOf(
  key: string,
  row: TreeRow,
  rows: readonly TreeRow[],
  index: number,
): number | { readonly open: boolean } | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return row.open ? index + 1 : { open: true };
    case 'ArrowLeft':
      return row.open ? { open: false } : parentIndex(rows, index);
    case 'Enter':
    case ' ':
      return { open: !row.open };
    default:
      return null;
  }
}

function parentIndex(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  return rows.findLastIndex((row, at) => at < index && row.depth < depth);
}
