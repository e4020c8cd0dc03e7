// npm run test:watch [-- filter...]: runs the unit tests and the type check again whenever a file is saved.
import { setup } from './lib/setup.mjs';
import { endRunning, runPackage } from './lib/process/run.mjs';

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])) {
  process.once(signal, () => {
    endRunning();
    process.exit(code);
  });
}

await setup({ log: console.log });
const filters = process.argv.slice(2);
await Promise.race([
  runPackage('vitest/vitest.mjs', ['watch', ...filters], { show: true }),
  runPackage('typescript-7/bin/tsc', ['-b', '--watch', '--preserveWatchOutput'], { show: true }),
]);
// Quitting one of them (q in vitest) quits both.
endRunning();
