import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Commands of npm, Playwright and the runner; everything else is a script of this repository. */
const foreign = [
  /^npm ci$/,
  /^npx playwright install --with-deps chromium$/,
  /^sudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0$/,
  /^sudo apt-get update && sudo apt-get install [\w -]+$/,
];

test('every step of a workflow is a script that can be run here', () => {
  const steps = workflows.flatMap((text) =>
    [...text.matchAll(/run: (.+)$/gm)].map((match) => match[1] ?? ''),
  );
  expect(steps.length).toBeGreaterThan(10);
  const ours = steps.filter((step) => !foreign.some((known) => known.test(step)));
  const missing = ours.filter((step) => {
    const command = step.replace(/^xvfb-run --auto-servernum /, '');
    const script = /^npm (?:run )?([\w:]+)/.exec(command)?.[1];
    const file = /^node (\S+)/.exec(command)?.[1];
    return script === undefined
      ? file === undefined || !existsSync(new URL(`../${file}`, import.meta.url))
      : !(script in manifest.scripts);
  });
  expect(missing).toEqual([]);
});
