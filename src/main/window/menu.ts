import type { MenuItemConstructorOptions } from 'electron';
import type { CommandMenu, MenuCommand } from '../../shared/model/command-menu.ts';

export interface MenuActions {
  readonly reload: () => void;
  readonly openDataFolder: () => void;
  readonly openLink: (url: string) => void;
  readonly checkNewerVersion: (() => void) | null;
  readonly runCommand: (commandId: string) => void;
}

export interface MenuOptions {
  readonly name: string;
  readonly platform: NodeJS.Platform;
  readonly developing: boolean;
}

const serverDocs = 'https://docs.langchain.com/langgraph-platform';

/**
 * The application menu: the standard items, and the commands of the page while there is one. Reloading is
 * safe: runs are in the host, so the page finds them again. Registers the standard accelerators only; the keys
 * of commands are shown and belong to the page, which knows whether text is typed.
 */
export function menuTemplate(
  options: MenuOptions,
  actions: MenuActions,
  commands: CommandMenu | null = null,
): MenuItemConstructorOptions[] {
  const menus = commands?.menus ?? [];
  const { checkNewerVersion } = actions;
  const itemsOf = (menu: CommandMenu['menus'][number]): MenuItemConstructorOptions[] =>
    menu.sections.flatMap((section, index) => [
      ...(index === 0 || section.length === 0 ? [] : [{ type: 'separator' } as const]),
      ...section.map((command) => commandItem(command, actions)),
    ]);
  const onMac = options.platform === 'darwin';
  return [
    {
      id: 'studio',
      label: onMac ? options.name : '&Studio',
      submenu: [
        { role: 'about', label: `About ${options.name}` },
        { type: 'separator' },
        { id: 'open-data', label: 'Open data folder', click: () => actions.openDataFolder() },
        { type: 'separator' },
        ...(onMac ? macItems : []),
        {
          id: 'quit',
          role: 'quit',
          label: onMac ? `Quit ${options.name}` : 'Quit',
          accelerator: 'CmdOrCtrl+Q',
        },
      ],
    },
    {
      id: 'edit',
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    ...menus
      .filter(({ title }) => title !== viewTitle && title !== helpTitle)
      .map((menu) => ({
        id: `commands:${menu.title}`,
        label: escapeLabel(menu.title),
        submenu: itemsOf(menu),
      })),
    {
      id: 'view',
      label: '&View',
      submenu: [
        ...menus
          .filter(({ title }) => title === viewTitle)
          .flatMap((menu) => [...itemsOf(menu), { type: 'separator' } as const]),
        { id: 'reload', label: 'Reload window', accelerator: 'CmdOrCtrl+R', click: () => actions.reload() },
        ...(options.developing ? [{ role: 'toggleDevTools' } as const] : []),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    {
      id: 'help',
      role: 'help',
      label: '&Help',
      submenu: [
        ...menus.filter(({ title }) => title === helpTitle).flatMap((menu) => itemsOf(menu)),
        {
          id: 'server-docs',
          label: 'LangGraph server documentation',
          click: () => actions.openLink(serverDocs),
        },
        ...(checkNewerVersion === null
          ? []
          : [
              { type: 'separator' } as const,
              {
                id: 'newer-version',
                label: 'Check for a newer version…',
                click: () => checkNewerVersion(),
              },
            ]),
      ],
    },
  ];
}

const viewTitle = 'View';
const helpTitle = 'Help';

function commandItem(
  { id, title, keys, enabled }: MenuCommand,
  actions: MenuActions,
): MenuItemConstructorOptions {
  const accelerator = acceleratorOf(keys);
  return {
    id: `command:${id}`,
    label: escapeLabel(title),
    enabled,
    ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    click: () => actions.runCommand(id),
  };
}

// Electron's notation of a key; `null` for sequences, single characters, and what Electron may not know.
export function acceleratorOf(keys: string | null): string | null {
  const match = /^(Mod\+)?(Shift\+)?(F(?:[1-9]|1\d|2[0-4])|[A-Z0-9])$/.exec(keys ?? '');
  if (!match) return null;
  const [, mod, shift = '', key = ''] = match;
  if (mod === undefined && key.length === 1) return null;
  return `${mod === undefined ? '' : 'CmdOrCtrl+'}${shift}${key}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

const macItems: readonly MenuItemConstructorOptions[] = [
  { role: 'hide' },
  { role: 'hideOthers' },
  { role: 'unhide' },
  { type: 'separator' },
];
