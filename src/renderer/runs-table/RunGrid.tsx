import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { IndexedRun, IndexedRuns, RunIndexFilter, RunSort } from '../../shared/model/run-index.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { usePrices } from '../queries/shared-queries.ts';
import { compareDragProps } from '../shared-ui/compare-drag.ts';
import { StatusChip } from '../ui/display/Chip.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { rowForKey } from '../ui/lists/list-navigation.ts';
import { useVirtualRows } from '../ui/lists/use-virtual-rows.ts';
import { useRunsInRange } from './queries.ts';
import { orderAfterClick, runOrder, type RunOrder } from './run-filter.ts';
import {
  queueLabel,
  queueText,
  runEntry,
  runCostText,
  runDurationText,
  runLineText,
  runStatusLabel,
  runTitle,
  runTokensText,
} from './run-labels.ts';
import type { CheckedRuns } from './use-run-selection.ts';
import styles from './RunsTable.module.css';

const rowHeight = 32;

/** `run: null`: the row is selected, and its run is not loaded yet. */
export interface PeekedRow {
  readonly index: number;
  readonly run: IndexedRun | null;
}

export interface RunColumns {
  readonly graph: boolean;
  readonly duration: boolean;
  readonly tokens: boolean;
  readonly cost: boolean;
  readonly source: boolean;
}

export interface RunGridProps {
  readonly connectionId: string;
  readonly filter: RunIndexFilter;
  readonly first: IndexedRuns;
  readonly columns: RunColumns;
  readonly peeked: PeekedRow | null;
  readonly checked: CheckedRuns;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onPeek: (peeked: PeekedRow | null) => void;
  readonly onOpen: (run: IndexedRun) => void;
  readonly onMenu: (run: IndexedRun, at: MenuPoint) => void;
}

export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

const moveKeys: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

