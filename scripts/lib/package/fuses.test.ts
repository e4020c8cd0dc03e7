import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import afterPack from '../../../packaging/after-pack.mjs';
import { fuses } from '../../../packaging/fuses.mjs';
import { writeFakeElectron } from './fake-electron.mjs';

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
    WasmTrapHandlers: true,
  });
  expect(Object.isFrozen(fuses)).toBe(true);
});

it('E-16: the hook of packaging writes them into a program with the wire of Electron', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fuses-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFakeElectron(folder, '45.4.1');
  await afterPack({
    appOutDir: folder,
    electronPlatformName: 'linux',
    packager: { appInfo: { productFilename: 'RemoteGraph Studio' }, executableName: 'electron' },
  });
  const { version: _version, ...wire } = await getCurrentFuseWire(join(folder, 'electron'));
  const states = Object.values(wire).map((state) => String.fromCharCode(Number(state)));
  expect(states.join('')).toBe(Object.values(fuses).map(Number).join(''));
});
