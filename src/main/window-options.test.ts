import { expect, it } from 'vitest';
import { lockedPreferences } from './web-preferences.ts';
import { windowOptions } from './window-options.ts';

const look = {
  title: 'Studio',
  preload: '/build/preload/index.cjs',
  state: { bounds: { x: 10, y: 20, width: 1200, height: 800 }, maximized: false },
  dark: true,
};

it('E-2: a window gets exactly the locked table and its preload', () => {
  expect(windowOptions(look).webPreferences).toEqual({
    allowRunningInsecureContent: false,
    contextIsolation: true,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    plugins: false,
    preload: '/build/preload/index.cjs',
    safeDialogs: true,
    sandbox: true,
    spellcheck: false,
    webSecurity: true,
    webviewTag: false,
  });
});

it('E-2: the table can’t be changed while the program runs', () => {
  expect(Object.isFrozen(lockedPreferences)).toBe(true);
});

it('opens hidden, where it was, on the ground colour of its theme', () => {
  expect(windowOptions(look)).toMatchObject({ x: 10, y: 20, width: 1200, height: 800, show: false });
  expect(windowOptions({ ...look, dark: false }).backgroundColor).not.toBe(
    windowOptions(look).backgroundColor,
  );
});
