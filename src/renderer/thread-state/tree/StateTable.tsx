import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { pathAt, readColumn, valueKindOf, type StructuralIndex } from 'exact-json';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { numberText } from '../../ui/display/locale-text.ts';
import { formatPath } from '../format-path.ts';
import { escapeInvisibleLine } from '../../../shared/escape-invisible.ts';
import { cellAt, cellLength, sortedItems, tableColumns, type TableOrder } from './table-rows.ts';
import { leafPreview } from './tree-rows.ts';
import { useVirtualRows } from '../../ui/lists/use-virtual-rows.ts';
import styles from './StateTable.module.css';

interface StateTableProps {
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
  readonly index: number;
  readonly onOpen: (item: number) => void;
  readonly onClose: () => void;
}

const rowHeight = 26;

export function StateTable({ text, structuralIndex, index, onOpen, onClose }: StateTableProps) {
  const container = useRef<HTMLDivElement>(null);
  const [order, setOrder] = useState<TableOrder | null>(null);
  const keys = useMemo(() => tableColumns(text, structuralIndex, index), [text, structuralIndex, index]);
  const items = useMemo(
    () => sortedItems(text, structuralIndex, index, order),
    [text, structuralIndex, index, order],
  );
  const view = useVirtualRows(container, items.length, rowHeight);
  const name = formatPath(pathAt(text, structuralIndex, index));
  const columns = useMemo(
    () => columnWidths(text, structuralIndex, index, keys),
    [text, structuralIndex, index, keys],
  );
  const visibleItems = items.slice(view.from, view.to);
  return (
    <section className={styles.pane} aria-label={`Table of ${name}`}>
      <div className={styles.head}>
        <b>{name}</b>
        <span className={styles.count}>{items.length.toLocaleString()} rows</span>
        <IconButton
          label="Back to the tree"
          size="small"
          icon={<X size={14} aria-hidden />}
          onClick={onClose}
        />
      </div>
      <div
        ref={container}
        className={styles.box}
        onScroll={view.onScroll}
        {...scrollableGroupProps('Rows of the table')}
      >
        <div className={styles.table} role="table" aria-label={name} aria-rowcount={items.length + 1}>
          <div
            className={styles.header}
            role="row"
            aria-rowindex={1}
            style={{ gridTemplateColumns: columns }}
          >
            <span role="columnheader">#</span>
            {keys.map((key) => (
              <Header key={key} name={key} order={order} onOrder={setOrder} />
            ))}
          </div>
          <div role="rowgroup" className={styles.rows} style={{ height: view.height }}>
            {visibleItems.map((item, position) => (
              <div
                key={item}
                role="row"
                aria-rowindex={view.from + position + 2}
                className={styles.row}
                style={{
                  gridTemplateColumns: columns,
                  transform: `translateY(${view.topOf(view.from + position)}px)`,
                }}
              >
                <span role="cell">
                  <button
                    type="button"
                    className={styles.open}
                    title="Show in the tree"
                    onClick={() => onOpen(item)}
                  >
                    {readColumn(structuralIndex.labels, item)}
                  </button>
                </span>
                {keys.map((key) => (
                  <Cell
                    key={key}
                    text={text}
                    structuralIndex={structuralIndex}
                    index={cellAt(text, structuralIndex, item, key)}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

// Estimated width of a character, and the cell's padding.
const characterPx = 7.4;
const aroundPx = 18;

// Sized by the first rows; the last column takes the remaining width.
function columnWidths(
  text: string,
  structuralIndex: StructuralIndex,
  index: number,
  keys: readonly string[],
): string {
  const px = keys.map(
    (key) => `${Math.round(cellLength(text, structuralIndex, index, key) * characterPx + aroundPx)}px`,
  );
  const last = px.pop();
  return ['56px', ...px, ...(last === undefined ? [] : [`minmax(${last}, 1fr)`])].join(' ');
}

interface HeaderProps {
  readonly name: string;
  readonly order: TableOrder | null;
  readonly onOrder: (order: TableOrder | null) => void;
}

// Clicks cycle through ascending, descending and unsorted.
function Header({ name, order, onOrder }: HeaderProps) {
  const tableOrder = order?.key === name ? order : null;
  const next =
    tableOrder === null
      ? { key: name, descending: false }
      : tableOrder.descending
        ? null
        : { key: name, descending: true };
  const sorted = tableOrder === null ? 'none' : tableOrder.descending ? 'descending' : 'ascending';
  return (
    <span role="columnheader" aria-sort={sorted}>
      <button type="button" className={styles.sort} onClick={() => onOrder(next)}>
        <span>{escapeInvisibleLine(name)}</span>
        {sorted === 'ascending' ? <ArrowUp size={12} aria-hidden /> : null}
        {sorted === 'descending' ? <ArrowDown size={12} aria-hidden /> : null}
      </button>
    </span>
  );
}

function Cell({
  text,
  structuralIndex,
  index,
}: {
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
  readonly index: number;
}) {
  if (index < 0) return <span role="cell" className={styles.none} />;
  const kind = valueKindOf(structuralIndex, index);
  if (kind === 'object' || kind === 'array') {
    const size = numberText(readColumn(structuralIndex.sizes, index));
    return (
      <span role="cell" className={styles.none}>
        {kind === 'array' ? `[${size}]` : `{${size}}`}
      </span>
    );
  }
  const { preview } = leafPreview(text, structuralIndex, index);
  return (
    <span role="cell" className={styles[kind]} title={preview}>
      {kind === 'string' ? preview.slice(1, -1) : preview}
    </span>
  );
}
