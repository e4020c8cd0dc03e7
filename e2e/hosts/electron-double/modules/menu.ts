import type {
  Menu as ElectronMenu,
  MenuItem as ElectronMenuItem,
  MenuItemConstructorOptions,
} from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { refuseUnknown } from '../refuse-unknown.ts';

/** What roles do when clicked; set by the app, which handles quitting. */
export const roleActions: Record<string, () => void> = {
  close: () => BrowserWindow.getFocusedWindow()?.close(),
};

type ImplementedOfItem = 'id' | 'label' | 'enabled' | 'visible';

export class MenuItem implements Pick<ElectronMenuItem, ImplementedOfItem> {
  readonly id: string;
  readonly label: string;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly registerAccelerator: boolean;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly type: string;
  readonly submenu: Menu | undefined;
  readonly #click: MenuItemConstructorOptions['click'];

  constructor(options: MenuItemConstructorOptions) {
    const { id, label, role, accelerator, registerAccelerator, enabled, visible, type, submenu, click } =
      options;
    this.id = id ?? '';
    this.label = label ?? role ?? '';
    this.role = role;
    this.accelerator = accelerator ?? undefined;
    this.registerAccelerator = registerAccelerator ?? true;
    this.enabled = enabled ?? true;
    this.visible = visible ?? true;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : undefined;
    this.type = type ?? (this.submenu ? 'submenu' : 'normal');
    this.#click = click;
  }

  click(): void {
    if (!this.enabled) return;
    if (this.#click)
      Reflect.apply(this.#click, undefined, [this, BrowserWindow.getFocusedWindow() ?? undefined, {}]);
    else if (this.role) roleActions[this.role]?.();
  }
}

let applicationMenu: Menu | null = null;

/** A menu as data: nothing is drawn, but items can be read and clicked, and accelerators work. */
export class Menu implements Pick<Omit<ElectronMenu, 'getMenuItemById' | 'items'>, never> {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    const menu = new Menu();
    menu.items.push(...template.map((options) => new MenuItem(options)));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const match = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (match) return match;
    }
    return null;
  }
}

refuseUnknown('MenuItem', MenuItem.prototype);
refuseUnknown('Menu', Menu.prototype);
refuseUnknown('Menu', Menu);
