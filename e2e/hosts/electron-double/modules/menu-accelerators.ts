import type { PressedKey } from '../page/messages.ts';

/** The menu that gets the keys of every window; set by `electron.ts`, which knows menus. */
export const menuKeys = { items: (): readonly KeyedItem[] => [] };

/** What of a menu's item a key needs. */
export interface KeyedItem {
  readonly accelerator: string | undefined;
  readonly submenu: { readonly items: readonly KeyedItem[] } | undefined;
  click(): void;
}

/** Clicks the first item of the menu whose accelerator this key is. */
export function pressMenuKey(key: PressedKey): void {
  findItem(menuKeys.items(), key)?.click();
}

function findItem(items: readonly KeyedItem[], key: PressedKey): KeyedItem | null {
  for (const item of items) {
    if (item.accelerator && isPressed(item.accelerator, key)) return item;
    const inner = item.submenu ? findItem(item.submenu.items, key) : null;
    if (inner) return inner;
  }
  return null;
}

function isPressed(accelerator: string, pressed: PressedKey): boolean {
  const parts = accelerator.toLowerCase().split('+');
  const key = parts.pop();
  const has = (...names: string[]): boolean => names.some((name) => parts.includes(name));
  return (
    key === pressed.key.toLowerCase() &&
    has('cmdorctrl', 'commandorcontrol', 'ctrl', 'control') === pressed.command &&
    has('alt', 'option') === pressed.alt &&
    has('shift') === pressed.shift
  );
}
