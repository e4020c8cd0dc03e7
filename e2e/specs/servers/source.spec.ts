import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { WebSocket } from 'ws';
import { studioPackages } from '../../../src/testing/services/fake-project.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { openNodeMenu } from '../../pages/canvas-tools.ts';
import { node } from '../../pages/canvas.ts';
import { longWait } from '../../pages/limits.ts';
import { closeSheet } from '../../pages/runs.ts';
import { runPaletteCommand } from '../../pages/windows.ts';

// Why specs that need the project of the first one are left out on the desktop.
const needsProject =
  'The project is opened in the browser only: the desktop app asks for its folder with a dialog of the system.';

test.describe.configure({ mode: 'serial' });

const graph = `import { Annotation, StateGraph } from '@langchain/langgraph';
import { plan } from './nodes.js';

const State = Annotation.Root({ text: Annotation() });
const answer = () => ({ text: 'answer' });
const route = () => 'answer';

const builder = new StateGraph(State);
builder.addNode('plan', plan);
builder.addNode('answer', answer);
for (const name of ['check']) builder.addNode(name, () => ({}));
builder.addEdge('__start__', 'plan');
builder.addConditionalEdges('plan', route, ['answer', 'check']);
builder.addEdge('answer', '__end__');
export const graph = builder.compile();
`;

const nodes = `// The steps of the trip.

export async function plan() {
  return { text: 'plan' };
}
`;

let parent: string;
let folder: string;
let recorded: string;
test.beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'studio-source-')));
  folder = join(parent, 'trip');
  recorded = join(parent, 'opened.json');
  await mkdir(folder);
  await symlink(studioPackages, join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'graph.js'), graph);
  await writeFile(join(folder, 'nodes.js'), nodes);
  await writeFile(
    join(folder, 'langgraph.json'),
    JSON.stringify({ graphs: { trip: './graph.js:graph' }, http: { cors: { allow_origins: [] } } }),
  );
  await writeFile(
    join(parent, 'editor.mjs'),
    "import { writeFileSync } from 'node:fs'; const [, , to, ...args] = process.argv; writeFileSync(to, JSON.stringify(args));",
  );
});
test.afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

/** What the editor was given since the last look. */
async function openedPlace(): Promise<string[]> {
  await expect.poll(() => readFile(recorded, 'utf8').catch(() => '')).not.toBe('');
  const args = JSON.parse(await readFile(recorded, 'utf8')) as string[];
  await rm(recorded);
  return args;
}

const sourceDialog = (page: Page, of: string) => page.getByRole('dialog', { name: `Source of ${of}` });

