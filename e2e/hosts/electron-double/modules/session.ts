import { EventEmitter } from 'node:events';
import type { Session as ElectronSession } from 'electron';
import { fromChromium, originFromChromium, toChromium } from '../chromium/addresses.ts';
import { createEvent } from './preventable-event.ts';
import { faults } from '../faults.ts';
import { browserTarget } from '../shared-state.ts';
import { notImplemented, refuseUnknown } from '../refuse-unknown.ts';

type CheckHandler = NonNullable<Parameters<ElectronSession['setPermissionCheckHandler']>[0]>;
type CheckedPermission = Parameters<CheckHandler>[1];

/** Permissions that Chromium can be configured with, by web name, and Electron's name for them. */
const permissions: Readonly<Record<string, CheckedPermission>> = {
  camera: 'media',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
  geolocation: 'geolocation',
  'idle-detection': 'idle-detection',
  'local-fonts': 'local-fonts',
  microphone: 'media',
  midi: 'midi',
  notifications: 'notifications',
  'persistent-storage': 'persistent-storage',
  'screen-wake-lock': 'screen-wake-lock',
  'window-management': 'window-management',
};

type Implemented =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setBluetoothPairingHandler';

/**
 * The default session. Handlers that Chromium can't be made to call are stored by name, so that specs can
 * call them.
 */
class Session extends EventEmitter implements Pick<ElectronSession, Implemented> {
  readonly handlers = new Map<string, unknown>();
  #check: CheckHandler | null = null;

  setPermissionRequestHandler(handler: unknown): void {
    this.handlers.set('permission-request', handler);
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.handlers.set('permission-check', handler);
    this.#check = handler;
  }

  setDevicePermissionHandler(handler: unknown): void {
    this.handlers.set('device', handler);
  }

  setDisplayMediaRequestHandler(handler: unknown): void {
    this.handlers.set('display-media', handler);
  }

  setBluetoothPairingHandler(handler: unknown): void {
    this.handlers.set('bluetooth-pairing', handler);
  }

  /** Machines that run the double have no proxy; Chromium's settings are not used. */
  async resolveProxy(): Promise<string> {
    return faults.resolveProxy === 'never' ? new Promise(() => undefined) : 'DIRECT';
  }

  /** Passes the result of the check handler to Chromium before the page loads. */
  async applyPermissions(address: string): Promise<void> {
    const { origin } = new URL(toChromium(address));
    const requestOrigin = originFromChromium(origin);
    for (const [name, permission] of Object.entries(permissions)) {
      const granted = this.#check?.(null, permission, requestOrigin, {
        requestingUrl: `${requestOrigin}/`,
        isMainFrame: true,
      });
      const setting = (granted ?? true) ? 'granted' : 'denied';
      await browserTarget().send('Browser.setPermission', { permission: { name }, setting, origin });
    }
  }

  /** Asks the program about every download. Nothing is ever written. */
  async watchDownloads(): Promise<void> {
    browserTarget().on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename }) => {
      const event = createEvent({});
      const item = {
        getURL: () => fromChromium(url),
        getFilename: () => suggestedFilename,
        once: () => undefined,
      };
      this.emit('will-download', event, item);
      if (!event.defaultPrevented) console.error(notImplemented('a download'));
      browserTarget()
        .send('Browser.cancelDownload', { guid })
        .catch(() => undefined);
    });
    await browserTarget().send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  }
}

refuseUnknown('session', Session.prototype);

export const session = refuseUnknown('session', { defaultSession: new Session() });
