import { table } from '../median.mjs';
import { inChromium, quantile } from './in-chromium.mjs';

const held = 100_000;
const rate = 5_000;
const seconds = 16;

/** The Node tab of a node that ran 25,000 times and goes on. @param {string} url */
export function nodeTable(url) {
  return inChromium(url, 'node.html', async (page, hostUrl) => {
    const measured = () => page.evaluate('bench.measured()');
    await measured();
    await page.evaluate(
      ([address, plan]) => /** @type {any} */ (globalThis).bench.follow(address, plan),
      [hostUrl.replace('http', 'ws'), `work${held}+${rate}x${seconds}`],
    );
    await page.waitForFunction(`bench.store.get().frames.length >= ${held}`, null, { timeout: 120_000 });
    const flood = await measured();
    await page.waitForTimeout(1000);
    await measured();
    await page.waitForTimeout(6000);
    const live = await measured();
    const going = await page.evaluate('bench.store.get().end === null');
    if (!going) throw new Error('The events came to their end before everything was measured.');
    const factsText = await page.getByTestId('execution-facts').innerText();
    if (!/running|finished/.test(factsText)) throw new Error(`The Node tab shows no execution: ${factsText}`);
    const row = (/** @type {string} */ name, /** @type {any} */ { pictures: frames, longTasks }) => [
      name,
      quantile(frames, 0.5).toFixed(1),
      quantile(frames, 0.95).toFixed(1),
      Math.max(0, ...frames).toFixed(0),
      String(longTasks.length),
    ];
    return table(
      ['the Node tab beside the events', 'between pictures, ms: p50', 'p95', 'most', 'tasks over 50 ms'],
      [
        row(`${held} events as fast as they come`, flood),
        row(`${rate} events a second on top of them`, live),
      ],
    );
  });
}
