// What a page's main thread does while something happens in it: times between pictures by the clock, which other programs
// distort, and the processor time of each picture, which they don't.
import { quantile } from '../stream/in-chromium.mjs';

/** Counts pictures from a page's start on. To be added to a page before it is opened. */
export function observeFrames() {
  const pictures = (/** @type {any} */ (globalThis).benchPictures = /** @type {number[]} */ ([]));
  let before = performance.now();
  const draw = (/** @type {number} */ now) => {
    pictures.push(now - before);
    before = now;
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

/**
 * Milliseconds. `pictures`: between pictures, by the clock. `work`: of the processor for each picture. `longTasks`: of the
 * processor, over 50.
 * @typedef {{ pictures: number[], work: number[], longTasks: number[] }} Measured
 * @typedef {import('playwright').Page} Page
 * @typedef {{ name: string, pid: number, tid: number, ph: string, ts: number, dur: number, tdur: number }} TraceEvent
 */

const longTask = 50;
const mark = 'bench begins';

/** @param {Page} page @param {() => Promise<unknown>} act @returns {Promise<Measured>} */
export async function framesDuring(page, act) {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  // One in the background draws seldom.
  await page.bringToFront();
  const taken = () => page.evaluate(() => /** @type {any} */ (globalThis).benchPictures.splice(0));
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  await page.evaluate((name) => void performance.mark(name), mark);
  await taken();
  await act();
  const pictures = /** @type {number[]} */ (await taken());
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const start = traceEvents.find(({ name }) => name === mark);
  if (start === undefined) throw new Error('The trace has no beginning.');
  const pageEvents = traceEvents
    .filter(({ pid, tid, ph, ts }) => pid === start.pid && tid === start.tid && ph === 'X' && ts >= start.ts)
    .toSorted((a, b) => a.ts - b.ts);
  return { pictures, ...workOf(pageEvents) };
}

/** A picture is all tasks up to the one that hands it over. @param {readonly TraceEvent[]} events In order. */
function workOf(events) {
  const handovers = events.filter(({ name }) => name === 'Commit').map(({ ts }) => ts);
  const work = [];
  const longTasks = [];
  let sum = 0;
  let index = 0;
  for (const { name, ts, dur, tdur } of events) {
    if (name !== 'RunTask') continue;
    const ms = tdur / 1000;
    if (ms > longTask) longTasks.push(ms);
    sum += ms;
    const handover = handovers[index];
    if (handover === undefined || handover > ts + dur) continue;
    while ((handovers[index] ?? Infinity) <= ts + dur) index += 1;
    work.push(sum);
    sum = 0;
  }
  return { work, longTasks };
}

export const frameHead = [
  'between pictures, ms: p50',
  'p95',
  'most',
  'processor ms of a picture: p50',
  'p95',
  'most',
  'of the plain list, p95',
  'tasks over 50 ms',
];

/** @param {readonly Measured[]} all @param {readonly Measured[] | null} plain @returns {string[]} */
export function frameCells(all, plain) {
  const pictures = all.flatMap((one) => one.pictures);
  const workP95 = (/** @type {readonly Measured[]} */ measured) =>
    quantile(
      measured.flatMap((one) => one.work),
      0.95,
    );
  const work = all.flatMap((one) => one.work);
  return [
    quantile(pictures, 0.5).toFixed(1),
    quantile(pictures, 0.95).toFixed(1),
    Math.max(0, ...pictures).toFixed(0),
    quantile(work, 0.5).toFixed(1),
    workP95(all).toFixed(1),
    Math.max(0, ...work).toFixed(0),
    plain === null ? '-' : `${(workP95(all) / workP95(plain)).toFixed(1)}x`,
    String(all.reduce((sum, { longTasks }) => sum + longTasks.length, 0)),
  ];
}

/** Draws a scroll bar from the top to the end in three seconds: every picture shows other rows. @param {Page} page @param {string} selector */
export const dragThrough = (page, selector) =>
  page.evaluate(
    ([wanted]) =>
      new Promise((done) => {
        const list = document.querySelector(wanted);
        if (list === null) throw new Error(`There is no ${wanted}.`);
        const steps = 180;
        const range = list.scrollHeight - list.clientHeight;
        let step = 0;
        const next = () => {
          step += 1;
          list.scrollTop = (range * step) / steps;
          if (step < steps) requestAnimationFrame(next);
          else done(null);
        };
        requestAnimationFrame(next);
      }),
    /** @type {const} */ ([selector]),
  );

/** Turns the wheel over a list for three seconds, from its top. @param {Page} page @param {string} selector */
export async function wheelOver(page, selector) {
  await page.locator(selector).hover();
  for (let turns = 0; turns < 60; turns += 1) {
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(50);
  }
}
