import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { safeLink } from '../../services/network/safe-link.ts';
import type { CommandMenu } from '../../shared/model/command-menu.ts';
import { acceleratorOf, menuTemplate } from './menu.ts';

function build(
  platform: NodeJS.Platform,
  developing = false,
  commands: CommandMenu | null = null,
  knowsReleases = false,
) {
  const done: string[] = [];
  const menu = menuTemplate(
    { name: 'RemoteGraph Studio', platform, developing },
    {
      reload: () => done.push('reload'),
      openDataFolder: () => done.push('data'),
      openLink: (url) => done.push(url),
      runCommand: (id) => done.push(id),
      checkNewerVersion: knowsReleases ? () => done.push('newer') : null,
    },
    commands,
  );
  const all = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
  const items = all(menu);
  const click = (id: string): unknown => {
    const menuItemConstructorOptions = items.find((item) => item.id === id);
    return (
      menuItemConstructorOptions?.click && Reflect.apply(menuItemConstructorOptions.click, undefined, [])
    );
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

it('runs its items, and checks its links', () => {
  const { click, done } = build('linux');
  for (const id of ['reload', 'open-data', 'server-docs']) click(id);
  expect(done.slice(0, 2)).toEqual(['reload', 'data']);
  expect(safeLink(done[2] ?? '')).toBe(done[2]);
});

it('looks for a newer version only when asked, and only where releases are known', () => {
  expect(build('linux').items.some(({ id }) => id === 'newer-version')).toBe(false);
  const { click, done } = build('linux', false, null, true);
  expect(done).toEqual([]);
  click('newer-version');
  expect(done).toEqual(['newer']);
});

it('uses each key once', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    const keys = build(platform, true).items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

const commands: CommandMenu = {
  menus: [
    {
      title: 'Run',
      sections: [
        [
          { id: 'run.start', title: 'Run', keys: 'F5', enabled: true },
          { id: 'run.stop', title: 'Stop', keys: 'Shift+F5', enabled: false },
        ],
        [{ id: 'breakpoint.before', title: 'Break at “R&D”', keys: 'F9', enabled: true }],
      ],
    },
    { title: 'View', sections: [[{ id: 'view.palette', title: 'Search', keys: 'Mod+K', enabled: true }]] },
  ],
};

it('has the commands of the page in menus of their own, and those of the view in the standard one', () => {
  const { menu, items, click, done } = build('linux', false, commands);
  expect(menu.map(({ id }) => id)).toEqual(['studio', 'edit', 'commands:Run', 'view', 'help']);
  const run = menu[2]?.submenu as MenuItemConstructorOptions[];
  expect(run.map(({ label, type, enabled }) => label ?? type ?? enabled)).toEqual([
    'Run',
    'Stop',
    'separator',
    'Break at “R&&D”',
  ]);
  expect(items.find(({ id }) => id === 'command:run.stop')?.enabled).toBe(false);
  const view = menu[3]?.submenu as MenuItemConstructorOptions[];
  expect(view.map(({ id }) => id).slice(0, 3)).toEqual(['command:view.palette', undefined, 'reload']);
  click('command:run.start');
  expect(done).toEqual(['run.start']);
});

it('shows the keys of commands, but leaves them to the page', () => {
  const { items } = build('linux', false, commands);
  const menuItemConstructorOptions = items.filter(({ id }) => id?.startsWith('command:'));
  expect(menuItemConstructorOptions.map(({ accelerator }) => accelerator)).toEqual([
    'F5',
    'Shift+F5',
    'F9',
    'CmdOrCtrl+K',
  ]);
  expect(menuItemConstructorOptions.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(
    true,
  );
});

it.each([
  ['Mod+Shift+P', 'CmdOrCtrl+Shift+P'],
  ['F12', 'F12'],
  ['F25', null],
  ['g t', null],
  ['?', null],
  ['B', null],
  ['F', null],
  ['Mod+Nonsense', null],
  [null, null],
])('writes the key %s as %s', (keys, accelerator) => {
  expect(acceleratorOf(keys)).toBe(accelerator);
});

it('has the documentation of the page in the help menu', () => {
  const command = {
    id: 'help.documentation',
    title: 'Show documentation',
    keys: 'F1',
    enabled: true,
  };
  const { menu, click, done } = build('linux', false, { menus: [{ title: 'Help', sections: [[command]] }] });
  expect(menu.map(({ id }) => id)).toEqual(['studio', 'edit', 'view', 'help']);
  const help = menu.find(({ id }) => id === 'help');
  const [first] = Array.isArray(help?.submenu) ? help.submenu : [];
  expect(first).toMatchObject({ label: command.title, accelerator: 'F1', registerAccelerator: false });
  click('command:help.documentation');
  expect(done).toEqual(['help.documentation']);
});
