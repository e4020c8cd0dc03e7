// npm run icons: draws the icons of the packages from the studio's one drawing. They are kept in the repository, so
// that packaging needs no browser; a test shows when the drawing has changed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensureChromium } from './lib/chromium.mjs';
import { encodeIcns, encodeIco } from './lib/package/icon-files.mjs';
import { drawing, drawingStamp, iconFolder, iconSizes } from './lib/package/icons.mjs';
import { setup } from './lib/setup.mjs';

await setup({ log: console.log });
// Only now: in a fresh clone, it has just been installed.
const { chromium } = await import('playwright');
const browser = await chromium.launch({
  executablePath: await ensureChromium({ log: console.log }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage();
  const svg = readFileSync(drawing, 'utf8');
  /** @param {number} size @param {number} margin Part of the size that stays empty on each side. */
  const draw = async (size, margin = 0) => {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>* { margin: 0 } body { padding: ${size * margin}px } svg { display: block; width: ${size * (1 - 2 * margin)}px }</style>${svg}`,
    );
    return page.screenshot({ omitBackground: true });
  };

  rmSync(iconFolder, { recursive: true, force: true });
  mkdirSync(iconFolder, { recursive: true });
  /** @type {Map<number, Buffer>} */
  const plain = new Map();
  /** @type {Map<number, Buffer>} */
  const inset = new Map();
  for (const size of iconSizes) {
    plain.set(size, await draw(size));
    // On a Mac, icons stand within a tenth of free space.
    inset.set(size, await draw(size, 0.1));
    writeFileSync(new URL(`${size}x${size}.png`, iconFolder), plain.get(size) ?? '');
  }
  writeFileSync(new URL('icon.ico', iconFolder), encodeIco(plain));
  writeFileSync(new URL('icon.icns', iconFolder), encodeIcns(inset));
  writeFileSync(new URL('drawing.sha256', iconFolder), `${drawingStamp()}\n`);
} finally {
  await browser.close();
}
console.log('The icons are in packaging/icons.');
