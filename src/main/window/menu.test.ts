import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { safeLink } from '../../services/external/safe-link.ts';
import { menuTemplate } from './menu.ts';

function build(platform: NodeJS.Platform, developing = false) {
  const done: string[] = [];
  const menu = menuTemplate(
    { name: 'RemoteGraph Studio', platform, developing },
    {
      reload: () => done.push('reload'),
      openDataFolder: () => done.push('data'),
      openLink: (url) => done.push(url),
    },
  );
  const all = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
  const items = all(menu);
  const click = (id: string): unknown => {
    const found = items.find((item) => item.id === id);
    return found?.click && Reflect.apply(found.click, undefined, []);
  };
  return { menu, items, done, click };
}

it.each(['linux', 'darwin', 'win32'] as const)('has studio, edit, view and help on %s', (platform) => {
  const { menu } = build(platform);
  expect(menu.map(({ id }) => id)).toEqual(['studio', 'edit', 'view', 'help']);
});

it('offers page tools while developing only, and never Electron’s own reload', () => {
  const roles = (developing: boolean) => build('linux', developing).items.map(({ role }) => role);
  expect(roles(false)).not.toContain('toggleDevTools');
  expect(roles(true)).toContain('toggleDevTools');
  for (const role of ['reload', 'forceReload']) expect(roles(true)).not.toContain(role);
});

it('does what its items say, and its links pass the rule for links', () => {
  const { click, done } = build('linux');
  for (const id of ['reload', 'open-data', 'server-docs']) click(id);
  expect(done.slice(0, 2)).toEqual(['reload', 'data']);
  expect(safeLink(done[2] ?? '')).toBe(done[2]);
});

it('takes each key once', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    const keys = build(platform, true).items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
