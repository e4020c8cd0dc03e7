// The first paint of a large state in real Chromium, with the studio's own tree.
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { median, table } from '../median.mjs';
import { buildPage } from './built.mjs';
import { itemsOf, sizes, textOf } from './states.mjs';

const rounds = 5;
const frames = 120;
/** Limit for other trees, in milliseconds. */
const maxOtherLength = 60_000;
const address = 'http://bench.test/';

export async function windowTables() {
  const folder = await buildPage();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--js-flags=--expose-gc', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const rows = [];
    for (const [name, count] of Object.entries(sizes)) {
      rows.push(await measured(browser, folder, name, count));
    }
    const head = [
      'in a window',
      'parse, ms',
      'first in a new window',
      'each later one',
      'expand all',
      'goal',
      'frames over 17 ms',
      'longest',
      'heap of the page',
      'of the worker',
    ];
    return [table(head, rows), await othersTable(browser, folder)];
  } finally {
    await browser.close();
  }
}

/**
 * Everything expanded and painted, in our tree and in those of others that draw every value.
 * @param {import('playwright').Browser} browser @param {string} folder
 */
async function othersTable(browser, folder) {
  const open = async (/** @type {number} */ count, /** @type {string[]} */ calls) => {
    const page = await openPage(browser, folder, count);
    await page.evaluate(`bench.load('/state/0')`);
    const work = async () => {
      let ms = 0;
      for (const call of calls) ms += /** @type {number} */ (await page.evaluate(`bench.${call}`));
      return ms;
    };
    const measuring = work();
    // A measurement that never ends is abandoned with its page.
    measuring.catch(() => undefined);
    const limit = new Promise((done) => setTimeout(done, maxOtherLength, Infinity).unref());
    const ms = /** @type {number} */ (await Promise.race([measuring, limit]));
    await page.close();
    return ms;
  };
  const ours = ['open()', 'expandAll()'];
  const small = await open(2460, ours);
  const large = await open(sizes['10 MB'], ours);
  const cell = (/** @type {number} */ ms, /** @type {number} */ studioMs) =>
    ms === Infinity
      ? `more than ${maxOtherLength / 1000} s, ${Math.floor(maxOtherLength / studioMs)}x`
      : `${ms.toFixed(0)} ms, ${(ms / studioMs).toFixed(0)}x`;
  return table(
    ['all expanded', '1 MB', '10 MB'],
    [
      ['ours', cell(small, small), cell(large, large)],
      [
        'react-json-view-lite',
        cell(await open(2460, [`openOther('lite')`]), small),
        cell(await open(sizes['10 MB'], [`openOther('lite')`]), large),
      ],
      ['@uiw/react-json-view', cell(await open(2460, [`openOther('uiw')`]), small), 'not tried'],
    ],
  );
}

/** @param {import('playwright').Browser} browser @param {string} folder @param {string} name @param {number} count */
async function measured(browser, folder, name, count) {
  /** @type {number[]} */ const firsts = [];
  /** @type {number[]} */ const later = [];
  /** @type {number[]} */ const parses = [];
  /** @type {string[]} */ let rest = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await openPage(browser, folder, count);
    const callPage = (/** @type {string} */ call) => page.evaluate(`bench.${call}`);
    const heap = await heapReader(page);
    await callPage(`load('/state/0')`);
    const before = (await heap()).page;
    parses.push(await callPage('parse(5)'));
    firsts.push(await callPage('open()'));
    const after = await heap();
    await callPage('close()');
    await callPage(`load('/state/1')`);
    later.push(await callPage('open()'));
    if (round === rounds - 1) {
      const expand = await callPage('expandAll()');
      const lengths = /** @type {number[]} */ (await callPage(`scroll(${frames})`));
      const text = textOf(itemsOf(count)).length / 1e6;
      rest = [
        expand.toFixed(0),
        `${lengths.filter((length) => length > 17.5).length} of ${frames}`,
        `${Math.max(...lengths).toFixed(0)} ms`,
        `${((after.page - before) / text).toFixed(2)}x of the text`,
        `${(after.worker / text).toFixed(2)}x`,
      ];
    }
    await page.close();
  }
  const parse = Math.min(...parses);
  const [expand = '', ...others] = rest;
  return [
    name,
    parse.toFixed(0),
    median(firsts).toFixed(0),
    median(later).toFixed(0),
    expand,
    (2.5 * parse + 30).toFixed(0),
    ...others,
  ];
}

/** @param {import('playwright').Browser} browser @param {string} folder @param {number} count */
async function openPage(browser, folder, count) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.on('pageerror', (problem) => console.error(problem));
  await page.route(`${address}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    // A new state each time, so that nothing is cached.
    if (pathname.startsWith('/state/')) {
      const other = (/** @type {any} */ item) => ({ ...item, id: `${pathname} ${item.id}` });
      return route.fulfill({
        body: textOf(itemsOf(count).map(other)),
        contentType: 'application/json',
      });
    }
    return route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) });
  });
  await page.goto(address);
  return page;
}

/** Reads MB in use, after a collection, in the page and in its workers. @param {import('playwright').Page} page */
async function heapReader(page) {
  const devtools = await page.context().newCDPSession(page);
  /** @type {Set<string>} */ const workers = new Set();
  devtools.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId));
  devtools.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
  await devtools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  let id = 0;
  const inWorker = (/** @type {string} */ sessionId, /** @type {string} */ method) =>
    new Promise((done) => {
      const messageId = (id += 1);
      const listen = (/** @type {{ sessionId: string, message: string }} */ event) => {
        const answer = JSON.parse(event.message);
        if (event.sessionId !== sessionId || answer.id !== messageId) return;
        devtools.off('Target.receivedMessageFromTarget', listen);
        done(answer.result);
      };
      devtools.on('Target.receivedMessageFromTarget', listen);
      void devtools.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id: messageId, method }),
      });
    });
  const inUse = (/** @type {any} */ { usedSize, backingStorageSize = 0 }) =>
    (usedSize + backingStorageSize) / 1e6;
  return async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const pageUse = inUse(await devtools.send('Runtime.getHeapUsage'));
    let worker = 0;
    for (const sessionId of workers) {
      await inWorker(sessionId, 'HeapProfiler.collectGarbage');
      worker += inUse(await inWorker(sessionId, 'Runtime.getHeapUsage'));
    }
    return { page: pageUse, worker };
  };
}
