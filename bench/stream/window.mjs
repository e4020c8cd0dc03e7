import { seeded } from '../client/inputs.mjs';
import { table } from '../median.mjs';
import { inChromium, quantile } from './in-chromium.mjs';

const held = 1_000_000;
const rate = 5_000;
const seconds = 10;
const readBack = 200;

/** A window that holds a million events and gets 5,000 more each second. @param {string} url */
export async function windowTable(url) {
  return inChromium(url, '', async (page, hostUrl) => {
    const devtools = await page.context().newCDPSession(page);
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize = 0 } =
        /** @type {{ usedSize: number, backingStorageSize?: number }} */ (
          await devtools.send('Runtime.getHeapUsage')
        );
      return (usedSize + backingStorageSize) / 2 ** 20;
    };
    const measured = () => page.evaluate('bench.measured()');
    const lengthIs = (/** @type {number} */ min) =>
      page.waitForFunction(`bench.store.get().frames.length >= ${min}`, null, {
        timeout: 600_000,
        polling: 100,
      });
    // A layout that has been stable for a while is painted in its final form.
    await page.waitForTimeout(1000);
    await measured();
    await page.waitForTimeout(5000);
    const idle = await measured();
    const emptyHeap = await heap();
    await measured();
    const startedAt = performance.now();
    await page.evaluate(
      ([address, plan]) => /** @type {any} */ (globalThis).bench.follow(address, plan),
      [hostUrl.replace('http', 'ws'), `${held}+${rate}x${seconds}`],
    );
    await lengthIs(held);
    const floodMs = performance.now() - startedAt;
    const flood = await measured();
    await page.waitForTimeout(1000);
    await measured();
    await page.waitForTimeout((seconds - 3) * 1000);
    const live = await measured();
    await page.waitForFunction('bench.store.get().end !== null', null, { timeout: 60_000 });
    const fullHeap = await heap();
    const random = seeded(7);
    const seqs = Array.from({ length: readBack }, () => Math.floor(random() * held));
    await measured();
    const back = await page.evaluate(
      (wanted) => /** @type {any} */ (globalThis).bench.readBack(wanted),
      seqs,
    );
    const afterwards = await measured();
    const missing = back.lengths.filter((/** @type {number} */ length) => length < 0).length;
    const row = (/** @type {string} */ name, /** @type {any} */ { pictures: frames, longTasks }) => [
      name,
      quantile(frames, 0.5).toFixed(1),
      quantile(frames, 0.95).toFixed(1),
      Math.max(0, ...frames).toFixed(0),
      String(longTasks.length),
      longTasks.length === 0 ? '-' : Math.max(...longTasks).toFixed(0),
    ];
    const frames = table(
      [
        'the window in Chromium',
        'between pictures, ms: p50',
        'p95',
        'most',
        'tasks over 50 ms',
        'longest, ms',
      ],
      [
        row('an empty list, nothing comes', idle),
        row(`${held} events as fast as they come`, flood),
        row(`${rate} events a second on top of them`, live),
        row(`${readBack} events read back, anywhere`, afterwards),
      ],
    );
    const facts = table(
      ['of the same window', ''],
      [
        [`${held} events came in`, `${(floodMs / 1000).toFixed(1)} s`],
        [
          'heap and buffers with all of them, above the empty page',
          `${(fullHeap - emptyHeap).toFixed(0)} MB`,
        ],
        ['an event anywhere read back', `${(back.ms / readBack).toFixed(1)} ms`],
        ['events that could not be read back', String(missing)],
      ],
    );
    return `${frames}\n\n${facts}`;
  });
}
