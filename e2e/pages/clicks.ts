import type { Page } from 'playwright/test';

/** Does a job, and says how often it pressed the mouse in the page, with any button. */
export async function clicksOf(page: Page, job: () => Promise<void>): Promise<number> {
  const counter = await page.evaluateHandle(() => {
    const state = { clicks: 0 };
    const count = ({ isTrusted }: Event): void => {
      if (isTrusted) state.clicks += 1;
    };
    window.addEventListener('pointerdown', count, { capture: true });
    return { state, stop: () => window.removeEventListener('pointerdown', count, { capture: true }) };
  });
  await job();
  return counter.evaluate(({ state, stop }) => {
    stop();
    return state.clicks;
  });
}
