import { aborted } from '../../services/common/abortable.ts';
import type { CallsOf, StreamsOf } from '../../shared/contract.ts';
import type { CommandMenu } from '../../shared/model/command-menu.ts';

/** A page's side of the app menu: it sends its commands, and learns which one was chosen. */
export interface AppMenuPage {
  readonly calls: CallsOf<'menu'>;
  readonly streams: StreamsOf<'menu'>;
}

/** The menu of all windows, with the commands of the current one. */
export interface AppMenu {
  /** `isCurrent`: Whether the page's window is the one that was used last. */
  addPage(isCurrent: () => boolean): AppMenuPage;
  /** Another window is the current one. */
  redraw(): void;
  choose(commandId: string): void;
}

interface Page {
  readonly isCurrent: () => boolean;
  readonly watchers: Set<(commandId: string) => void>;
  menu: CommandMenu | null;
}

/**
 * `draw` is called with the current page's commands after each change, and with `null` when there is none: then
 * nothing could carry them out.
 */
export function createAppMenu(draw: (menu: CommandMenu | null) => void): AppMenu {
  const pages = new Set<Page>();
  const currentPage = (): Page | null => [...pages].find((page) => page.isCurrent()) ?? null;
  const redraw = (): void => draw(currentPage()?.menu ?? null);
  const show = (page: Page, menu: CommandMenu | null): void => {
    page.menu = menu;
    if (page.isCurrent() || pages.size === 0) redraw();
  };
  return {
    addPage(isCurrent) {
      const page: Page = { isCurrent, watchers: new Set(), menu: null };
      return {
        calls: {
          'menu.show': async (menu) => {
            pages.add(page);
            show(page, menu);
            return {};
          },
        },
        streams: {
          async *'menu.watch'(_input, signal) {
            const chosen: string[] = [];
            let wake = (): void => undefined;
            const watcher = (commandId: string): void => {
              chosen.push(commandId);
              wake();
            };
            pages.add(page);
            page.watchers.add(watcher);
            try {
              while (!signal.aborted) {
                const commandId = chosen.shift();
                if (commandId !== undefined) yield { commandId };
                else await Promise.race([aborted(signal), new Promise<void>((resolve) => (wake = resolve))]);
              }
            } finally {
              page.watchers.delete(watcher);
              if (page.watchers.size === 0) {
                pages.delete(page);
                show(page, null);
              }
            }
          },
        },
      };
    },
    redraw,
    choose(commandId) {
      for (const watcher of currentPage()?.watchers ?? []) watcher(commandId);
    },
  };
}
