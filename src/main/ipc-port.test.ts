import { EventEmitter } from 'node:events';
import { fc } from '../testing/fast-check.ts';
import { scaled } from '../testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { exposePreloadApi } from '../preload/expose-preload-api.ts';
import { maxMessageLength } from '../shared/rpc/messages.ts';
import type { Port } from '../shared/rpc/port.ts';
import { toHostChannel, type PreloadApi } from '../shared/preload-api.ts';
import { portSuite, type PortPair } from '../testing/port-suite.ts';
import { builtSource } from './window/app-origin.ts';
import { createIpcMainPort, type PortEvent } from './ipc-port.ts';

const mainFrame: PortEvent = { senderFrame: { origin: 'app://studio', parent: null } };

/** Web contents and the preload's half of Electron as one asynchronous pipe. */
class FakeContents extends EventEmitter {
  readonly ipc = new EventEmitter();
  readonly renderer = new EventEmitter();
  destroyed = false;

  isDestroyed(): boolean {
    return this.destroyed;
  }

  send(channel: string, message: string | Uint8Array): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    const clone = structuredClone(message);
    queueMicrotask(() => this.renderer.emit(channel, {}, clone));
  }

  receive(event: PortEvent, ...args: unknown[]): void {
    queueMicrotask(() => this.ipc.emit(toHostChannel, event, ...args));
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('destroyed');
  }
}

function connectPage(contents: FakeContents): Port {
  let bridge: PreloadApi | null = null;
  exposePreloadApi({
    contextBridge: { exposeInMainWorld: (_name, api: PreloadApi) => (bridge = api) },
    ipcRenderer: Object.assign(contents.renderer, {
      send: (_channel: string, ...args: unknown[]) => contents.receive(mainFrame, ...args),
    }) as unknown as Parameters<typeof exposePreloadApi>[0]['ipcRenderer'],
  });
  const studio = bridge as PreloadApi | null;
  if (!studio) throw new Error('The preload exposed nothing.');
  const closed = new Set<() => void>();
  contents.once('destroyed', () => closed.forEach((listener) => listener()));
  return {
    send: (message) => !contents.destroyed && studio.send(String(message)),
    onMessage: (listener) => studio.onMessage(listener),
    onClose(listener) {
      if (contents.destroyed) listener();
      else closed.add(listener);
      return () => closed.delete(listener);
    },
    close: () => contents.destroy(),
  };
}

function createPair(): PortPair {
  const contents = new FakeContents();
  const host = createIpcMainPort(contents, builtSource, () => undefined);
  // In Electron a port ends with its window; closing either end of this pair is closing the window.
  host.onClose(() => contents.destroy());
  return [connectPage(contents), host];
}

portSuite('Electron IPC', createPair);

describe('the sender of a message', () => {
  const listen = () => {
    const contents = new FakeContents();
    const refused: string[] = [];
    const taken: unknown[] = [];
    createIpcMainPort(contents, builtSource, (what) => refused.push(what)).onMessage((text) =>
      taken.push(text),
    );
    return { contents, refused, taken };
  };

  it.each<[string, PortEvent]>([
    ['a frame that is gone', { senderFrame: null }],
    ['a frame inside the page', { senderFrame: { origin: 'app://studio', parent: {} as never } }],
    ['an opaque origin', { senderFrame: { origin: 'null', parent: null } }],
    ['about:blank', { senderFrame: { origin: '', parent: null } }],
    ['another host of our scheme', { senderFrame: { origin: 'app://studio.evil', parent: null } }],
    ['a longer origin', { senderFrame: { origin: 'app://studio/', parent: null } }],
    ['a web page', { senderFrame: { origin: 'https://studio', parent: null } }],
    ['a file', { senderFrame: { origin: 'file://', parent: null } }],
  ])('%s is refused', (_name, event) => {
    const { contents, refused, taken } = listen();
    contents.ipc.emit(toHostChannel, event, 'text');
    expect(taken).toEqual([]);
    expect(refused).toHaveLength(1);
  });

  it('messages of this window’s page are accepted', () => {
    const { contents, refused, taken } = listen();
    contents.ipc.emit(toHostChannel, mainFrame, 'text');
    expect(taken).toEqual(['text']);
    expect(refused).toEqual([]);
  });

  it('messages of another window are ignored: the port listens to its own web contents only', () => {
    const { taken } = listen();
    const other = new FakeContents();
    other.ipc.emit(toHostChannel, mainFrame, 'text');
    expect(taken).toEqual([]);
  });

  it('random messages are rejected unless they are one text within the limit', () => {
    const { contents, refused, taken } = listen();
    const wrong = fc
      .array(fc.anything(), { maxLength: 3 })
      .filter((args) => !(args.length === 1 && typeof args[0] === 'string'));
    fc.assert(
      fc.property(wrong, (args) => {
        contents.ipc.emit(toHostChannel, mainFrame, ...args);
      }),
      { numRuns: scaled(1_000) },
    );
    contents.ipc.emit(toHostChannel, mainFrame, 'x'.repeat(maxMessageLength + 1));
    expect(taken).toEqual([]);
    expect(refused).toHaveLength(scaled(1_000) + 1);
  });

  it('nothing is received or sent after the window is closed', () => {
    const { contents, taken } = listen();
    contents.destroy();
    contents.ipc.emit(toHostChannel, mainFrame, 'text');
    expect(taken).toEqual([]);
    expect(contents.ipc.listenerCount(toHostChannel)).toBe(0);
  });
});
