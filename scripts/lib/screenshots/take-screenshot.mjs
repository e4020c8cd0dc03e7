import { mkdir, writeFile } from 'node:fs/promises';
import { inRoot } from '../paths.mjs';

/** Attempts to find a stable window; one with a clock or a run is never stable. */
const maxAttempts = 6;

/**
 * Takes a screen in both themes. The window follows the system, so nothing in it has to be clicked.
 * @param {import('playwright').Page} page @param {{ name: string }} screen
 */
export async function takeScreenshot(page, { name }) {
  const folder = inRoot('docs', 'pictures');
  await mkdir(folder, { recursive: true });
  // Moves the pointer away, so that nothing is hovered.
  await page.mouse.move(1, 1);
  for (const theme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const image = await stableScreenshot(page);
    await writeFile(`${folder}/${name}-${theme}.png`, image);
    console.log(`  ${name}-${theme}.png  ${Math.round(image.length / 1024)} KB`);
  }
}

/** Two looks that are the same, one after the other. @param {import('playwright').Page} page */
async function stableScreenshot(page) {
  const capture = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
  let before = await capture();
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    const now = await capture();
    if (now.equals(before)) return now;
    before = now;
  }
  return before;
}
