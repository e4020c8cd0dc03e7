import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from 'playwright/test';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** The rules that depend on colours; all others read only the document. */
const colourRules = ['color-contrast', 'link-in-text-block'];

interface AxeScope {
  /** Selector of the part to check: what opened over a page that was already checked. */
  readonly within?: string;
  /** Only the colour rules: for another theme of what was already checked. */
  readonly onlyColours?: boolean;
  /** Only these rules, such as those that axe leaves out by default. */
  readonly rules?: readonly string[];
}

/** Expects no axe violations on the page. */
export async function expectAccessible(
  page: Page,
  { within, onlyColours, rules }: AxeScope = {},
): Promise<void> {
  const isKnown = await page.evaluate(() => 'axe' in window);
  // Run by the debugger, because the content policy blocks foreign scripts.
  if (!isKnown) await page.evaluate(await source);
  const options = {
    resultTypes: ['violations'],
    ...(rules || onlyColours ? { runOnly: { type: 'rule', values: rules ?? colourRules } } : {}),
  };
  const findings = await page.evaluate(
    async ([selector, runOptions]) => {
      const { axe } = window as unknown as {
        axe: { run(where: unknown, how: unknown): Promise<{ violations: Finding[] }> };
      };
      return (await axe.run(selector === null ? document : { include: [[selector]] }, runOptions)).violations;
    },
    [within ?? null, options] as const,
  );
  const violations = findings.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((one) => `  ${one.target.join(' ')}`).join('\n')}`,
  );
  expect(violations).toEqual([]);
}

/** The same in both themes: everything in the dark one, and the colours in the light one. Ends in the light one. */
export async function expectAccessibleInBothThemes(page: Page, scope: AxeScope = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, scope);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page, { ...scope, onlyColours: true });
}
