import type { Session, WebContents } from 'electron';
import { urlOrigin, type AppSource } from './app-origin.ts';

/** The part of a session that holds the permission handlers. */
export type GuardedSession = Pick<
  Session,
  | 'on'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setBluetoothPairingHandler'
>;

/** Everything that the window may ask the system for: writing text to the clipboard. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Whether a permission is given to a page of this origin (row E-3). */
export function isPermissionAllowed(permission: string, origin: string, source: AppSource): boolean {
  return allowed.has(permission) && urlOrigin(origin) === source.origin;
}

/**
 * Refuses every permission but the allowed ones, both when a page asks and when Chromium checks (row E-3): devices,
 * screens and pairing have handlers of their own and always refuse.
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

/**
 * Cancels every download but what the studio's own page made itself: those are its exports, and Electron asks where they
 * go. Nothing is fetched from anywhere (row E-13).
 */
export function refuseDownloads(
  session: GuardedSession,
  source: AppSource,
  onRefused: (what: string) => void,
): void {
  session.on('will-download', (event, item) => {
    if (item.getURL().startsWith(`blob:${source.origin}/`)) return;
    event.preventDefault();
    onRefused('A download was refused.');
  });
}

function urlOf(contents: Pick<WebContents, 'getURL'>): string {
  return contents.getURL();
}
