import { chromium } from 'playwright';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { buildPages } from '../built.mjs';
import { table } from '../median.mjs';
import { frameCells, frameHead, framesDuring, observeFrames } from '../recording/frames.mjs';
import { serveFolder } from '../serve-folder.mjs';
import { quantile } from '../stream/in-chromium.mjs';

const few = 100;
const many = 10_000;
/** Of all runs of a server, which come in pages. */
const allRuns = 100_000;

/** By the name of the view: the text of the first row, and the field that searches the list. */
const lists = {
  assistants: { first: 'Assistant 0', search: 'Search assistants' },
  items: { first: 'note-0', search: null },
  crons: { first: '0 0 * * *', search: 'Search crons' },
  deliveries: { first: 'finished', search: null },
  runs: { first: `#${many}`, search: null },
  'all runs': { first: 'Order 0', search: 'Search runs', count: allRuns },
};

/** Opening, scrolling and searching lists of 10,000 records, beside the same lists of 100 and a list of plain DOM. */
export async function listsTable() {
  const site = await serveFolder(await buildPages('lists'));
  const plainSite = await serveFolder(inRoot('bench/recording/peer'));
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1200, height: 700 } });
    await context.addInitScript(observeFrames);
    const plainPage = await context.newPage();
    await plainPage.goto(`${plainSite.address}?rows=${allRuns}&height=700`);
    const plain = await framesDuring(plainPage, () => scroll(plainPage));
    await plainPage.close();
    const page = await context.newPage();
    page.on('pageerror', (problem) => console.error(problem));
    await page.goto(site.address);
    const rows = [[`plain DOM, ${allRuns}`, '-', '-', '-', ...frameCells([plain], null), '-']];
    for (const [name, list] of Object.entries(lists)) {
      const { first, search } = list;
      const count = 'count' in list ? list.count : many;
      const small = await open(page, name, few, name === 'runs' ? `#${few}` : first);
      const large = await open(page, name, count, first);
      const scrolled = await framesDuring(page, () => scroll(page));
      const searchMs = search === null ? null : await type(page, search);
      rows.push([
        count === many ? name : `${name}, ${count}`,
        small.toFixed(0),
        large.toFixed(0),
        `${(large / small).toFixed(1)}x`,
        ...frameCells([scrolled], [plain]),
        searchMs === null ? '-' : searchMs.toFixed(0),
      ]);
    }
    return table(
      [
        'a list in Chromium',
        `${few} records are seen after, ms`,
        `${many} after`,
        'ratio',
        ...frameHead,
        'a letter of a search is seen after, ms: most',
      ],
      rows,
    );
  } finally {
    await browser.close();
    site.close();
    plainSite.close();
  }
}

/** Median of 5, in milliseconds. @param {import('playwright').Page} page @param {string} name @param {number} count @param {string} first */
async function open(page, name, count, first) {
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    // In the page, because what comes and goes between the processes takes longer than a short list.
    times.push(
      await page.evaluate(
        ([view, records, text]) =>
          new Promise((done) => {
            const { bench } = /** @type {any} */ (globalThis);
            bench.open('none', 0);
            const startedAt = performance.now();
            bench.open(view, records);
            const look = () => {
              const isSeen = document.body.innerText.includes(String(text));
              if (isSeen) done(performance.now() - startedAt);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          }),
        /** @type {const} */ ([name, count, first]),
      ),
    );
  }
  return quantile(/** @type {number[]} */ (times), 0.5);
}

/** Turns the wheel over the list for three seconds. @param {import('playwright').Page} page */
async function scroll(page) {
  await page.mouse.move(200, 400);
  for (let turns = 0; turns < 60; turns += 1) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(50);
  }
}

/** The longest time from a key to its picture. @param {import('playwright').Page} page @param {string} field */
async function type(page, field) {
  await page.getByLabel(field).click();
  await page.evaluate('bench.measured()');
  await page.keyboard.type('ant 99', { delay: 150 });
  await page.waitForTimeout(300);
  const { keys } = await page.evaluate('bench.measured()');
  // Browsers report 16 ms and more: missing entries were faster.
  return Math.max(16, ...keys);
}
