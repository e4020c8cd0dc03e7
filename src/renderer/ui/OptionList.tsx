import { clsx } from 'clsx';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { listBox, listOption } from './list-roles.ts';
import styles from './OptionList.module.css';

export interface OptionListProps<T> {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly selectedKey: string | null;
  readonly onSelect: (item: T) => void;
  /** The inside of a row. Nothing in it may take focus. */
  readonly render: (item: T) => ReactNode;
}

/** Rows of which one is chosen. One tab stop; arrows, Home and End move, Enter and Space choose. */
export function OptionList<T>({ label, items, keyOf, selectedKey, onSelect, render }: OptionListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const keys = items.map(keyOf);
  const stop = [focusedKey, selectedKey].find((key) => key !== null && keys.includes(key)) ?? keys[0];

  const move = (event: KeyboardEvent, from: number): void => {
    const to = nextIndex(event.key, from, items.length);
    const item = items[from];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (item !== undefined) onSelect(item);
    } else if (to !== null) {
      event.preventDefault();
      const row = list.current?.children[to];
      if (row instanceof HTMLElement) row.focus();
    }
  };

  return (
    <div ref={list} className={styles.list} {...listBox(label)}>
      {items.map((item, index) => {
        const key = keyOf(item);
        const handlers = {
          onFocus: () => setFocusedKey(key),
          onClick: () => onSelect(item),
          onKeyDown: (event: KeyboardEvent) => move(event, index),
        };
        return (
          <div
            key={key}
            className={clsx(styles.row, key === selectedKey && styles.chosen)}
            {...listOption(key === selectedKey, key === stop)}
            {...handlers}
          >
            {render(item)}
          </div>
        );
      })}
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
