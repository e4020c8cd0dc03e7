import { createStore } from 'zustand/vanilla';
import type { CommandId } from '../../commands/palette-commands.ts';

/** What a menu of the page has, as the palette collects it, in the order of the menu. */
export type MenuEntry = {
  readonly id: string;
  /** One object for all entries of a menu. */
  readonly menu: MenuName;
} & (
  | { readonly kind: 'label'; readonly text: string }
  | { readonly kind: 'separator' }
  | ({ readonly kind: 'item'; readonly run: () => void } & MenuItemFacts)
);

export interface MenuName {
  readonly name: string;
  /** What the items act on, such as `thread “Draft”`. */
  readonly target: string | null;
}

export interface MenuItemFacts {
  readonly text: string;
  /** The state of an item that is checked or chosen. */
  readonly state: string | null;
  /** Why it can't be used now. */
  readonly blocked: string | null;
  readonly command: CommandId | null;
}

export interface MenuAction extends Omit<MenuItemFacts, 'text'> {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
}

export const menuEntries = createStore<readonly MenuEntry[]>(() => []);

/** Adds an entry, or replaces the one with its ID in its place. */
export function putMenuEntry(entry: MenuEntry): void {
  const before = menuEntries.getState();
  const index = before.findIndex(({ id }) => id === entry.id);
  menuEntries.setState(index === -1 ? [...before, entry] : before.with(index, entry), true);
}

export function removeMenuEntry(entryId: string): void {
  menuEntries.setState(
    menuEntries.getState().filter(({ id }) => id !== entryId),
    true,
  );
}

/** The items of all menus with titles that say what they act on, each title once. */
export function menuActions(entries: readonly MenuEntry[]): readonly MenuAction[] {
  const sections = new Map<MenuName, string | null>();
  const actions = new Map<string, MenuAction>();
  for (const entry of entries) {
    const { menu } = entry;
    if (entry.kind === 'label') sections.set(menu, entry.text);
    else if (entry.kind === 'separator') sections.set(menu, null);
    else {
      const { id, text, state, blocked, command, run } = entry;
      const title = actionTitle(text, menu, sections.get(menu) ?? null);
      // The same items can be in several menus.
      if (!actions.has(title)) actions.set(title, { id, title, state, blocked, command, run });
    }
  }
  return [...actions.values()];
}

const ellipsis = /(…|\.{3})$/;

function actionTitle(text: string, { name, target }: MenuName, section: string | null): string {
  if (target === null) return `${section ?? name}: ${text}`;
  const words = text.replace(ellipsis, '');
  const end = ellipsis.test(text) ? '…' : '';
  // `thread “Draft”`: a kind, and which one.
  const [, kind = '', which = ''] = /^(\w+) ([“#].*)$/s.exec(target) ?? [];
  if (kind !== '') {
    // `Update state as node “plan”`, `Close thread “Draft”`, `Copy thread ID: “Draft”`
    if (words.endsWith(` this ${kind}`)) return `${words.slice(0, -` this ${kind}`.length)} ${target}${end}`;
    if (words.endsWith(` ${kind}`)) return `${words} ${which}${end}`;
    if (words.split(' ').includes(kind)) return `${words}: ${which}${end}`;
  }
  // `Rename and tag: thread “Draft”`, `Delete thread “Draft”`
  return `${words}${words.includes(' ') ? ':' : ''} ${target}${end}`;
}
