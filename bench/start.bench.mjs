// Warm starts to a drawn graph against empty ones that are made the same way, at the same moment: of the
// whole program, against an Electron program with an empty window; and of the web host's page in a browser
// that runs, against an empty page. The whole program starts its demo server too; for the page it runs
// already. Pages with React, and with React Flow and one node, say how much of the rest these take. Then what the studio takes while nobody uses it, and how large it is.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { build } from '../scripts/lib/build.mjs';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { buildPages } from './built.mjs';
import { median, table } from './median.mjs';
import { serveFolder } from './serve-folder.mjs';
import { idleRows } from './start/idle.mjs';
import { measurePrograms } from './start/programs.mjs';
import {
  blankMarks,
  reactFlowMarks,
  storedAfterMs,
  seenAndReady,
  studioMarks,
} from './start/first-paint.mjs';
import { sizeRows } from './start/sizes.mjs';
import { prepareForKnownUser } from '../scripts/lib/known-user.mjs';

const rounds = 9;

/** @typedef {import('./start/first-paint.mjs').Times} Times */

export async function run() {
  const { ok, output } = await build({ log: console.log });
  if (!ok) throw new Error(output);
  const empty = await serveEmptyPage();
  const react = await serveFolder(await buildPages('start', ['index', 'react-flow']));
  try {
    const peers = [
      { what: 'a page with React', address: react.address, marks: blankMarks },
      {
        what: 'a page with React Flow and one node',
        address: `${react.address}react-flow.html`,
        marks: reactFlowMarks,
      },
    ];
    const pages = await measurePages(
      { what: 'a page, empty', address: empty.address, marks: blankMarks },
      peers,
    );
    const programs = await measurePrograms({
      rounds,
      emptyPage: empty.address,
      reactPage: react.address,
      marks: { blank: blankMarks, studio: studioMarks },
    });
    const idleHead = ['idle', 'window, ms in 10 s', 'the rest, ms', 'window, MB', 'the rest, MB', 'all, MB'];
    return [
      table(
        ['opened', 'graph seen, ms', 'ratio', 'graph answers, ms', 'ratio'],
        [...rows(`a program in ${programs.name}`, programs.blankTimes, programs.studioTimes)],
      ),
      table(
        [
          'opened',
          'graph seen, ms',
          'ratio',
          'graph answers, ms',
          'ratio',
          'main thread, ms',
          'its scripts, ms',
        ],
        pages,
      ),
      table(idleHead, idleRows(programs.idle.empty, programs.idle.studio)),
      table(['what is built', 'kB', 'gzip, kB'], sizeRows()),
    ].join('\n\n');
  } finally {
    empty.close();
    react.close();
  }
}

/**
 * Openings of the page of a studio that runs, and of others, in turns. Rows of the table.
 * @param {Peer} empty What the ratios are of. @param {Peer[]} peers
 * @typedef {{ what: string, address: string, marks: import('./start/first-paint.mjs').Marks }} Peer
 */
async function measurePages(empty, peers) {
  /** @type {typeof import('../src/web-host/index.ts')} */
  const { startWebHost } = await import(pathToFileURL(inRoot('out/web-host/index.js')).href);
  const dataFolder = await mkdtemp(join(tmpdir(), 'remote-graph-studio-bench-'));
  prepareForKnownUser(dataFolder);
  const host = await startWebHost({ port: 0, dataFolder, log: () => undefined });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const studio = { what: 'a page: the studio', address: () => host.freshAddress(), marks: studioMarks };
    const all = [empty, ...peers].map((peer) => ({ ...peer, address: () => peer.address })).concat(studio);
    const measured = all.map((peer) => ({ ...peer, openings: /** @type {Opening[]} */ ([]) }));
    // The first opening fills the browser's caches and waits for the demo server.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { address, marks, openings } of measured) {
        const opening = await opened(context, address(), marks, round === 0);
        if (round > 0) openings.push(opening);
      }
    }
    const of = (/** @type {Opening[]} */ openings, /** @type {keyof Opening} */ key) =>
      median(openings.map((one) => one[key]));
    const base = of(measured[0]?.openings ?? [], 'seen');
    return measured.map(({ what, openings }) => {
      const [seen, ready] = [of(openings, 'seen'), of(openings, 'ready')];
      const times = [seen, seen / base, ready, ready / base].map((time, index) =>
        time.toFixed(index % 2 === 0 ? 0 : 2),
      );
      return [what, ...times, of(openings, 'mainThread').toFixed(0), of(openings, 'scripts').toFixed(0)];
    });
  } finally {
    await browser.close();
    await host.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** @param {string} what @param {Times[]} blank @param {Times[]} studio */
function rows(what, blank, studio) {
  const [base, seenMs] = [median(blank.map((one) => one.seen)), median(studio.map((one) => one.seen))];
  const ready = median(studio.map((one) => one.ready));
  return [
    [`${what}, empty`, base.toFixed(0), '1', base.toFixed(0), '1'],
    [
      `${what}: the studio`,
      seenMs.toFixed(0),
      (seenMs / base).toFixed(2),
      ready.toFixed(0),
      (ready / base).toFixed(2),
    ],
  ];
}

/**
 * Opens a page and closes it; the times count from asking for the address. Also how long its main thread was busy until
 * it answered, and with scripts.
 * @typedef {Times & { mainThread: number, scripts: number }} Opening
 * @param {import('playwright').BrowserContext} context @param {string} address @param {import('./start/first-paint.mjs').Marks} marks
 * @param {boolean} isFirst
 * @returns {Promise<Opening>}
 */
async function opened(context, address, marks, isFirst) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const startedAt = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  const times = await seenAndReady(page, marks, startedAt, isFirst);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const spentOn = (/** @type {string} */ name) =>
    1000 * (metrics.find((one) => one.name === name)?.value ?? 0);
  await pause(storedAfterMs);
  await page.close();
  return { ...times, mainThread: spentOn('TaskDuration'), scripts: spentOn('ScriptDuration') };
}

async function serveEmptyPage() {
  const page = '<!doctype html><title>empty</title><div id="root"><p>empty</p></div>';
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The empty page has no port.');
  return { address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
