import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builderConfig } from '../../../../packaging/electron-builder.mjs';
import { headerHash } from '../asar.mjs';
import { requireOfBuilder, runBuilder } from '../builder.mjs';
import { writeFakeMacElectron, writeFakeWindowsElectron } from '../fake-electron.mjs';
import { differencesOf, fuseFaults, integrityFaults } from './findings.mjs';
import { filesIn, readFuses } from './inspect.mjs';

/** @typedef {import('./inspect.mjs').Finding} Finding */

/**
 * Packs for Windows and macOS, as far as that goes on any system: the program is neither signed nor put into an
 * installer. What lies in it must be what lies in the one of Linux.
 * @param {object} options
 * @param {string} options.folder @param {string} options.electronVersion
 * @param {{ app: string, beside: string }} options.staged @param {string} options.linuxResources
 * @returns {Promise<Finding[]>}
 */
export async function checkOtherSystems({ folder, electronVersion, staged, linuxResources }) {
  const expected = filesIn(linuxResources);
  // The deb's alone.
  expected.delete('apparmor-profile');
  const pack = async (
    /** @type {string} */ system,
    /** @type {(folder: string, version: string) => void} */ writeFake,
  ) => {
    const here = join(folder, system);
    const electronDist = join(here, 'electron');
    writeFake(electronDist, electronVersion);
    const output = join(here, 'packages');
    const { app, beside } = staged;
    const config = builderConfig({ output, beside, electronVersion, electronDist, env: {} });
    await runBuilder({ app, config, targets: [`--${system}`, 'dir', '--x64'] });
    return output;
  };
  const [windows, mac] = await Promise.all([
    pack('win', writeFakeWindowsElectron),
    pack('mac', writeFakeMacElectron),
  ]);
  return [
    await checkWindows(join(windows, 'win-unpacked'), expected),
    await checkMac(join(mac, 'mac', 'RemoteGraph Studio.app'), expected),
  ];
}

/** @param {string} folder @param {ReadonlyMap<string, string>} expected @returns {Promise<Finding>} */
async function checkWindows(folder, expected) {
  const program = join(folder, 'RemoteGraph Studio.exe');
  /** @type {typeof import('../resedit.d.mts')} */
  const { NtExecutable, NtExecutableResource } = requireOfBuilder('resedit');
  const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
  const integrity = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
  /** @type {{ file: string, value: string }[]} */
  const stated = integrity ? JSON.parse(Buffer.from(integrity.bin).toString()) : [];
  const icons = entries.filter(({ type }) => type === iconType).length;
  const resources = join(folder, 'resources');
  return {
    name: 'Windows: the same files, the archive’s hash in the program, every fuse, icons',
    faults: [
      ...differencesOf(expected, filesIn(resources)),
      ...fuseFaults(await readFuses(program)),
      ...integrityFaults({
        stated: stated.find(({ file }) => file === 'resources\\app.asar')?.value ?? null,
        actual: headerHash(readFileSync(join(resources, 'app.asar'))),
      }),
      ...(icons === 7 ? [] : [`The program has ${icons} icons instead of 7.`]),
    ],
    note: `${icons} icons`,
  };
}

/** Number of icons in a table of resources. */
const iconType = 3;

/** @param {string} app @param {ReadonlyMap<string, string>} expected @returns {Promise<Finding>} */
async function checkMac(app, expected) {
  const resources = join(app, 'Contents', 'Resources');
  const info = readFileSync(join(app, 'Contents', 'Info.plist'), 'utf8');
  const actual = filesIn(resources);
  const hasIcon = actual.delete('icon.icns');
  return {
    name: 'macOS: the same files, the archive’s hash in the program, every fuse, icon, links',
    faults: [
      ...differencesOf(expected, actual),
      ...fuseFaults(await readFuses(app)),
      ...integrityFaults({
        stated:
          /<key>Resources\/app\.asar<\/key>\s*<dict>[^]*?<key>hash<\/key>\s*<string>(\w+)</.exec(info)?.[1] ??
          null,
        actual: headerHash(readFileSync(join(resources, 'app.asar'))),
      }),
      ...(hasIcon ? [] : ['It has no icon.']),
      ...(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>remotegraph</.test(info)
        ? []
        : ['It does not register remotegraph: links.']),
    ],
    note: '',
  };
}
