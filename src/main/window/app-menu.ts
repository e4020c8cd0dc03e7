import { aborted } from '../../services/common/abortable.ts';
import type { CallsOf, StreamsOf } from '../../shared/contract.ts';
import type { CommandMenu } from '../../shared/model/command-menu.ts';

/** The page's side of the app menu: it sends its commands, and is told which one was chosen. */
export interface AppMenu {
  readonly calls: CallsOf<'menu'>;
  readonly streams: StreamsOf<'menu'>;
  choose(commandId: string): void;
}

/**
 * `draw` is called with the page's commands after each change, and with `null` when the page is gone: then
 * nothing could carry them out.
 */
export function createAppMenu(draw: (menu: CommandMenu | null) => void): AppMenu {
  const watchers = new Set<(commandId: string) => void>();
  return {
    calls: {
      'menu.show': async (menu) => {
        draw(menu);
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
        watchers.add(watcher);
        try {
          while (!signal.aborted) {
            const commandId = chosen.shift();
            if (commandId !== undefined) yield { commandId };
            else await Promise.race([aborted(signal), new Promise<void>((resolve) => (wake = resolve))]);
          }
        } finally {
          watchers.delete(watcher);
          if (watchers.size === 0) draw(null);
        }
      },
    },
    choose(commandId) {
      for (const watcher of watchers) watcher(commandId);
    },
  };
}
