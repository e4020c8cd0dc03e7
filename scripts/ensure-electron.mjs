// Downloads Electron's runtime if possible. As npm's postinstall it never fails and never waits long; with
// --strict a missing runtime is an error.
import { ensureElectron } from './lib/electron.mjs';

const strict = process.argv.includes('--strict');
const { executable, reason } = await ensureElectron({ totalMs: strict ? 600_000 : 60_000, log: console.log });
if (executable === null) {
  console.warn(`Electron: ${reason}. Everything else works without it; "npm start" tries again.`);
  if (strict) process.exitCode = 1;
}
