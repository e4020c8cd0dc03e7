import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linuxProgram } from '../../../packaging/linux-launcher.mjs';
import { builderConfig } from '../../../packaging/electron-builder.mjs';
import { ensureElectron } from '../electron.mjs';
import { inRoot } from '../paths.mjs';
import { sha256 } from './asar.mjs';
import { ensureBuilder, runBuilder } from './builder.mjs';
import { versionOfElectron } from './check/check.mjs';
import { inspectProgram } from './check/inspect.mjs';
import { createSbom } from './sbom.mjs';
import { stage, unknownHomepage } from './stage.mjs';

/** How electron-builder calls the systems that Node names otherwise. @type {Partial<Record<NodeJS.Platform, string>>} */
const systems = { darwin: 'mac', win32: 'win' };

/**
 * Builds packages with the real Electron into `out/packages`, and reads the programs in them back.
 * @param {object} options
 * @param {boolean} options.linux @param {boolean} options.mac @param {boolean} options.win None of them: this system.
 * @param {boolean} options.x64 @param {boolean} options.arm64 None of them: as configured.
 * @param {boolean} options.dir Only the unpacked program.
 * @param {(line: string) => void} options.log
 */
export async function makePackages({ linux, mac, win, x64, arm64, dir, log }) {
  // electron-builder would try for a minute, and then not say what it lacks.
  const { executable, reason } = await ensureElectron({ totalMs: 600_000, log });
  if (executable === null && process.env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined)
    throw new Error(
      `Packages need Electron's runtime: ${reason}. "npm run package -- --check" works without it.`,
    );
  const output = inRoot('out', 'packages');
  rmSync(output, { recursive: true, force: true });
  await ensureBuilder({ log });
  const { app, beside } = stage(inRoot('.cache', 'package'));
  if (JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).homepage === unknownHomepage)
    log(`package.json names no homepage: packages of Linux say ${unknownHomepage}.`);
  const chosen = { linux, mac, win, x64, arm64, dir };
  const system = linux
    ? 'linux'
    : mac
      ? 'mac'
      : win
        ? 'win'
        : (systems[process.platform] ?? process.platform);
  const targets = Object.entries(chosen).flatMap(([name, isChosen]) => (isChosen ? [`--${name}`] : []));
  const electronVersion = versionOfElectron();
  await runBuilder({
    app,
    config: builderConfig({
      output,
      beside,
      electronVersion,
      electronDist: process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? null,
    }),
    targets,
    show: true,
  });
  const sbom = await createSbom(electronVersion);
  writeFileSync(join(output, `sbom-${system}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
  const packages = readdirSync(output).filter(
    (name) => statSync(join(output, name)).isFile() && !name.startsWith('builder-'),
  );
  const sums = packages.map((name) => `${sha256(readFileSync(join(output, name)))}  ${name}\n`);
  writeFileSync(join(output, `SHA256SUMS-${system}.txt`), sums.join(''));
  log(sums.join('').trimEnd());

  const findings = [];
  for (const program of unpackedPrograms(output)) findings.push(...(await inspectProgram(program)));
  if (findings.length === 0) throw new Error('There is no program to read back.');
  return { findings, skipped: [] };
}

/** Programs that electron-builder left unpacked, of every system and processor. @param {string} output */
function unpackedPrograms(output) {
  return readdirSync(output).flatMap((folder) => {
    const app = join(output, folder, 'RemoteGraph Studio.app');
    if (existsSync(app)) return [{ program: app, resources: join(app, 'Contents', 'Resources') }];
    const resources = join(output, folder, 'resources');
    const program = [linuxProgram('remote-graph-studio'), 'RemoteGraph Studio.exe']
      .map((name) => join(output, folder, name))
      .find((path) => existsSync(path));
    return program === undefined ? [] : [{ program, resources }];
  });
}
