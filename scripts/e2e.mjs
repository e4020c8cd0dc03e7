// npm run e2e [-- --host web|electron] [--repeat N] [--headed] [--full] [--shard 1/4] [spec filter...]: the specs on the built studio; both
// hosts when none is named. Electron runs a selection, unless filters name the specs or --full asks for all.
// A spec that is repeated shows whether it only passes when it is lucky. With --headed the specs run in a
// browser that is seen, on the web host.
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { runE2e } from './lib/e2e.mjs';
import { setup } from './lib/setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    host: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    headed: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    shard: { type: 'string' },
  },
});
const hosts = /** @type {const} */ (['web', 'electron']).filter(
  (host) => (values.host ?? (values.headed ? 'web' : host)) === host,
);
if (hosts.length === 0) throw new Error(`Unknown host "${values.host}". Use web or electron.`);

if (values.full) process.env['TEST_FULL'] = '1';
await setup({ log: console.log });
const { ok, output } = await build({ log: console.log });
if (!ok) {
  console.error(output);
  process.exit(1);
}
const { outcomes } = await runE2e(hosts, {
  filters: [
    ...positionals,
    ...(values.headed ? ['--headed'] : []),
    ...(values.shard === undefined ? [] : [`--shard=${values.shard}`]),
  ],
  repeat: Number(values.repeat),
  show: true,
  log: console.log,
});
for (const { host, passed, failed, skipped, kinds } of outcomes) {
  console.log(`e2e on ${kinds.join(', ') || host}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (failed > 0) process.exitCode = 1;
}
