import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockedPreferences, windowOptions } from './window-options.ts';

const appearance = {
  title: 'Studio',
  preload: '/build/preload/index.cjs',
  state: { bounds: { x: 10, y: 20, width: 1200, height: 800 }, maximized: false },
  dark: true,
};

it('a window gets exactly the locked table and its preload', () => {
  expect(windowOptions(appearance).webPreferences).toEqual({
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
    v8CacheOptions: 'bypassHeatCheck',
    webSecurity: true,
    webviewTag: false,
  });
});

it('the table can’t be changed while the program runs', () => {
  expect(Object.isFrozen(lockedPreferences)).toBe(true);
});

it('opens hidden, where it was', () => {
  expect(windowOptions(appearance)).toMatchObject({ x: 10, y: 20, width: 1200, height: 800, show: false });
});

it('opens on the ground colour of the page’s theme', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../renderer/ui/tokens.css'), 'utf8');
  const dark = windowOptions(appearance).backgroundColor;
  const light = windowOptions({ ...appearance, dark: false }).backgroundColor;
  expect(tokens).toContain(`--bg-0: light-dark(${light}, ${dark});`);
});
