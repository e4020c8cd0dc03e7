import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builderConfig } from '../../../../packaging/electron-builder.mjs';
import { inRoot } from '../../paths.mjs';
import { ensureBuilder, runBuilder } from '../builder.mjs';
import { writeFakeElectron } from '../fake-electron.mjs';
import { stage } from '../stage.mjs';
import { checkBoot } from './boot.mjs';
import { checkDemoServer } from './demo-server.mjs';
import { appArmorFaults, desktopEntryFaults, differencesOf } from './findings.mjs';
import { filesIn, inspectProgram } from './inspect.mjs';
import { checkPapers } from './papers.mjs';
import { recordedCalls, writeStandInTools } from './stand-in-tools.mjs';

/** @typedef {import('./inspect.mjs').Finding} Finding */

/**
 * Packs the built studio with a stand-in for Electron and proves what the package has. Needs neither Electron nor the network, but to
 * install electron-builder once.
 * @param {{ say: (line: string) => void }} options
 * @returns {Promise<{ findings: Finding[], skipped: string[] }>}
 */
export async function checkPackage({ say }) {
  const folder = inRoot('.cache', 'package-check');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await ensureBuilder({ say });
  const electronVersion = versionOfElectron();
  writeFakeElectron(join(folder, 'electron'), electronVersion);

  const pack = async (/** @type {string} */ name) => {
    const here = join(folder, name);
    const { app, beside } = await stage(join(here, 'staged'));
    const output = join(here, 'packages');
    const tools = join(here, 'tools');
    await runBuilder({
      app,
      config: builderConfig({
        output,
        beside,
        electronVersion,
        electronDist: join(folder, 'electron'),
        env: {},
      }),
      targets: ['--linux', 'dir', 'deb', 'rpm', 'AppImage', '--x64'],
      env: writeStandInTools(tools),
    });
    return { unpacked: join(output, 'linux-unpacked'), tools };
  };
  const [first, second] = await Promise.all([pack('first'), pack('second')]);
  const resources = join(first.unpacked, 'resources');
  const program = join(first.unpacked, 'remote-graph-studio');
  const one = filesIn(first.unpacked);

  const findings = [
    ...(await inspectProgram({ resources, program })),
    {
      name: 'two builds are equal byte for byte',
      faults: differencesOf(one, filesIn(second.unpacked)),
      note: `${one.size} files`,
    },
    ...checkSystemPackages(recordedCalls(first.tools)),
    ...(await checkPapers(electronVersion)),
    await checkDemoServer(join(resources, 'resources')),
    await checkBoot(first.unpacked, { say }),
  ];
  return { findings, skipped };
}

/** What this check cannot show, and why. */
const skipped = [
  'real Electron: the program was packed around a stand-in, and the test double ran it',
  'dmg, NSIS and zip: their tools and a signed program exist on macOS and Windows only; the workflow builds them there',
  'the archives of deb, rpm, AppImage and tar.gz: electron-builder fetches their tools; stand-ins recorded what they were to pack',
  'ASAR integrity at work: Electron checks it on macOS and Windows; here every file was compared with its hash in the archive',
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
