import type { MenuItemConstructorOptions } from 'electron';

/** Actions of the menu's own items; everything else is a role known to the system. */
export interface MenuActions {
  readonly reload: () => void;
  readonly openDataFolder: () => void;
  readonly openLink: (url: string) => void;
}

export interface MenuOptions {
  readonly name: string;
  readonly platform: NodeJS.Platform;
  /** Developer tools are offered in development only. */
  readonly developing: boolean;
}

const serverDocs = 'https://docs.langchain.com/langgraph-platform';

/**
 * The application menu. Reloading is safe: runs are in the host, so the page finds them again. Has the
 * standard accelerators only; the studio's own shortcuts belong to the page.
 */
export function menuTemplate(options: MenuOptions, actions: MenuActions): MenuItemConstructorOptions[] {
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
    {
      id: 'view',
      label: '&View',
      submenu: [
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
        {
          id: 'server-docs',
          label: 'LangGraph server documentation',
          click: () => actions.openLink(serverDocs),
        },
      ],
    },
  ];
}

const macItems: readonly MenuItemConstructorOptions[] = [
  { role: 'hide' },
  { role: 'hideOthers' },
  { role: 'unhide' },
  { type: 'separator' },
];
