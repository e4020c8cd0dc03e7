import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Programs in place of those that electron-builder would fetch, so that what a deb, rpm or AppImage would consist
 * of can be checked where the real tools can't be had. Returns the variables that make electron-builder take them.
 * @param {string} folder @param {string | null} mksquashfs The real one, which is called afterwards.
 */
export function writeStandInTools(folder, mksquashfs) {
  const appImage = join(folder, 'appimage');
  for (const inner of ['calls', 'appimage/runtimes', 'appimage/lib/x64'])
    mkdirSync(join(folder, inner), { recursive: true });
  const write = (/** @type {string} */ path) => {
    const recorder = join(import.meta.dirname, 'record-call.mjs');
    const call = [process.execPath, recorder, path.split('/').at(-1), join(folder, 'calls')];
    writeFileSync(path, `#!/bin/sh\nexec ${call.map((word) => `'${word}'`).join(' ')} "$@"\n`);
    chmodSync(path, 0o755);
  };
  write(join(folder, 'fpm'));
  write(join(appImage, 'mksquashfs'));
  write(join(appImage, 'desktop-file-validate'));
  writeFileSync(join(appImage, 'runtimes', 'runtime-x64'), '');
  return {
    CUSTOM_FPM_PATH: join(folder, 'fpm'),
    APPIMAGE_TOOLS_PATH: appImage,
    ...(mksquashfs === null ? {} : { RECORDED_MKSQUASHFS: mksquashfs }),
  };
}

/**
 * A call of fpm, with what it was to put into the package beside the program.
 * @typedef {object} FpmCall
 * @property {string} target `deb` or `rpm`.
 * @property {string[]} args
 * @property {Record<string, string>} texts `--after-install`, `--after-remove`, `desktop`, `apparmor-profile`.
 */

/** What the stand-ins were called with. @param {string} folder @returns {{ fpm: FpmCall[], appImages: string[] }} */
export function recordedCalls(folder) {
  const calls = join(folder, 'calls');
  const read = (/** @type {string} */ kind) =>
    readdirSync(calls)
      .filter((name) => name.startsWith(kind))
      .map((name) => readFileSync(join(calls, name), 'utf8'));
  return { fpm: read('fpm-').map((text) => JSON.parse(text)), appImages: read('appimage-') };
}
