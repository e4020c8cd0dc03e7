import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { builtSource } from './app-origin.ts';
import { guardPermissions, isPermissionAllowed, guardDownloads, type GuardedSession } from './permissions.ts';

type Handlers = {
  request?: Parameters<GuardedSession['setPermissionRequestHandler']>[0];
  check?: Parameters<GuardedSession['setPermissionCheckHandler']>[0];
  device?: Parameters<GuardedSession['setDevicePermissionHandler']>[0];
  display?: Parameters<GuardedSession['setDisplayMediaRequestHandler']>[0];
  pairing?: Parameters<GuardedSession['setBluetoothPairingHandler']>[0];
};

class FakeSession extends EventEmitter {
  readonly handlers: Handlers = {};
  setPermissionRequestHandler = (handler: Handlers['request']): void =>
    void (this.handlers.request = handler);
  setPermissionCheckHandler = (handler: Handlers['check']): void => void (this.handlers.check = handler);
  setDevicePermissionHandler = (handler: Handlers['device']): void => void (this.handlers.device = handler);
  setDisplayMediaRequestHandler = (handler: Handlers['display']): void =>
    void (this.handlers.display = handler);
  setBluetoothPairingHandler = (handler: Handlers['pairing']): void => void (this.handlers.pairing = handler);
}

const refused = [
  'media',
  'geolocation',
  'notifications',
  'clipboard-read',
  'display-capture',
  'midi',
  'midiSysex',
  'pointerLock',
  'fullscreen',
  'openExternal',
  'fileSystem',
  'hid',
  'serial',
  'usb',
  'idle-detection',
  'unknown',
] as const;

function guarded() {
  const session = new FakeSession();
  guardPermissions(session as unknown as GuardedSession, builtSource);
  return { session, handlers: session.handlers };
}

/** Calls a handler with the members that it reads of Electron's objects. */
const call = (handler: unknown, ...args: unknown[]): unknown =>
  typeof handler === 'function' ? Reflect.apply(handler, undefined, args) : undefined;

describe('permissions', () => {
  it.each(refused)('%s is denied on request and on check', (permission) => {
    const { handlers } = guarded();
    const answers: unknown[] = [];
    const contents = { getURL: () => 'app://studio/' };
    call(handlers.request, contents, permission, (granted: boolean) => answers.push(granted), {});
    expect(answers).toEqual([false]);
    expect(call(handlers.check, contents, permission, 'app://studio', {})).toBe(false);
  });

  it('only writing to the clipboard is allowed, for the studio’s own page', () => {
    const { handlers } = guarded();
    const answers: unknown[] = [];
    const answer = (granted: boolean): unknown => answers.push(granted);
    call(handlers.request, { getURL: () => 'app://studio/' }, 'clipboard-sanitized-write', answer, {});
    call(
      handlers.request,
      { getURL: () => 'https://evil.example/' },
      'clipboard-sanitized-write',
      answer,
      {},
    );
    expect(answers).toEqual([true, false]);
    expect(isPermissionAllowed('clipboard-sanitized-write', 'app://studio/', builtSource)).toBe(true);
    expect(call(handlers.check, null, 'clipboard-sanitized-write', 'https://evil.example', {})).toBe(false);
  });

  it('devices, screens and pairing are refused', () => {
    const { handlers } = guarded();
    expect(call(handlers.device, { deviceType: 'usb' })).toBe(false);
    const streams: unknown[] = [];
    call(handlers.display, {}, (answer: unknown) => streams.push(answer));
    const pairs: unknown[] = [];
    call(handlers.pairing, {}, (answer: unknown) => pairs.push(answer));
    expect(streams).toEqual([null]);
    expect(pairs).toEqual([{ confirmed: false }]);
  });
});

it.each([
  ['what a page offers from anywhere', 'https://evil.example/x.exe', true],
  ['what another origin made', 'blob:https://evil.example/1', true],
  ['a file of the studio itself', 'app://studio/index.html', true],
  ['what only begins like the studio', 'blob:app://studio.evil/1', true],
  ["the studio's own exports, which are asked about", 'blob:app://studio/1', false],
])('of downloads, %s', (_, url, isRefused) => {
  const session = new FakeSession();
  const logged: string[] = [];
  const onRefused = (what: string): unknown => logged.push(what);
  guardDownloads(session as unknown as GuardedSession, builtSource, { onRefused, onFailed: onRefused });
  let prevented = false;
  const item = Object.assign(new EventEmitter(), { getURL: () => url });
  session.emit('will-download', { preventDefault: () => (prevented = true) }, item);
  expect(prevented).toBe(isRefused);
  expect(logged).toHaveLength(isRefused ? 1 : 0);
});

it.each([
  ['completed', []],
  ['cancelled', []],
  ['interrupted', ['writer.json']],
])('an export that was %s is reported if it was not written', (state, expected) => {
  const session = new FakeSession();
  const failed: string[] = [];
  guardDownloads(session as unknown as GuardedSession, builtSource, {
    onRefused: () => undefined,
    onFailed: (fileName) => failed.push(fileName),
  });
  const item = Object.assign(new EventEmitter(), {
    getURL: () => 'blob:app://studio/1',
    getFilename: () => 'writer.json',
  });
  session.emit('will-download', {}, item);
  item.emit('done', {}, state);
  expect(failed).toEqual(expected);
});
