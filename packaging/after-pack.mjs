// Called by electron-builder when a program lies there unpacked and unsigned: flips its fuses, which
// electron-builder could do itself, with a version of @electron/fuses that does not know all of them.
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuses } from './fuses.mjs';
import { linuxLauncher, linuxProgram } from './linux-launcher.mjs';

/** @param {import('./electron-builder.mjs').AfterPackContext} context */
export default async function afterPack({ appOutDir, electronPlatformName, packager }) {
  // Electron's own program, which shows how to start one. Where Electron is unpacked already, electron-builder
  // leaves it.
  rmSync(join(appOutDir, 'resources', 'default_app.asar'), { force: true });
  const { productFilename } = packager.appInfo;
  const program = {
    darwin: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
    linux: packager.executableName ?? productFilename,
  }[electronPlatformName];
  if (program === undefined) throw new Error(`No program is known for ${electronPlatformName}.`);
  const wire = Object.fromEntries(
    Object.entries(fuses).map(([name, state]) => [
      FuseV1Options[/** @type {keyof typeof fuses} */ (name)],
      state,
    ]),
  );
  await flipFuses(join(appOutDir, program), {
    version: FuseVersion.V1,
    // A fuse that a new Electron brings stops the build instead of staying as it came.
    strictlyRequireAllFuses: true,
    // A changed program must be signed again to start on Apple's processors. Signing for release replaces this.
    resetAdHocDarwinSignature: electronPlatformName === 'darwin' && process.platform === 'darwin',
    .../** @type {Record<FuseV1Options, boolean>} */ (wire),
  });
  if (electronPlatformName === 'linux') {
    renameSync(join(appOutDir, program), join(appOutDir, linuxProgram(program)));
    writeFileSync(join(appOutDir, program), linuxLauncher(linuxProgram(program)), { mode: 0o755 });
  }
}