export function RunGrid(props: RunGridProps) {
  const { connectionId, filter, first, columns, peeked, checked, box } = props;
  const { onPeek, onOpen, onMenu } = props;
  const { chosen } = checked;
  const { total } = first;
  const prices = usePrices();
  const idBase = useId();
  const list = useVirtualRows(box, total, rowHeight);
  const runAt = useRunsInRange(connectionId, filter, first, list);
  const inView = Array.from({ length: Math.max(0, list.to - list.from) }, (_, index) => list.from + index);
  const selectedIndex = indexOfPeeked(peeked, first, inView, runAt);
  const selectedRun = selectedIndex === -1 ? null : runAt(selectedIndex);
  // The details show the newest answer of the index, and the run of a row that was selected before it was loaded.
  useEffect(() => {
    if (peeked === null || selectedRun === null || selectedRun === peeked.run) return;
    if (peeked.run === null || peeked.run.runId === selectedRun.runId)
      onPeek({ index: selectedIndex, run: selectedRun });
  }, [peeked, selectedRun, selectedIndex, onPeek]);
  // The details take space below the table of a narrow window.
  const { page } = list;
  const keepInView = useEffectEvent((visibleRows: number) => {
    if (visibleRows > 0 && selectedIndex !== -1) list.scrollTo(selectedIndex);
  });
  useEffect(() => keepInView(page), [page]);

  const move = (target: number): void => {
    onPeek({ index: target, run: runAt(target) });
    list.scrollTo(target);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a') return;
      checked.selectAll();
    } else if (event.key === 'Escape' && chosen.size > 0) checked.clear();
    else if (event.key === 'Escape' && peeked !== null) onPeek(null);
    // On a header, Enter sorts.
    else if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return;
    else if (event.key === 'Enter' && selectedRun !== null) onOpen(selectedRun);
    else if (event.key === 'x' && selectedRun !== null) checked.toggle(selectedRun, selectedIndex);
    else {
      const target = rowForKey(moveKeys[event.key] ?? event.key, selectedIndex, total, list.page);
      if (target === null) return;
      const next = runAt(target);
      if (event.shiftKey && selectedRun !== null && next !== null)
        checked.extendBetween(selectedRun, selectedIndex, next, target);
      move(target);
      // From the checkbox of a row, which does not move with the selection.
      event.currentTarget.focus();
    }
    event.preventDefault();
  };
  const onRowClick = (event: MouseEvent, index: number, run: IndexedRun | null): void => {
    if (run !== null && (event.ctrlKey || event.metaKey)) checked.toggle(run, index);
    else if (run !== null && event.shiftKey) checked.extend(run, index);
    else onPeek({ index, run });
  };
  const onRowMenu = (event: MouseEvent, index: number, run: IndexedRun | null): void => {
    if (run === null) return;
    event.preventDefault();
    event.stopPropagation();
    onPeek({ index, run });
    onMenu(run, { x: event.clientX, y: event.clientY });
  };
  const isAllChosen = total > 0 && chosen.size >= total;
  const widths = {
    '--graph-column': columns.graph ? 'minmax(92px, 0.5fr)' : '',
    '--duration-column': columns.duration ? '84px' : '',
    '--tokens-column': columns.tokens ? '72px' : '',
    '--cost-column': columns.cost ? '84px' : '',
    '--source-column': columns.source ? '84px' : '',
  };
  const isActiveDrawn = selectedIndex !== -1 && list.isDrawn(selectedIndex);
  return (
    <div
      role="grid"
      aria-label="Runs"
      aria-multiselectable
      aria-rowcount={total + 1}
      tabIndex={0}
      {...(isActiveDrawn ? { 'aria-activedescendant': `${idBase}${selectedIndex}` } : {})}
      className={styles.grid}
      style={widths as CSSProperties}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        // By key, at the focused grid.
        if (event.target !== event.currentTarget || selectedRun === null) return;
        event.preventDefault();
        onMenu(selectedRun, placeOf(event, `${idBase}${selectedIndex}`));
      }}
    >
      <div role="row" aria-rowindex={1} tabIndex={-1} className={styles.header}>
        <span role="columnheader" className={styles.check}>
          <input
            type="checkbox"
            aria-label="Select all runs"
            title="Select all (Ctrl+A)"
            checked={isAllChosen}
            ref={(element) => {
              if (element !== null) element.indeterminate = chosen.size > 0 && !isAllChosen;
            }}
            onChange={() => (chosen.size > 0 ? checked.clear() : checked.selectAll())}
          />
        </span>
        <SortHeader sortBy="status" order={filter}>
          Status
        </SortHeader>
        <SortHeader sortBy="threadName" order={filter}>
          Thread
        </SortHeader>
        {columns.graph ? (
          <SortHeader sortBy="graphId" order={filter} className={styles.graph}>
            Graph
          </SortHeader>
        ) : null}
        <span role="columnheader" className={styles.line}>
          Error, question or input
        </span>
        <SortHeader sortBy="createdAt" order={filter} className={styles.number}>
          Started
        </SortHeader>
        {columns.duration ? (
          <SortHeader sortBy="durationMs" order={filter} className={clsx(styles.number, styles.duration)}>
            Duration
          </SortHeader>
        ) : null}
        {columns.tokens ? (
          <span role="columnheader" className={clsx(styles.number, styles.tokens)}>
            Tokens
          </span>
        ) : null}
        {columns.cost ? (
          <span role="columnheader" className={clsx(styles.number, styles.tokens)}>
            Cost
          </span>
        ) : null}
        {columns.source ? (
          <span role="columnheader" className={styles.source}>
            Started by
          </span>
        ) : null}
      </div>
      <div ref={box} className={styles.body} role="presentation" onScroll={list.onScroll}>
        <div role="presentation" className={styles.space} style={{ height: list.height }}>
          {inView.map((index) => {
            const run = runAt(index);
            return (
              <div
                key={list.slotOf(index)}
                id={`${idBase}${index}`}
                role="row"
                tabIndex={-1}
                aria-rowindex={index + 2}
                aria-selected={index === selectedIndex}
                className={clsx(
                  styles.row,
                  run !== null && chosen.has(run.runId) && styles.chosen,
                  index === selectedIndex && styles.selected,
                )}
                style={{ top: list.topOf(index) }}
                onMouseDown={(event) => (event.shiftKey ? event.preventDefault() : undefined)}
                onClick={(event) => onRowClick(event, index, run)}
                onDoubleClick={() => (run === null ? undefined : onOpen(run))}
                onContextMenu={(event) => onRowMenu(event, index, run)}
                {...(run === null ? {} : compareDragProps(() => runEntry(connectionId, run)))}
              >
                {run === null ? (
                  <span role="gridcell">…</span>
                ) : (
                  <RunCells
                    run={run}
                    columns={columns}
                    prices={prices}
                    isChosen={chosen.has(run.runId)}
                    isTabStop={index === (isActiveDrawn ? selectedIndex : list.from)}
                    onToggle={(event) =>
                      event.shiftKey ? checked.extend(run, index) : checked.toggle(run, index)
                    }
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RunCellsProps {
  readonly run: IndexedRun;
  readonly columns: RunColumns;
  readonly prices: PriceTable;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly onToggle: (event: MouseEvent) => void;
}

function RunCells({ run, columns, prices, isChosen, isTabStop, onToggle }: RunCellsProps) {
  const label = runStatusLabel(run);
  const title = runTitle(run);
  const cost = columns.cost ? runCostText(run, prices) : '';
  return (
    <>
      <span role="gridcell" className={styles.check}>
        <input
          type="checkbox"
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`Select ${title}`}
          checked={isChosen}
          readOnly
          onClick={(event) => {
            event.stopPropagation();
            onToggle(event);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      </span>
      <span role="gridcell">
        <StatusChip status={label.status} title={label.title}>
          {label.word}
        </StatusChip>
      </span>
      <span role="gridcell" className={styles.name} title={title}>
        {title}
      </span>
      {columns.graph ? (
        <span role="gridcell" className={clsx(styles.quiet, styles.graph)} title={run.graphId ?? undefined}>
          {run.graphId}
        </span>
      ) : null}
      <span
        role="gridcell"
        className={clsx(styles.line, run.line?.kind === 'error' ? styles.error : styles.quiet)}
        title={runLineText(run)}
      >
        {runLineText(run)}
      </span>
      <span role="gridcell" className={clsx(styles.quiet, styles.number)}>
        {run.status === 'queued' ? (
          <span title={queueText(run)}>{queueLabel(run)}</span>
        ) : (
          <TimeAgo at={run.createdAt} />
        )}
      </span>
      {columns.duration ? (
        <span role="gridcell" className={clsx(styles.number, styles.duration)}>
          {runDurationText(run)}
        </span>
      ) : null}
      {columns.tokens ? (
        <span role="gridcell" className={clsx(styles.quiet, styles.number, styles.tokens)}>
          {runTokensText(run)}
        </span>
      ) : null}
      {columns.cost ? (
        <span role="gridcell" className={clsx(styles.quiet, styles.number, styles.tokens)} title={cost}>
          {cost}
        </span>
      ) : null}
      {columns.source ? (
        <span role="gridcell" className={clsx(styles.quiet, styles.source)}>
          {run.source}
        </span>
      ) : null}
    </>
  );
}

interface SortHeaderProps {
  readonly sortBy: RunSort;
  readonly order: RunOrder;
  readonly className?: string | undefined;
  readonly children: string;
}

/** Sorts by its column: times from the newest or longest, texts from A; the other way the second time. */
function SortHeader({ sortBy, order, className, children }: SortHeaderProps) {
  const isSorted = order.sortBy === sortBy;
  const Arrow = order.descending ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => runOrder.setState(orderAfterClick(order, sortBy))}
      >
        {children}
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </span>
  );
}

// Of a menu that a key opens: below the selected row, or where the browser says if that is out of sight.
function placeOf({ clientX, clientY }: MouseEvent, rowId: string): MenuPoint {
  const row = document.getElementById(rowId)?.getBoundingClientRect();
  return row === undefined ? { x: clientX, y: clientY } : { x: row.left + 24, y: row.bottom };
}

/** The row of the selected run, which moves when runs start; its last row while it is not loaded. */
function indexOfPeeked(
  peeked: PeekedRow | null,
  first: IndexedRuns,
  inView: readonly number[],
  runAt: (index: number) => IndexedRun | null,
): number {
  if (peeked === null) return -1;
  const { index, run } = peeked;
  if (run === null || runAt(index)?.runId === run.runId) return index;
  const onFirstPage = first.runs.findIndex(({ runId }) => runId === run.runId);
  if (onFirstPage !== -1) return onFirstPage;
  return inView.find((row) => runAt(row)?.runId === run.runId) ?? -1;
}
