export interface ListedWindow {
  on(event: 'focus' | 'closed', listener: () => void): unknown;
}

/**
 * The windows of this program. The one that was used last gets what comes from outside: links, menu commands, a second
 * start.
 */
export interface WindowList<W> {
  add(window: W): void;
  /** The window that was used last; `null` without a window. */
  readonly current: W | null;
  readonly size: number;
}

/** `onChange`: Called when another window has become the current one, or none is left. */
export function createWindowList<W extends ListedWindow>(onChange: () => void): WindowList<W> {
  // The last used one is the last.
  let windows: readonly W[] = [];
  const setWindows = (next: readonly W[]): void => {
    const before = windows.at(-1);
    windows = next;
    if (windows.at(-1) !== before) onChange();
  };
  const windowsWithout = (window: W): readonly W[] => windows.filter((one) => one !== window);
  return {
    add(window) {
      window.on('focus', () => {
        if (windows.includes(window)) setWindows([...windowsWithout(window), window]);
      });
      window.on('closed', () => setWindows(windowsWithout(window)));
      setWindows([...windows, window]);
    },
    get current() {
      return windows.at(-1) ?? null;
    },
    get size() {
      return windows.length;
    },
  };
}
