import type { Session, WebContents } from 'electron';
import { urlOrigin, type AppSource } from './app-origin.ts';

export type GuardedSession = Pick<
  Session,
  | 'on'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setBluetoothPairingHandler'
>;

// The only permission of the window: writing text to the clipboard.
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

export function isPermissionAllowed(permission: string, origin: string, source: AppSource): boolean {
  return allowed.has(permission) && urlOrigin(origin) === source.origin;
}

/**
 * Denies all permissions but the allowed ones, both on request and on Chromium's checks; devices,
 * screens and pairing have their own handlers, which always refuse.
 */
export function guardPermissions(session: GuardedSession, source: AppSource): void {
  session.setPermissionRequestHandler((contents, permission, callback) => {
    callback(isPermissionAllowed(permission, urlOf(contents), source));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isPermissionAllowed(permission, origin, source),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
}

export interface DownloadListeners {
  readonly onRefused: (what: string) => void;
  readonly onFailed: (fileName: string) => void;
}

/**
 * Cancels every download except the page's own exports, for which Electron asks where to save. Nothing is
 * fetched from anywhere. `onFailed`: an export was not written; the page is not told.
 */
export function guardDownloads(
  session: GuardedSession,
  source: AppSource,
  { onRefused, onFailed }: DownloadListeners,
): void {
  session.on('will-download', (event, item) => {
    if (item.getURL().startsWith(`blob:${source.origin}/`)) {
      item.once('done', (_event, state) => {
        if (state === 'interrupted') onFailed(item.getFilename());
      });
      return;
    }
    event.preventDefault();
    onRefused('A download was refused.');
  });
}

function urlOf(contents: Pick<WebContents, 'getURL'>): string {
  return contents.getURL();
}
