import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import afterPack from '../../../packaging/after-pack.mjs';
import { fuses } from '../../../packaging/fuses.mjs';
import { allowInspection } from './check/boot.mjs';
import { writeFakeElectron } from './fake-electron.mjs';

it('packaging flips every fuse that Electron has, to this table', () => {
  const fuseNames = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  expect(Object.keys(fuses).toSorted()).toEqual(fuseNames.toSorted());
  expect(fuses).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: false,
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

/** The states of all fuses of a program, as Electron's wire has them. */
async function wireOf(program: string): Promise<string> {
  const { version: _version, ...wire } = await getCurrentFuseWire(program);
  return Object.values(wire)
    .map((state) => String.fromCharCode(Number(state)))
    .join('');
}

it('the hook of packaging writes them into a program with the wire of Electron', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fuses-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFakeElectron(folder, '45.4.1');
  await afterPack({
    appOutDir: folder,
    electronPlatformName: 'linux',
    packager: { appInfo: { productFilename: 'RemoteGraph Studio' }, executableName: 'electron' },
  });
  const program = join(folder, 'electron-bin');
  expect(await wireOf(program)).toBe(Object.values(fuses).map(Number).join(''));

  // What boots a packed program for a spec changes one of them, in a copy.
  await allowInspection(program);
  const inspected = { ...fuses, EnableNodeCliInspectArguments: true };
  expect(await wireOf(program)).toBe(Object.values(inspected).map(Number).join(''));
});
