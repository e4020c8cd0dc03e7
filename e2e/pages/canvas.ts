import { expect, type Locator, type Page } from 'playwright/test';
import { longWait } from './limits.ts';

export function canvas(page: Page): Locator {
  return page.getByTestId('graph-canvas');
}

/** A node by its full ID: `write:deep:polish`. */
export function node(page: Page, id: string): Locator {
  return page.getByTestId(`node-${id}`);
}

export async function expectStatus(page: Page, id: string, status: string): Promise<void> {
  await expect(node(page, id)).toHaveAttribute('data-status', status, longWait());
}

export async function setXray(page: Page, level: '0' | '1' | '2' | 'All'): Promise<void> {
  await page.getByRole('radiogroup', { name: 'X-ray level' }).getByText(level, { exact: true }).click();
}

/** Selects an assistant of the current server by its name. */
export async function pickAssistant(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Assistant: / }).click();
  await page.getByRole('menuitemradio', { name }).first().click();
  await expect(page.getByRole('button', { name: `Assistant: ${name}` })).toBeVisible();
}

/** Records every status of every node from now on, because a spec on a busy machine may look too late. */
export async function recordStatuses(page: Page): Promise<(id: string) => Promise<string[]>> {
  const recorded = await page.evaluateHandle(() => {
    const record: Record<string, string[]> = {};
    const add = ({ dataset: { testid = '', status = '' } }: HTMLElement, before: string | null): void => {
      // With several changes in one task, each record has only the value before it.
      (record[testid] ??= []).push(before ?? '', status);
    };
    const observer = new MutationObserver((changes) => {
      for (const { type, target, oldValue, addedNodes } of changes) {
        if (type === 'attributes') add(target as HTMLElement, oldValue);
        // The canvas draws a node anew when it is seen again, with the status that it has by then.
        for (const added of addedNodes) {
          if (!(added instanceof HTMLElement)) continue;
          for (const drawn of [added, ...added.querySelectorAll<HTMLElement>('[data-status]')])
            if (drawn.dataset['status'] !== undefined) add(drawn, null);
        }
      }
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-status'],
      attributeOldValue: true,
    });
    return record;
  });
  return (id) => recorded.evaluate((record, key) => record[key] ?? [], `node-${id}`);
}
