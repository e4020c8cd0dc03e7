/** What of a keyboard event a shortcut looks at. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A press as it is written in `Command.keys`: `Mod+K`, `?`, `g`. `null` for a bare modifier. */
export function keybindingOf(press: KeyPress, isMac: boolean): string | null {
  const { key, altKey, shiftKey } = press;
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return null;
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (other || altKey) return null;
  if (!mod) return key;
  return `Mod+${shiftKey ? 'Shift+' : ''}${key.length === 1 ? key.toUpperCase() : key}`;
}

/** Whether keys belong to somebody else: a field that takes text, a menu, a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]') !== null
  );
}
