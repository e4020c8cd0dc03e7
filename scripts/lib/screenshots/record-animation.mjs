/// <reference lib="dom" />
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from '../paths.mjs';
import { animatedWebp } from './animated-webp.mjs';
import { openTab, sheet, waitForNodeStatus } from './page-actions.mjs';

/** @typedef {import('playwright').Page} Page */

const size = { width: 1280, height: 800 };
const framesPerSecond = 5;
/** The last frame stays, so that one sees the end before it starts again. */
const lastFrameMs = 2500;

/**
 * Records a run from its start over an approval to its end, in both themes: about 20 seconds each, into `docs/pictures/`.
 * @param {{ page: Page, fresh(): Promise<void> }} studio @param {string} name
 */
export async function recordAnimation({ page, fresh }, name) {
  for (const theme of /** @type {const} */ (['dark', 'light'])) {
    await fresh();
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'no-preference' });
    await page
      .getByRole('region', { name: 'Threads' })
      .getByRole('button', { name: 'New', exact: true })
      .click();
    await page.getByTestId('run-status').waitFor({ state: 'detached' });
    await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
    await sheet(page).getByRole('button', { name: /^Run/ }).waitFor();
    await page.mouse.move(1, 1);
    const looks = await watch(page, () => runAndApprove(page));
    const image = animatedWebp(size, await encode(page, looks));
    await writeFile(inRoot('docs', 'pictures', `${name}-${theme}.webp`), image);
    console.log(`  ${name}-${theme}.webp  ${Math.round(image.length / 1024)} KB, ${looks.length} frames`);
  }
}

/** @param {Page} page */
async function runAndApprove(page) {
  await pause(1200);
  await sheet(page).getByRole('button', { name: /^Run/ }).click();
  await waitForNodeStatus(page, 'review', 'waiting');
  await pause(1500);
  await sheet(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await waitForNodeStatus(page, 'publish', 'finished');
  await openTab(page, 'Timeline');
  await pause(1500);
}

/**
 * Takes pictures of the window while `act` runs.
 * @param {Page} page @param {() => Promise<void>} act
 */
async function watch(page, act) {
  /** @type {{ png: string, atMs: number }[]} */
  const looks = [];
  const progress = { isOver: false };
  const acting = act().finally(() => {
    progress.isOver = true;
  });
  // It is awaited below, after the last picture.
  acting.catch(() => undefined);
  const started = performance.now();
  while (!progress.isOver) {
    const atMs = performance.now() - started;
    const png = await page.screenshot({ caret: 'hide' });
    looks.push({ png: png.toString('base64'), atMs });
    await pause(Math.max(0, 1000 / framesPerSecond - (performance.now() - started - atMs)));
  }
  await acting;
  return looks;
}

/**
 * Has the browser encode what changed from frame to frame.
 * @param {Page} page @param {readonly { png: string, atMs: number }[]} looks
 */
async function encode(page, looks) {
  const blank = await page.context().browser()?.newPage();
  if (blank === undefined) throw new Error('The browser has no page to encode in.');
  const changes = await blank.evaluate(encodeChanges, looks);
  await blank.close();
  return changes.map(({ webp, atMs, ...place }, index) => ({
    ...place,
    image: Buffer.from(webp, 'base64'),
    durationMs: (changes[index + 1]?.atMs ?? atMs + lastFrameMs) - atMs,
  }));
}

/**
 * Runs in a page. A frame in which nothing changed is left out, so that the one before it stays longer.
 * @param {readonly { png: string, atMs: number }[]} looks
 */
async function encodeChanges(looks) {
  /** @type {{ webp: string, atMs: number, x: number, y: number, width: number, height: number }[]} */
  const frames = [];
  /** @type {Uint32Array | null} */
  let before = null;
  for (const { png, atMs } of looks) {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('The browser draws nothing.');
    context.drawImage(bitmap, 0, 0);
    const now = new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
    let [left, top, right, bottom] = [bitmap.width, bitmap.height, -1, -1];
    for (let index = 0; index < now.length; index += 1) {
      if (before !== null && before[index] === now[index]) continue;
      const x = index % bitmap.width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, Math.floor(index / bitmap.width));
      bottom = Math.floor(index / bitmap.width);
    }
    before = now;
    if (right < 0) continue;
    const place = { x: left - (left % 2), y: top - (top % 2), width: 0, height: 0 };
    place.width = right + 1 - place.x;
    place.height = bottom + 1 - place.y;
    const part = new OffscreenCanvas(place.width, place.height);
    // Without alpha, the browser writes a plain lossy picture.
    part.getContext('2d', { alpha: false })?.drawImage(bitmap, -place.x, -place.y);
    const encoded = await part.convertToBlob({ type: 'image/webp', quality: 0.85 });
    const bytes = new Uint8Array(await encoded.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    frames.push({ webp: btoa(text), atMs, ...place });
  }
  return frames;
}
