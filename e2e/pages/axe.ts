import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from 'playwright/test';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** The rules whose answer depends on colours; all others read the document alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

interface AxeScope {
  /** Selector of the only part to look at: what opened over a page that was looked at already. */
  readonly within?: string;
  /** Only the rules about colours: for another theme of what was looked at already. */
  readonly onlyColours?: boolean;
}

/** Expects that axe finds nothing wrong with what the page shows now. */
export async function expectAccessible(page: Page, { within, onlyColours }: AxeScope = {}): Promise<void> {
  const known = await page.evaluate(() => 'axe' in window);
  // Run by the debugger, not by the page, whose policy lets no foreign script in.
  if (!known) await page.evaluate(await source);
  const options = {
    resultTypes: ['violations'],
    ...(onlyColours ? { runOnly: { type: 'rule', values: colourRules } } : {}),
  };
  const findings = await page.evaluate(
    async ([selector, asked]) => {
      const { axe } = window as unknown as {
        axe: { run(where: unknown, how: unknown): Promise<{ violations: Finding[] }> };
      };
      return (await axe.run(selector === null ? document : { include: [[selector]] }, asked)).violations;
    },
    [within ?? null, options] as const,
  );
  const found = findings.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((one) => `  ${one.target.join(' ')}`).join('\n')}`,
  );
  expect(found).toEqual([]);
}
