import { FuseV1Options } from '@electron/fuses';
import { expect, it } from 'vitest';
import { fuses } from './fuses.ts';

it('E-16: packaging flips every fuse that Electron has, to this table', () => {
  const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  expect(Object.keys(fuses).toSorted()).toEqual(known.toSorted());
  expect(fuses).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
  });
  expect(Object.isFrozen(fuses)).toBe(true);
});
