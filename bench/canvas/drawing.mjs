// Rendering in real Chromium: the studio's canvas, plain React Flow, and one plain 2D canvas as the floor.
import { chromium } from 'playwright';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { median, table } from '../median.mjs';
import { servePage } from './built.mjs';
import { graphOf } from './graphs.mjs';

/** @typedef {'ours' | 'naive' | 'floor'} Kind */

const window = { width: 1200, height: 800 };
const frames = 60;
const firstRounds = 3;
const reading = { x: -2000, y: -1500, zoom: 0.8 };
/** @type {readonly { name: string, kind: Kind }[]} */
const peers = [
  { name: 'React Flow, naive', kind: 'naive' },
  { name: 'ours', kind: 'ours' },
  { name: 'plain 2D canvas', kind: 'floor' },
];

export async function drawingTables() {
  const served = await servePage();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--js-flags=--expose-gc', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const tables = [];
    for (const size of [1000, 5000]) tables.push(await drawingTable(browser, served.address, size));
    // Of more nodes, plain React Flow takes minutes.
    tables.push(await eventTable(browser, served.address, 1000));
    return tables;
  } finally {
    await browser.close();
    served.close();
  }
}

/** @param {import('playwright').Browser} browser @param {string} address @param {number} size */
async function drawingTable(browser, address, size) {
  const shape = graphOf(size);
  const rows = [];
  let naiveFirst = Number.NaN;
  for (const { name, kind } of peers) {
    const near = await measured(browser, address, kind, shape, reading);
    const far = await measured(browser, address, kind, shape, null);
    if (kind === 'naive') naiveFirst = far.first;
    rows.push([
      name,
      near.status.toFixed(1),
      far.status.toFixed(1),
      `${near.pan.toFixed(1)} (${near.panP95.toFixed(0)})`,
      `${far.pan.toFixed(1)} (${far.panP95.toFixed(0)})`,
      `${far.first.toFixed(0)} (${(far.first / naiveFirst).toFixed(2)})`,
      far.heap.toFixed(0),
    ]);
  }
  return table(
    [
      `${size} nodes`,
      'status, reading',
      'status, all',
      'pan, reading (p95 frame)',
      'pan, all (p95 frame)',
      'first drawing (ratio)',
      'heap, MB',
    ],
    rows,
  );
}

/**
 * From a change of the record of a long thread, as it comes in, to the picture, beside a plain change of a status.
 * @param {import('playwright').Browser} browser @param {string} address @param {number} size
 */
async function eventTable(browser, address, size) {
  const shape = graphOf(size);
  const rows = [];
  let naiveMs = Number.NaN;
  for (const [name, kind, what, act] of /** @type {const} */ ([
    ['React Flow, naive: a status changes', 'naive', 'status', 'changeStatuses'],
    ['ours: a status changes', 'ours', 'status', 'changeStatuses'],
    ['ours: a change of the record', 'ours', 'record', 'receiveChanges'],
    ['ours: nothing changes', 'ours', 'nothing', 'rest'],
  ])) {
    const { page, devtools } = await openPage(browser, address, shape);
    await show(page, kind, reading);
    await page.waitForTimeout(300);
    const times = await page.evaluate(
      ([pictureKind, count]) => /** @type {any} */ (globalThis).bench.timesToPicture(pictureKind, count),
      /** @type {const} */ ([what, frames]),
    );
    const idle = await costOf(devtools, page, 'rest');
    const { perFrame } = await costOf(devtools, page, act);
    const ms = median(times);
    if (kind === 'naive') naiveMs = ms;
    rows.push([
      name,
      ms.toFixed(1),
      p95(times).toFixed(1),
      (ms / naiveMs).toFixed(2),
      Math.max(0, perFrame - idle.perFrame).toFixed(1),
    ]);
    await page.close();
  }
  const head = ['to the picture, ms', 'p95', 'of React Flow', 'main thread, ms'];
  return table([`${size} nodes, reading`, ...head], rows);
}

/**
 * @param {import('playwright').Browser} browser @param {string} address
 * @param {import('../../src/shared/model/graph.ts').GraphShape} shape
 */
async function openPage(browser, address, shape) {
  const page = await browser.newPage({ viewport: window });
  await page.goto(address);
  const devtools = await page.context().newCDPSession(page);
  // The CPU time of the main thread: other work on the machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate((value) => Object.assign(globalThis, { shape: value }), shape);
  return { page, devtools };
}

/**
 * Milliseconds until the graph is painted.
 * @param {import('playwright').Page} page @param {Kind} kind @param {{ x: number, y: number, zoom: number } | null} viewport
 * @returns {Promise<number>}
 */
function show(page, kind, viewport) {
  const payload = /** @type {const} */ ([kind, viewport]);
  return page.evaluate(([what, where]) => {
    const { bench, shape: graphShape } = /** @type {any} */ (globalThis);
    return bench.show(what, graphShape, where);
  }, payload);
}

/**
 * Main-thread ms for each frame above those of an idle one, p95 of the frames' lengths, ms to the first picture, and MB
 * above the page without a graph.
 * @param {import('playwright').Browser} browser @param {string} address @param {Kind} kind
 * @param {import('../../src/shared/model/graph.ts').GraphShape} shape @param {{ x: number, y: number, zoom: number } | null} viewport
 */
async function measured(browser, address, kind, shape, viewport) {
  /** @type {number[]} */ const firsts = [];
  let result = null;
  const rounds = viewport === null ? firstRounds : 1;
  for (let round = 0; round < rounds; round += 1) {
    const { page, devtools } = await openPage(browser, address, shape);
    // The layout is computed before, so that only rendering counts towards the heap.
    const heapBefore = await heapOf(devtools);
    firsts.push(await show(page, kind, viewport));
    if (round === rounds - 1) {
      await page.waitForTimeout(300);
      const heap = (await heapOf(devtools)) - heapBefore;
      const idle = await costOf(devtools, page, 'rest');
      const status = await costOf(devtools, page, 'changeStatuses');
      const pan = await costOf(devtools, page, 'pan');
      result = {
        status: Math.max(0, status.perFrame - idle.perFrame),
        pan: Math.max(0, pan.perFrame - idle.perFrame),
        panP95: p95(pan.lengths),
        heap,
        first: median(firsts),
      };
    }
    await page.close();
  }
  if (result === null) throw new Error('Nothing was measured.');
  return result;
}

/**
 * @param {import('playwright').CDPSession} devtools @param {import('playwright').Page} page
 * @param {'rest' | 'changeStatuses' | 'receiveChanges' | 'pan'} what
 */
async function costOf(devtools, page, what) {
  const before = await taskMs(devtools);
  const lengths = await page.evaluate(
    ([name, count]) => /** @type {any} */ (globalThis).bench[name](count),
    /** @type {const} */ ([what, frames]),
  );
  return {
    perFrame: ((await taskMs(devtools)) - before) / frames,
    lengths: /** @type {number[]} */ (lengths),
  };
}

/** @param {import('playwright').CDPSession} devtools */
async function taskMs(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** @param {import('playwright').CDPSession} devtools */
async function heapOf(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

/** @param {readonly number[]} values */
function p95(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
