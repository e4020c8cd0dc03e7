import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseWindowState, type WindowState } from './window-state.ts';
import type { Rectangle } from 'electron';

// Stores the window's bounds in one small file. Losing it costs nothing, so failures are never shown.
export interface WindowStateFile {
  read(): WindowState | null;
  write(state: WindowState): void;
}

/**
 * Synchronous, because the last write happens while the window closes. Written aside and renamed: old or new,
 * never half.
 */
export function createWindowStateFile(path: string): WindowStateFile {
  const draft = `${path}.new`;
  return {
    read() {
      try {
        // Of a program that was killed.
        rmSync(draft, { force: true });
        return parseWindowState(readFileSync(path, 'utf8'));
      } catch {
        return null;
      }
    },
    write(state) {
      try {
        writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
        renameSync(draft, path);
      } catch {
        // The next window opens in the middle of the screen.
      }
    },
  };
}

// Delay after the last change until the state is written, in ms.
export const writeDelayMs = 1_000;

export interface PersistedWindow {
  on(event: 'close' | 'resize' | 'move' | 'maximize' | 'unmaximize', listener: () => void): unknown;
  isDestroyed(): boolean;
  isMinimized(): boolean;
  isMaximized(): boolean;
  getNormalBounds(): Rectangle;
}

// `isShown` is false while the window is still hidden.
export interface PersistOptions {
  readonly file: WindowStateFile;
  readonly isShown: () => boolean;
  readonly after: (ms: number, act: () => void) => () => void;
}

// Writes a window's bounds when it closes, and shortly after each change, because a killed program closes
// nothing. Before the window is shown its state is not what the user left, so it is not written,
// and a minimized window no longer knows that it was maximized. Returns a function that writes at once.
export function persistWindowState(
  window: PersistedWindow,
  { file, isShown, after }: PersistOptions,
): () => void {
  let cancel = (): void => undefined;
  const write = (): void => {
    cancel();
    if (window.isDestroyed() || !isShown() || window.isMinimized()) return;
    file.write({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const changed = (): void => {
    cancel();
    cancel = after(writeDelayMs, write);
  };
  for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) window.on(event, changed);
  window.on('close', write);
  return write;
}
