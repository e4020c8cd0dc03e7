import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseWindowState, type WindowState } from './window/window-state.ts';

/** Keeps the window's place in one small file. Losing it costs nothing, so no failure here is ever shown. */
export interface WindowStateFile {
  read(): WindowState | null;
  write(state: WindowState): void;
}

/** Synchronous, because the last write happens while the window closes. Written aside and renamed: old or new, never half. */
export function createWindowStateFile(path: string): WindowStateFile {
  return {
    read() {
      try {
        return parseWindowState(readFileSync(path, 'utf8'));
      } catch {
        return null;
      }
    },
    write(state) {
      const draft = `${path}.new`;
      try {
        writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
        renameSync(draft, path);
      } catch {
        // The window opens in the middle of the screen next time.
      }
    },
  };
}
