// Delay in ms after the page has loaded until a window that never became ready is shown: time for a first
// paint.
export const showAfterLoadMs = 300;
// How long a window stays hidden at most, in ms.
export const maxHiddenMs = 2_000;

export interface ShowableWindow {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown };
  isDestroyed(): boolean;
  show(): void;
  maximize(): void;
}

type After = (ms: number, act: () => void) => () => void;

// Shows a window once: when it is ready, else 300 ms after its page was loaded, else after 2 s. On
// Wayland a hidden window is never ready (electron#48859), and a page may never finish loading.
//
// A window that was maximized is maximized only now: `maximize()` shows a hidden window, with nothing drawn
// in it yet. Returns a function that returns whether the window was shown: until then it does not know its own
// state.
export function showWhenReady(window: ShowableWindow, isMaximized: boolean, after: After): () => boolean {
  let isShown = false;
  const cancels: (() => void)[] = [];
  const cancelAll = (): void => {
    for (const cancel of cancels.splice(0)) cancel();
  };
  const show = (): void => {
    cancelAll();
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    if (isMaximized) window.maximize();
    window.show();
  };
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', () => {
    if (!isShown) cancels.push(after(showAfterLoadMs, show));
  });
  window.once('closed', cancelAll);
  cancels.push(after(maxHiddenMs, show));
  return () => isShown;
}

// How long the first paint may take in ms before nothing waits for it any longer.
const maxMs = 1000;

export interface ReadyToShowWindow {
  once(event: 'ready-to-show', listener: () => void): unknown;
}

/** Calls once at a window's first paint, or when that takes long. Returns a cancel function. */
export function afterFirstPaint(
  window: ReadyToShowWindow,
  after: (ms: number, act: () => void) => () => void,
  act: () => void,
): () => void {
  let isOpen = true;
  const take = (): void => {
    cancelTimer();
    if (isOpen) act();
    isOpen = false;
  };
  const cancelTimer = after(maxMs, take);
  window.once('ready-to-show', take);
  return () => {
    cancelTimer();
    isOpen = false;
  };
}
