// Scrolling and playing a long recording in the window, in turns with a plain page that scrolls as many rows.
import { inRoot } from '../../scripts/lib/paths.mjs';
import { serveFolder } from '../serve-folder.mjs';
import { dragThrough, frameCells, framesDuring, wheelOver } from './frames.mjs';
import { heapOf } from './studio-window.mjs';

const rounds = 2;

/** @typedef {import('playwright').Page} Page @typedef {import('./frames.mjs').Measured} Measured */

const history = '[role=tree][aria-label="Turns, newest first"]';
const gestures = { wheel: wheelOver, 'scroll bar': dragThrough };

/** By name: the tab of the dock, if it is in one, and the list. */
const lists = {
  'the history': { tab: null, selector: history },
  'the events': { tab: /^Events/, selector: '[role=listbox][aria-label=Events]' },
  'the timeline': { tab: 'Timeline', selector: '[role=tree][aria-label=Timeline]' },
  'the runs': { tab: 'Runs', selector: '[role=group][aria-label=Runs]' },
};

/**
 * Rows of the table of frames, and of the table of memory.
 * @param {Page} page With the recording open. @param {{ frames: number }} size
 */
export async function measureScrolling(page, { frames }) {
  const heaps = [{ what: 'the recording is open', bytes: await heapOf(page) }];
  const site = await serveFolder(inRoot('bench/recording/peer'));
  /** @type {Map<string, Measured[]>} */
  const measured = new Map();
  const keep = async (/** @type {string} */ name, /** @type {Promise<Measured>} */ work) => {
    measured.set(name, [...(measured.get(name) ?? []), await work]);
  };
  try {
    const plain = await page.context().newPage();
    await plain.goto(`${site.address}?rows=${frames}&height=400`);
    await keep(
      'the history is loaded, to its end',
      framesDuring(page, () => loadAll(page)),
    );
    for (let round = 0; round < rounds; round += 1) {
      await keep(
        'a plain page: nothing moves',
        framesDuring(plain, () => plain.waitForTimeout(3000)),
      );
      await keep(
        'the studio: nothing moves',
        framesDuring(page, () => page.waitForTimeout(3000)),
      );
      for (const [how, scroll] of Object.entries(gestures)) {
        await keep(
          `a plain list: ${how}`,
          framesDuring(plain, () => fromTop(plain, '#list', scroll)),
        );
        for (const [name, { tab, selector }] of Object.entries(lists)) {
          if (tab !== null) await openTab(page, tab, selector);
          await keep(
            `${name}: ${how}`,
            framesDuring(page, () => fromTop(page, selector, scroll)),
          );
        }
      }
    }
    heaps.push({ what: 'all of its lists were scrolled to their ends', bytes: await heapOf(page) });
    await openTab(page, lists['the timeline'].tab, lists['the timeline'].selector);
    const seekMs = await play(page, frames, keep);
    heaps.push({ what: 'it was played', bytes: await heapOf(page) });
    await plain.close();
    const rows = [...measured].map(([name, all]) => {
      const how = Object.keys(gestures).find((one) => name.endsWith(`: ${one}`));
      return [
        name,
        ...frameCells(all, how === undefined ? null : (measured.get(`a plain list: ${how}`) ?? null)),
      ];
    });
    return { rows, heaps, seekMs };
  } finally {
    site.close();
  }
}

/** @param {Page} page @param {string} selector @param {(page: Page, selector: string) => Promise<unknown>} scroll */
async function fromTop(page, selector, scroll) {
  await page.locator(selector).evaluate((list) => list.scrollTo(0, 0));
  await scroll(page, selector);
}

/** @param {Page} page @param {string | RegExp} tab @param {string} selector */
async function openTab(page, tab, selector) {
  const dock = page.getByRole('region', { name: 'Run', exact: true });
  await dock.getByRole('tab', { name: tab }).click();
  await page.locator(selector).waitFor();
  // The view has been drawn, and so has what it asked for.
  await page.waitForTimeout(300);
}

/** Goes to the beginning of the turn until there is no more. @param {Page} page */
async function loadAll(page) {
  await page.locator(history).evaluate(
    (list) =>
      new Promise((done) => {
        const next = () => {
          list.scrollTop = 0;
          // The oldest checkpoint, which has number 0.
          if (list.querySelector('[data-checkpoint$="-000000000000"]') !== null) done(null);
          else requestAnimationFrame(next);
        };
        next();
      }),
  );
}

/**
 * Plays a run from its middle fifty times as fast, and moves through it. Returns the time until a position near its end is
 * shown, in milliseconds.
 * @param {Page} page @param {number} frames @param {(name: string, work: Promise<Measured>) => Promise<void>} keep
 */
async function play(page, frames, keep) {
  const dock = page.getByRole('region', { name: 'Run', exact: true });
  await dock.getByRole('button', { name: 'Play back run' }).click();
  const bar = page.getByRole('group', { name: 'Playback' });
  const position = bar.getByRole('slider', { name: 'Time of the run' });
  await bar.getByRole('button', { name: 'Pause' }).click();
  const whole = Number(await position.getAttribute('max'));
  const goTo = (/** @type {number} */ share) => position.fill(String(Math.round(whole * share)));
  const startedAt = performance.now();
  await keep(
    'a position near the end is shown',
    framesDuring(page, async () => {
      await goTo(0.9);
      await shownEvents(page, frames * 0.9 - 10);
    }),
  );
  const seekMs = performance.now() - startedAt;
  await goTo(0.5);
  await bar.getByRole('button', { name: /^Speed/ }).click();
  await page.getByRole('menuitemradio', { name: '50×' }).click();
  await bar.getByRole('button', { name: 'Play', exact: true }).click();
  await keep(
    'played fifty times as fast',
    framesDuring(page, () => page.waitForTimeout(4000)),
  );
  await bar.getByRole('button', { name: 'Pause' }).click();
  await keep(
    'the position is drawn to and fro',
    framesDuring(page, async () => {
      for (let step = 0; step < 60; step += 1) {
        await goTo(0.5 + 0.4 * Math.sin(step / 6));
        await page.waitForTimeout(40);
      }
    }),
  );
  await bar.getByRole('button', { name: 'Close playback' }).click();
  return seekMs;
}

/** Waits until the dock counts so many events. @param {Page} page @param {number} min */
async function shownEvents(page, min) {
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll('[role=tab]')].some(
        (tab) => Number(/^Events\D*(\d+)/.exec(tab.textContent ?? '')?.[1] ?? 0) >= count,
      ),
    min,
    { timeout: 120_000, polling: 50 },
  );
}
