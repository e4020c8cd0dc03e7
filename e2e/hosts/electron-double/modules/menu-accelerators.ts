import type { PressedKey } from '../page/messages.ts';

/** The menu that handles the keys of every window; set by `electron.ts`. */
export const menuKeys = { items: (): readonly KeyedItem[] => [] };

export interface KeyedItem {
  readonly accelerator: string | undefined;
  /** `false`: shown only, as on Linux and Windows. */
  readonly registerAccelerator: boolean;
  readonly submenu: { readonly items: readonly KeyedItem[] } | undefined;
  click(): void;
}

/** Clicks the first menu item with this accelerator. */
export function pressMenuKey(key: PressedKey): void {
  findItem(menuKeys.items(), key)?.click();
}

function findItem(items: readonly KeyedItem[], key: PressedKey): KeyedItem | null {
  for (const item of items) {
    if (item.accelerator && item.registerAccelerator && isPressed(item.accelerator, key)) return item;
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
