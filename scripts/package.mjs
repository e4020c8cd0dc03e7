// npm run package [-- --linux|--mac|--win] [--x64|--arm64] [--dir]: builds the packages of this system, or of the
// named ones, into out/packages, with their checksums and the list of what is in them. npm run package -- --check
// [--rebuild]: packs around a stand-in for Electron and proves what the package has; with --rebuild also that
// another build gives the same. npm run package -- --boot: starts the program that was packed for Linux, and draws a graph with it.
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { printFindings } from './lib/package/report.mjs';
import { setup } from './lib/setup.mjs';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    rebuild: { type: 'boolean', default: false },
    linux: { type: 'boolean', default: false },
    mac: { type: 'boolean', default: false },
    win: { type: 'boolean', default: false },
    x64: { type: 'boolean', default: false },
    arm64: { type: 'boolean', default: false },
    dir: { type: 'boolean', default: false },
    boot: { type: 'boolean', default: false },
  },
});
const started = Date.now();
await setup({ log: console.log });
const { ok, output } = await build({ log: console.log });
if (!ok) {
  console.error(output);
  process.exit(1);
}
// Only now: in a fresh clone, what these import has just been installed.
const { checkPackage } = await import('./lib/package/check/check.mjs');
const { checkRealBoot } = await import('./lib/package/check/boot.mjs');
const { makePackages } = await import('./lib/package/make-packages.mjs');
try {
  const { findings, skipped } = values.check
    ? await checkPackage({ rebuild: values.rebuild, log: console.log })
    : values.boot
      ? { findings: [await checkRealBoot({ log: console.log })], skipped: [] }
      : await makePackages({ ...values, log: console.log });
  const failed = printFindings(findings, skipped);
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
