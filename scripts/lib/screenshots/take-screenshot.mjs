import { mkdir, writeFile } from 'node:fs/promises';
import { inRoot } from '../paths.mjs';

/** How often a still window is looked for; one that is alive on purpose (a clock, a run) never is. */
const mostLooks = 6;

/**
 * Takes a screen in both themes. The window follows the system, so nothing in it has to be clicked.
 * @param {import('playwright').Page} page @param {{ name: string }} screen
 */
export async function takeScreenshot(page, { name }) {
  const folder = inRoot('docs', 'pictures');
  await mkdir(folder, { recursive: true });
  // Nothing is pointed at, so nothing looks as if it were.
  await page.mouse.move(1, 1);
  for (const theme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const picture = await stillPicture(page);
    await writeFile(`${folder}/${name}-${theme}.png`, picture);
    console.log(`  ${name}-${theme}.png  ${Math.round(picture.length / 1024)} KB`);
  }
}

/** Two looks that are the same, one after the other. @param {import('playwright').Page} page */
async function stillPicture(page) {
  const look = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
  let before = await look();
  for (let looks = 1; looks < mostLooks; looks += 1) {
    const now = await look();
    if (now.equals(before)) return now;
    before = now;
  }
  return before;
}
