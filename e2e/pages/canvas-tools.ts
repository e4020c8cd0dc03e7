import type { Locator, Page } from 'playwright/test';
import { node } from './canvas.ts';

export function breakpointMarker(page: Page, id: string, side: 'before' | 'after'): Locator {
  return node(page, id).locator(`[data-breakpoint^="${side}"]`);
}

/** The toolbar button with the number of breakpoints. */
export function breakpointCounter(page: Page): Locator {
  return page.getByRole('button', { name: /^Breakpoints: / });
}

export async function openNodeMenu(page: Page, id: string): Promise<void> {
  await node(page, id).click({ button: 'right' });
}

/** Selects an overlay, or its scope. */
export async function chooseOverlay(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Overlay: / }).click();
  await page.getByRole('menuitemradio', { name }).click();
}
