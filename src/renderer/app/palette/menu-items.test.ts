import { describe, expect, it } from 'vitest';
import { menuActions, type MenuEntry, type MenuItemFacts, type MenuName } from './menu-items.ts';

let ids = 0;
const entryOf = (menu: MenuName, text: string, facts: Partial<MenuItemFacts> = {}): MenuEntry => ({
  id: `entry ${(ids += 1)}`,
  menu,
  kind: 'item',
  text,
  state: null,
  blocked: null,
  command: null,
  run: () => undefined,
  ...facts,
});
const labelOf = (menu: MenuName, text: string): MenuEntry => ({
  id: `label ${text}`,
  menu,
  kind: 'label',
  text,
});

const titlesOf = (entries: readonly MenuEntry[]): string[] => menuActions(entries).map(({ title }) => title);

describe('the title of a menu item in the palette', () => {
  it('ends with what the item acts on', () => {
    const menu = { name: 'Thread Charge', target: 'thread “Charge”' };
    const texts = ['Delete', 'Rename and tag', 'Compare…', 'Close thread', 'Copy thread ID'];
    const entries = texts.map((text) => entryOf(menu, text));
    expect(titlesOf(entries)).toEqual([
      'Delete thread “Charge”',
      'Rename and tag: thread “Charge”',
      'Compare thread “Charge”…',
      'Close thread “Charge”',
      'Copy thread ID: “Charge”',
    ]);
  });

  it('does not repeat “this node”', () => {
    const menu = { name: 'Node plan', target: 'node “plan”' };
    expect(
      titlesOf([entryOf(menu, 'Update state as this node'), entryOf(menu, 'Add breakpoint...')]),
    ).toEqual(['Update state as node “plan”', 'Add breakpoint: node “plan”…']);
  });

  it('begins with the heading above the item, or with the name of the menu', () => {
    const menu = { name: 'Overlay', target: null };
    expect(
      titlesOf([
        entryOf(menu, 'None'),
        labelOf(menu, 'Scope'),
        entryOf(menu, 'Whole thread'),
        { id: 'separator', menu, kind: 'separator' },
        entryOf(menu, 'Reset'),
      ]),
    ).toEqual(['Overlay: None', 'Scope: Whole thread', 'Overlay: Reset']);
  });
});

it('items of the same title are listed once, also if they are in two menus', () => {
  const first = entryOf({ name: 'Export', target: null }, 'JSON', { command: 'graph.export-json' });
  const second = entryOf({ name: 'Export', target: null }, 'JSON');
  expect(menuActions([first, second]).map(({ id }) => id)).toEqual([first.id]);
});
