import { rm } from 'node:fs/promises';

/** Removes a studio's data folder. On a busy machine its Chromium still writes there for a moment after its end. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
