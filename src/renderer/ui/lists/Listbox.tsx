import { clsx } from 'clsx';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { listboxProps, optionProps } from '../a11y-props.ts';
import { listKey } from './list-navigation.ts';
import { useWindowedList } from './use-windowed-list.ts';
import styles from './Listbox.module.css';

export interface ListboxProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly selectedKey: string | null;
  /** The selected rows of a multi-select list; `null` in a single-select list. */
  readonly selectedKeys?: ReadonlySet<string> | null;
  /** `range`: Shift was pressed. */
  readonly onSelect: (item: T, range: boolean) => void;
  /** Opens a row's context menu: on right click, the menu key, or Shift+F10. */
  readonly onMenu?: (item: T, position: { readonly x: number; readonly y: number }) => void;
  /** Handles other keys of a row, such as `F2`. Returns whether the key was handled. */
  readonly onRowKey?: (item: T, key: string) => boolean;
  readonly render: (item: T) => ReactNode;
}

const defaultRowHeight = 30;

/** A single- or multi-select list with one tab stop. Arrows, j, k, Home and End move; Enter and Space select. */
export function Listbox<T>(props: ListboxProps<T>) {
  const { label, items, keyOf, selectedKey, selectedKeys = null, onSelect, onMenu, onRowKey, render } = props;
  const list = useRef<HTMLDivElement>(null);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const hasFocus = useRef(false);
  const focusNext = useRef<number | null>(null);
  const { rows, height, topOf } = useWindowedList(list, { count: items.length, rowHeight: defaultRowHeight });
  // Not again for each row that comes into view.
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const validKeys = useMemo(() => new Set(keys), [keys]);
  const stop = [focusedKey, selectedKey].find((key) => key !== null && validKeys.has(key)) ?? keys[0];

  // A virtualized row is mounted only after it was scrolled into view.
  useEffect(() => {
    if (focusNext.current === null) return;
    const row = list.current?.querySelector(`[data-index="${focusNext.current}"]`);
    if (!(row instanceof HTMLElement)) return;
    focusNext.current = null;
    row.focus();
  });

  // A removed row would take the focus with it, and further key presses would be lost.
  useEffect(() => {
    if (!hasFocus.current || focusedKey === null || validKeys.has(focusedKey)) return;
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, item: T, from: number): void => {
    const to = nextIndex(listKey(event), from, items.length);
    if (event.key === 'Enter' || event.key === ' ') onSelect(item, event.shiftKey);
    else if (onMenu && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      onMenu(item, { x: left + 24, y: bottom });
    } else if (to !== null) {
      focusNext.current = to;
      rows?.scrollToIndex(to);
      setFocusedKey(keys[to] ?? null);
    } else if (!onRowKey?.(item, event.key)) return;
    event.preventDefault();
  };

  const rowOf = (index: number, top: number | null): ReactNode => {
    const item = items[index];
    const key = keys[index];
    if (item === undefined || key === undefined) return null;
    const isChosen = selectedKeys === null ? key === selectedKey : selectedKeys.has(key);
    const handlers = {
      onFocus: () => setFocusedKey(key),
      onClick: (event: MouseEvent) => onSelect(item, event.shiftKey),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, item, index),
      ...(onMenu && {
        onContextMenu: (event: MouseEvent) => {
          event.preventDefault();
          onMenu(item, { x: event.clientX, y: event.clientY });
        },
      }),
    };
    return (
      <div
        key={key}
        data-index={index}
        {...(top === null ? {} : { ref: rows?.measureElement, style: { transform: `translateY(${top}px)` } })}
        className={clsx(styles.row, top !== null && styles.positioned, isChosen && styles.selected)}
        {...optionProps(isChosen, key === stop)}
        {...(top === null ? {} : { 'aria-posinset': index + 1, 'aria-setsize': items.length })}
        {...handlers}
      >
        {render(item)}
      </div>
    );
  };

  return (
    <div
      ref={list}
      className={styles.list}
      style={{ height }}
      {...listboxProps(label)}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
      {...(selectedKeys === null ? {} : { 'aria-multiselectable': true })}
    >
      {rows === null
        ? items.map((_, index) => rowOf(index, null))
        : rows.getVirtualItems().map(({ index, start }) => rowOf(index, topOf(start)))}
    </div>
  );
}

function nextIndex(key: string, from: number, length: number): number | null {
  if (key === 'ArrowDown') return Math.min(from + 1, length - 1);
  if (key === 'ArrowUp') return Math.max(from - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return null;
}
