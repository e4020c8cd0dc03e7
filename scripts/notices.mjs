// npm run notices: writes THIRD-PARTY-NOTICES.md from what ships.
import { writeFileSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { notices, shippedPackages } from './lib/package/notices.mjs';
import { inRoot } from './lib/paths.mjs';
import { setup } from './lib/setup.mjs';

await setup({ say: console.log });
const { ok, output } = await build({ say: console.log });
if (!ok) throw new Error(output);
writeFileSync(inRoot('THIRD-PARTY-NOTICES.md'), notices(await shippedPackages()));
console.log('The notices are in THIRD-PARTY-NOTICES.md.');
