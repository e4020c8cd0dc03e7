import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { linuxProgram } from '../../../../packaging/linux-launcher.mjs';
import { builderConfig } from '../../../../packaging/electron-builder.mjs';
import { build } from '../../build.mjs';
import { inRoot } from '../../paths.mjs';
import { ensureBuilder, runBuilder } from '../builder.mjs';
import { writeFakeElectron } from '../fake-electron.mjs';
import { stage } from '../stage.mjs';
import { checkBoot } from './boot.mjs';
import { checkDemoServer } from './demo-server.mjs';
import { appArmorFaults, desktopEntryFaults, differencesOf } from './findings.mjs';
import { filesIn, inspectProgram } from './inspect.mjs';
import { checkOtherSystems } from './other-systems.mjs';
import { checkLegalDocuments } from './legal-documents.mjs';
import { checkArchives, systemTools } from './real-archives.mjs';
import { recordedCalls, writeStandInTools } from './stand-in-tools.mjs';

/** @typedef {import('./inspect.mjs').Finding} Finding */

/**
 * Packs the built studio with a stand-in for Electron and proves what the package has. Needs neither Electron nor
 * the network, but to install electron-builder once.
 * @param {{ rebuild: boolean, log: (line: string) => void }} options `rebuild`: builds the studio again between the two packages.
 * @returns {Promise<{ findings: Finding[], skipped: string[] }>}
 */
export async function checkPackage({ rebuild, log }) {
  const folder = inRoot('.cache', 'package-check');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await ensureBuilder({ log });
  const electronVersion = versionOfElectron();
  writeFakeElectron(join(folder, 'electron'), electronVersion);

  const tools = systemTools();
  const pack = async (/** @type {string} */ name, /** @type {Partial<typeof tools>} */ real) => {
    const here = join(folder, name);
    const { app, beside } = stage(join(here, 'staged'));
    const output = join(here, 'packages');
    const standIns = join(here, 'tools');
    await runBuilder({
      app,
      config: builderConfig({
        output,
        beside,
        electronVersion,
        electronDist: join(folder, 'electron'),
        env: {},
      }),
      targets: ['--linux', 'dir', 'deb', 'rpm', 'AppImage', ...(real.sevenZip ? ['tar.gz'] : []), '--x64'],
      env: {
        ...writeStandInTools(standIns, real.mksquashfs ?? null),
        ...(real.sevenZip ? { ELECTRON_BUILDER_7ZIP_PATH: real.sevenZip } : {}),
      },
    });
    return { staged: { app, beside }, output, unpacked: join(output, 'linux-unpacked'), standIns };
  };
  const packing = pack('first', tools);
  if (rebuild) {
    await packing;
    const { ok, output } = await build({ force: true, log });
    if (!ok) throw new Error(output);
  }
  const [first, second] = await Promise.all([packing, pack('second', {})]);
  const resources = join(first.unpacked, 'resources');
  const program = join(first.unpacked, linuxProgram('remote-graph-studio'));
  const one = filesIn(first.unpacked);

  const findings = [
    ...(await inspectProgram({ resources, program })),
    {
      name: `two ${rebuild ? 'builds' : 'packages of one build'} are equal byte for byte`,
      faults: differencesOf(one, filesIn(second.unpacked)),
      note: `${one.size} files`,
    },
    ...checkSystemPackages(recordedCalls(first.standIns)),
    ...checkArchives(first.output, tools),
    ...(await checkOtherSystems({
      folder,
      electronVersion,
      staged: first.staged,
      linuxResources: resources,
    })),
    ...(await checkLegalDocuments(electronVersion)),
    await checkDemoServer(join(resources, 'resources', 'demo-server')),
    await checkBoot(first.unpacked, { log }),
  ];
  return { findings, skipped: [...missingTools(tools), ...never] };
}

/** @param {ReturnType<typeof systemTools>} tools */
const missingTools = ({ sevenZip, mksquashfs }) => [
  ...(sevenZip === null ? ['the tar.gz: this machine has no 7zz'] : []),
  ...(mksquashfs === null ? ['the file system of the AppImage: this machine has no mksquashfs'] : []),
];

/** What this check cannot show anywhere, and why. */
const never = [
  'real Electron: the program was packed around a stand-in, and the test double ran it',
  'dmg, NSIS and zip, signatures: their tools exist on macOS and Windows; the workflow builds them there',
  'the files of deb and rpm: electron-builder fetches fpm; a stand-in recorded what it was to pack',
  'ASAR integrity at work: only Electron itself compares the hashes that were found in the programs',
];

/**
 * What the packages of Linux systems bring beside the program.
 * @param {ReturnType<typeof recordedCalls>} calls
 * @returns {Finding[]}
 */
function checkSystemPackages({ fpm, appImages }) {
  const entries = [...appImages, ...fpm.map(({ texts }) => texts['desktop'] ?? '')];
  const deb = fpm.find(({ target }) => target === 'deb');
  const icons = deb?.args.filter((word) => word.includes('=/usr/share/icons/')) ?? [];
  return [
    {
      name: 'the menu entries of deb, rpm and AppImage start the program with its sandbox and hand on links',
      faults: [
        ...entries.flatMap(desktopEntryFaults),
        ...(entries.length === 3 ? [] : [`There are ${entries.length} entries instead of 3.`]),
      ],
      note: `${entries.length} entries`,
    },
    {
      name: 'the deb brings and installs an AppArmor profile, and icons in all sizes',
      faults: [
        ...appArmorFaults({
          profile: deb?.texts['apparmor-profile'] ?? null,
          afterInstall: deb?.texts['--after-install'] ?? '',
          afterRemove: deb?.texts['--after-remove'] ?? '',
          program: '/opt/RemoteGraph Studio/remote-graph-studio',
        }),
        ...(icons.length >= 9 ? [] : [`There are ${icons.length} icons instead of 9.`]),
      ],
      note: `${icons.length} icons`,
    },
  ];
}

export function versionOfElectron() {
  const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  return /** @type {string} */ (devDependencies.electron);
}
