// npm run build [-- --force]: builds both hosts into out/.
import { build } from './lib/build.mjs';
import { setup } from './lib/setup.mjs';

await setup({ log: console.log });
const { ok, output } = await build({ force: process.argv.includes('--force'), log: console.log });
if (ok) console.log('The studio is built.');
else console.error(output);
process.exitCode = ok ? 0 : 1;
