import { expect, type Locator, type Page } from 'playwright/test';

/**
 * The time from a key press to the page's next frame, in ms; the minimum of five, since a busy machine is not
 * the page's fault. A page that hangs never responds.
 */
export async function measureInputDelay(page: Page, field: Locator): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { keyTimes: times });
    addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
    );
  });
  for (let round = 0; round < 5; round += 1) await field.press('End');
  const read = (): Promise<number[]> =>
    page.evaluate(() => (globalThis as { keyTimes?: number[] }).keyTimes ?? []);
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(5);
  return Math.min(...(await read()));
}
