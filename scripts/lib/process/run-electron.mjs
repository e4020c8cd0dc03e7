import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runTied } from './run-tied.mjs';

/** An exit with an error within this time, in ms, means that the window did not open. */
const earlyMs = 10_000;

/**
 * @typedef {object} ElectronFailure
 * @property {string} reason Why there is no window, as the end of a sentence.
 * @property {string | null} remedy What the user can do, as lines; `null` when nothing is known.
 */

/**
 * Runs Electron until its window is closed.
 * @param {string} executable @param {readonly string[]} args
 * @returns {{ failure: Promise<ElectronFailure | null>, stop: () => Promise<void> }} `failure` is `null` when it ran.
 */
export function runElectron(executable, args) {
  const started = Date.now();
  const { ended, lastOutput, stop } = runTied(executable, args);
  const failure = ended.then((code) => {
    if (code === 0 || Date.now() - started > earlyMs) return null;
    return explainEarlyEnd({
      code,
      output: lastOutput(),
      executable,
      forbidden: sandboxIsForbidden(executable),
    });
  });
  return { failure, stop };
}

/**
 * What an end at once means. The output is Chromium's own, which names the sandbox's helper and not the setting
 * that makes it necessary.
 * @param {{ code: number, output: string, executable: string, forbidden: boolean }} end `forbidden`: see {@link sandboxIsForbidden}.
 * @returns {ElectronFailure}
 */
export function explainEarlyEnd({ code, output, executable, forbidden }) {
  const saysSandbox = /SUID sandbox helper|No usable sandbox|setuid_sandbox_host|zygote_host_impl_linux/.test(
    output,
  );
  if (saysSandbox || (forbidden && code > 128)) {
    return {
      reason: "this system does not allow Electron's sandbox",
      remedy: sandboxRemedy(executable),
    };
  }
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(output)?.[1];
  if (library !== undefined) {
    return {
      reason: `the system library ${library} is missing`,
      remedy: `Install the package that contains ${library}, then try again.`,
    };
  }
  if (/Missing X server|cannot open display|Failed to connect to Wayland/i.test(output)) {
    return { reason: 'the display could not be opened', remedy: null };
  }
  return { reason: `it exited immediately (code ${code})`, remedy: null };
}

/** @param {string} executable */
function sandboxRemedy(executable) {
  const helper = quoted(join(dirname(executable), 'chrome-sandbox'));
  return [
    'Ubuntu 24.04 and others (AppArmor) block it for unknown programs. To allow it, run',
    `  sudo chown root:root ${helper}`,
    `  sudo chmod 4755 ${helper}`,
    'once, and again after each npm install. The studio never runs without its sandbox.',
  ].join('\n');
}

/** @param {string} path */
const quoted = (path) => `'${path.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Whether the kernel refuses the sandbox of programs that are not allowed by name, and the helper that would do
 * without is not set up.
 * @param {string} executable
 */
function sandboxIsForbidden(executable) {
  if (process.platform !== 'linux') return false;
  const refused =
    setting('kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('kernel/unprivileged_userns_clone') === '0';
  return refused && !isSetUp(join(dirname(executable), 'chrome-sandbox'));
}

/** @param {string} name */
function setting(name) {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** @param {string} helper */
function isSetUp(helper) {
  const stat = statSync(helper, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === 0 && (stat.mode & 0o4000) !== 0;
}
