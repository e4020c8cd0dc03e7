import { expect, it } from 'vitest';
import { resolvePaths } from './paths.ts';

const facts = {
  here: '/studio/out/main',
  packaged: false,
  resourcesPath: '/electron/resources',
  userData: '/home/me/.config/RemoteGraph Studio',
  chosenData: undefined,
};

it('keeps the studio’s files beside Chromium’s profile, in a folder of their own', () => {
  expect(resolvePaths(facts)).toEqual({
    profile: '/home/me/.config/RemoteGraph Studio',
    data: '/home/me/.config/RemoteGraph Studio/studio',
    resources: '/studio/resources',
    demoServer: '/studio/out/demo-server',
    renderer: '/studio/out/renderer',
    preload: '/studio/out/preload/index.cjs',
    manifest: '/studio/package.json',
  });
});

it('keeps everything in the chosen folder', () => {
  expect(resolvePaths({ ...facts, chosenData: '/data' })).toMatchObject({
    profile: '/data/electron',
    data: '/data',
  });
});

it('takes the packaged program’s resources and demo server', () => {
  expect(resolvePaths({ ...facts, packaged: true })).toMatchObject({
    resources: '/electron/resources/resources',
    demoServer: '/electron/resources/resources/demo-server',
  });
});
