import { run } from './process/run.mjs';

/** Root on Linux; whether it is a Debian shows when a package is installed. */
export function canInstallDebianPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/**
 * Installs a package by apt, without what it only recommends.
 * @param {string} name
 */
export async function installDebianPackage(name) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, timeoutMs: 120_000 });
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env,
    timeoutMs: 600_000,
  });
}
