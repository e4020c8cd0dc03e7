import { table } from '../median.mjs';
import { inChromium, quantile } from './in-chromium.mjs';

const loaded = 10_000;
const rate = 5_000;
const seconds = 14;
/** Milliseconds between two key presses. */
const keyMs = 60;

/** A long thread whose newest messages arrive token by token while the user types. @param {string} url */
export function messagesTable(url) {
  return inChromium(url, 'messages.html', async (page, hostUrl) => {
    const measured = () => page.evaluate('bench.measured()');
    await page.evaluate(
      ([address, plan]) => /** @type {any} */ (globalThis).bench.follow(address, plan),
      [hostUrl.replace('http', 'ws'), `talk${loaded}+${rate}x${seconds}`],
    );
    await page.waitForFunction(`bench.store.get().frames.length > ${loaded}`, null, { timeout: 60_000 });
    await page.waitForTimeout(2000);
    await measured();
    await page.waitForTimeout(4000);
    const reading = await measured();
    await page.getByLabel('Message', { exact: true }).focus();
    await measured();
    const startedAt = performance.now();
    let typed = 0;
    for (; performance.now() - startedAt < 4000; typed += 1) {
      await page.keyboard.press('a');
      await page.waitForTimeout(keyMs);
    }
    const writing = await measured();
    const text = await page.getByLabel('Message', { exact: true }).inputValue();
    if (text.length !== typed) throw new Error(`${typed} keys made ${text.length} characters.`);
    const going = await page.evaluate('bench.store.get().end === null');
    if (!going) throw new Error('The tokens came to their end before everything was measured.');
    const row = (
      /** @type {string} */ name,
      /** @type {any} */ { pictures: frames, longTasks, keys, waits },
    ) => [
      name,
      quantile(frames, 0.5).toFixed(1),
      quantile(frames, 0.95).toFixed(1),
      Math.max(0, ...frames).toFixed(0),
      String(longTasks.length),
      waits.length === 0 ? '-' : Math.max(...waits).toFixed(0),
      keys.length === 0 ? '-' : Math.max(...keys).toFixed(0),
    ];
    return table(
      [
        `${loaded} messages, ${rate} tokens a second`,
        'between pictures, ms: p50',
        'p95',
        'most',
        'tasks over 50 ms',
        'a key waits, at most',
        'until it is seen, at most',
      ],
      [row('somebody reads', reading), row(`somebody writes, ${typed} keys`, writing)],
    );
  });
}
