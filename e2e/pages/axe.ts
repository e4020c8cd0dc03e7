import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from 'playwright/test';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** Expects that axe finds nothing wrong with what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  const known = await page.evaluate(() => 'axe' in window);
  // Run by the debugger, not by the page, whose policy lets no foreign script in.
  if (!known) await page.evaluate(await source);
  const findings = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
  });
  const found = findings.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((one) => `  ${one.target.join(' ')}`).join('\n')}`,
  );
  expect(found).toEqual([]);
}
