// npm run screenshots [-- NAME...]: pictures of every screen and an animation of a run (or those named) in both themes, with
// the demo server's own data, into docs/pictures/. The studio's data lies in a folder of its own that is removed at the end.
import { build } from './lib/build.mjs';
import { shutDownGracefully } from './lib/process/graceful-shutdown.mjs';
import { takeScreenshot } from './lib/screenshots/take-screenshot.mjs';
import { recordAnimation } from './lib/screenshots/record-animation.mjs';
import { openStudio } from './lib/screenshots/open-studio.mjs';
import { makeThreads } from './lib/screenshots/demo-threads.mjs';
import { screens } from './lib/screenshots/screens.mjs';
import { setup } from './lib/setup.mjs';

/** @type {() => Promise<void>} */
let stop = async () => undefined;
const end = shutDownGracefully(() => stop());

/** The name of the animation. */
const animation = 'run';
const names = process.argv.slice(2);
const allNames = [...screens.map(({ name }) => name), animation];
const unknown = names.filter((name) => !allNames.includes(name));
if (unknown.length > 0) throw new Error(`Unknown screen ${unknown.join(', ')}. Use ${allNames.join(', ')}.`);

await setup({ log: console.log });
const { ok, output } = await build({ log: console.log });
if (!ok) throw new Error(output);

const studio = await openStudio({ log: console.log });
stop = () => studio.close();
const { page } = studio;
let hasThreads = false;
for (const screen of screens.filter(({ name }) => names.length === 0 || names.includes(name))) {
  if (!screen.beforeThreads && !hasThreads) {
    console.log('Creating threads...');
    await makeThreads(page);
    hasThreads = true;
  }
  await studio.fresh();
  await screen.show(page);
  await takeScreenshot(page, screen);
}
if (names.length === 0 || names.includes(animation)) {
  await recordAnimation(studio, animation);
}
end(0);
