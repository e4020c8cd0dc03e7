import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { toHostChannel, toWindowChannel, type PreloadApi } from '../shared/preload-api.ts';
import { exposePreloadApi, type ElectronPreloadModules } from './expose-preload-api.ts';

function expose() {
  const exposed = new Map<string, unknown>();
  const sent: unknown[][] = [];
  const renderer = Object.assign(new EventEmitter(), { send: (...args: unknown[]) => sent.push(args) });
  exposePreloadApi({
    contextBridge: { exposeInMainWorld: (name, api) => exposed.set(name, api) },
    ipcRenderer: renderer as unknown as ElectronPreloadModules['ipcRenderer'],
  });
  return { exposed, sent, renderer, studio: exposed.get('studio') as PreloadApi };
}

it('the window gets one frozen object with two functions, and nothing of Electron', () => {
  const { exposed, studio, renderer } = expose();
  expect([...exposed.keys()]).toEqual(['studio']);
  expect(Object.isFrozen(studio)).toBe(true);
  expect(Reflect.ownKeys(studio)).toEqual(['send', 'onMessage']);
  expect(Object.values(studio).map((value) => typeof value)).toEqual(['function', 'function']);
  expect(Object.values(studio)).not.toContain(renderer.send);
  expect(Object.values(studio)).not.toContain(renderer.on);
});

it('the channels are fixed and only texts pass', () => {
  const { sent, studio } = expose();
  studio.send('a text');
  Reflect.apply(studio.send, studio, [{ toString: () => 'made a text' }, 'more']);
  expect(sent).toEqual([
    [toHostChannel, 'a text'],
    [toHostChannel, 'made a text'],
  ]);
});

it('a listener gets texts and bytes alone, never the event, until it is undone', () => {
  const { renderer, studio } = expose();
  const got: unknown[][] = [];
  const unsubscribe = studio.onMessage((...args: unknown[]) => got.push(args));
  renderer.emit(toWindowChannel, { sender: renderer }, 'one', 'more');
  renderer.emit(toWindowChannel, { sender: renderer }, Uint8Array.of(1, 2));
  renderer.emit(toWindowChannel, { sender: renderer }, { toString: () => 'made a text' });
  unsubscribe();
  renderer.emit(toWindowChannel, { sender: renderer }, 'two');
  expect(got).toEqual([['one'], [Uint8Array.of(1, 2)], ['made a text']]);
  expect(renderer.listenerCount(toWindowChannel)).toBe(0);
});