test('a node of a project opens in the editor at its function', { tag: '@full' }, async ({ studio }) => {
  test.skip(studio.kind !== 'web', 'The desktop app asks for the folder with a dialog of the system.');
  test.slow();
  const { page, dataFolder } = studio;
  await writeFile(
    join(dataFolder, 'editor-command.json'),
    JSON.stringify({
      command: [process.execPath, join(parent, 'editor.mjs'), recorded, '{file}', '{line}', '{column}'],
    }),
  );
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Projects' }).click();
  const view = page.getByRole('region', { name: 'Projects', exact: true });
  await view.getByRole('button', { name: 'Open folder' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Open folder' });
  await dialog.getByRole('combobox', { name: 'Path' }).fill(folder);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await view.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(view.getByText('ready in')).toBeVisible(longWait());
  await view.getByRole('button', { name: 'Show graphs' }).click();

  // From its menu.
  await openNodeMenu(page, 'plan');
  const item = page.getByRole('menuitem', { name: /^Open source\b/ }).first();
  await expect(item).toContainText('nodes.js:3');
  await item.click();
  await expect(page.getByText(/^Opened nodes\.js:3 in /)).toBeVisible();
  expect(await openedPlace()).toEqual([join(folder, 'nodes.js'), '3', '23']);

  // From the inspector, the keyboard and the palette.
  await closeSheet(page);
  await node(page, 'answer').click();
  await page.getByRole('button', { name: 'Open source: graph.js:5' }).click();
  expect(await openedPlace()).toEqual([join(folder, 'graph.js'), '5', '7']);
  await page.keyboard.press('o');
  expect(await openedPlace()).toEqual([join(folder, 'graph.js'), '5', '7']);
  await runPaletteCommand(page, 'Open source', /^Open source: node “answer”/);
  expect(await openedPlace()).toEqual([join(folder, 'graph.js'), '5', '7']);
});

test('a guess says so, and several places are listed', { tag: '@full' }, async ({ studio }) => {
  test.skip(studio.kind !== 'web', needsProject);
  const { page } = studio;
  await node(page, 'check').click();
  const line = page.getByRole('button', { name: 'Open source: graph.js:11' });
  await expect(line).toBeVisible();
  await expect(page.getByText('a guess', { exact: true })).toBeVisible();

  await openNodeMenu(page, 'plan');
  await page.getByRole('menuitem', { name: 'Open source of its edges' }).click();
  const dialog = sourceDialog(page, 'the edges of plan');
  const edge = dialog.getByRole('region', { name: 'plan → answer' });
  await expect(edge.getByRole('listitem')).toHaveCount(2);
  await expect(edge.getByRole('listitem').first()).toContainText('The function that decides.');
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  await edge.getByRole('button', { name: 'Open graph.js:6' }).click();
  await expect(dialog).toBeHidden();
  expect(await openedPlace()).toEqual([join(folder, 'graph.js'), '6', '7']);
});

test('without an editor, the place is there to copy', { tag: '@full' }, async ({ studio }) => {
  test.skip(studio.kind !== 'web', needsProject);
  const { page, dataFolder } = studio;
  await writeFile(join(dataFolder, 'editor-command.json'), '{ "command": ["no-such-editor", "{file}"] }');
  await runPaletteCommand(page, 'Choose editor');
  const editors = page.getByRole('dialog', { name: 'Editor' });
  await expect(editors).toContainText('The program no-such-editor in editor-command.json was not found.');
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  await editors.getByRole('button', { name: 'Save' }).click();
  await expect(editors).toBeHidden();

  await node(page, 'plan').click();
  await page.keyboard.press('o');
  const dialog = sourceDialog(page, 'plan');
  await expect(dialog.getByRole('alert')).toContainText(`${join(folder, 'nodes.js')}:3:23`);
  await expect(dialog.getByRole('button', { name: 'Copy nodes.js:3' })).toBeVisible();
});

/** Evaluates an expression in the process that a debugger's address leads to, as an editor would. */
async function evaluate(webSocketUrl: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(webSocketUrl);
  try {
    await once(socket, 'open');
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    const [message] = (await once(socket, 'message')) as [Buffer];
    return JSON.parse(message.toString('utf8'));
  } finally {
    socket.close();
  }
}

test(
  'a project starts with a debugger, to which an editor can attach',
  { tag: '@full' },
  async ({ studio }) => {
    test.skip(studio.kind !== 'web', needsProject);
    test.slow();
    const { page } = studio;
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Projects' }).click();
    const view = page.getByRole('region', { name: 'Projects', exact: true });
    await view.getByRole('button', { name: 'Restart with debugger' }).click();
    const attach = view.getByRole('button', { name: 'Write attach configuration' });
    await expect(attach).toBeVisible(longWait());
    const address = (await view.getByText(/^127[.]0[.]0[.]1:\d+$/).textContent()) ?? '';
    const version = (await (await fetch(`http://${address}/json/version`)).json()) as { Browser: string };
    expect(version.Browser).toMatch(/^node\.js\//);
    const [target] = (await (await fetch(`http://${address}/json/list`)).json()) as [
      { url: string; webSocketDebuggerUrl: string },
    ];
    // The process that runs the graphs, and not the command that watches the files.
    expect(target.url).toMatch(/entrypoint\.mjs$/);
    expect(await evaluate(target.webSocketDebuggerUrl, 'process.cwd()')).toMatchObject({
      result: { result: { value: folder } },
    });

    await attach.click();
    const dialog = page.getByRole('dialog', { name: 'Write attach configuration' });
    const change = dialog.getByLabel('Change');
    await expect(change).toContainText(`"port": ${address.split(':')[1]}`);
    await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
    const file = join(folder, '.vscode/launch.json');
    await expect(readFile(file, 'utf8')).rejects.toThrow('ENOENT');
    await dialog.getByRole('button', { name: 'Create the file' }).click();
    await expect(dialog).toBeHidden();
    const written = await readFile(file, 'utf8');
    expect(JSON.parse(written)).toMatchObject({
      configurations: [{ type: 'node', request: 'attach', port: Number(address.split(':')[1]) }],
    });

    // A file that is not valid is left alone.
    await writeFile(file, '{ "configurations": [ }');
    await attach.click();
    await expect(dialog.getByRole('alert')).toContainText('line 1, column 23');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await readFile(file, 'utf8')).toBe('{ "configurations": [ }');
  },
);
