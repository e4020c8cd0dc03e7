import { type KeyboardEvent, useState } from 'react';

/** The meaning of a key in the inbox. A new object per press. */
export type TriageShortcut =
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'open' }
  /** Selects the option with this number, from 0. */
  | { readonly kind: 'pick'; readonly index: number }
  /** Focuses the answer field. */
  | { readonly kind: 'write' }
  /** Sends the answers that are ready. */
  | { readonly kind: 'submit' };

/** `null` for keys that belong to a field, menu or button. */
export function readTriageShortcut(event: KeyboardEvent, list: HTMLElement | null): TriageShortcut | null {
  const { key, target } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.nativeEvent.isComposing) return null;
  const inList = list?.contains(target) === true && target.getAttribute('role') === 'option';
  if (target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]')) return null;
  if (event.ctrlKey || event.metaKey) return key === 'Enter' && !event.repeat ? { kind: 'submit' } : null;
  if (key === 'j' || (inList && key === 'ArrowDown')) return { kind: 'move', by: 1 };
  if (key === 'k' || (inList && key === 'ArrowUp')) return { kind: 'move', by: -1 };
  if (key === 'o' || (inList && key === 'Enter')) return { kind: 'open' };
  if (key === 'a') return { kind: 'write' };
  return /^[1-9]$/.test(key) ? { kind: 'pick', index: Number(key) - 1 } : null;
}

/**
 * The key pressed for the current row. It applies to that row only: the next row must not be decided by a key
 * meant for the previous one.
 */
export function useRowShortcut(
  shownKey: string | null,
): readonly [TriageShortcut | null, (key: TriageShortcut | null) => void] {
  const [pressed, setPressed] = useState<{ readonly key: TriageShortcut; readonly of: string } | null>(null);
  const press = (key: TriageShortcut | null): void =>
    setPressed(key === null || shownKey === null ? null : { key, of: shownKey });
  return [pressed?.of === shownKey ? pressed.key : null, press];
}
