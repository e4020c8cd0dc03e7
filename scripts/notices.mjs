// npm run notices: writes THIRD-PARTY-NOTICES.md from what ships.
import { writeFileSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { inRoot } from './lib/paths.mjs';
import { setup } from './lib/setup.mjs';

await setup({ log: console.log });
const { ok, output } = await build({ log: console.log });
if (!ok) throw new Error(output);
// Only now: in a fresh clone, what it imports has just been installed.
const { notices, shippedPackages } = await import('./lib/package/notices.mjs');
writeFileSync(inRoot('THIRD-PARTY-NOTICES.md'), notices(shippedPackages()));
console.log('The notices are in THIRD-PARTY-NOTICES.md.');
