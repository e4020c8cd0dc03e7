import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { studioPackages } from '../../../src/testing/services/fake-project.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { node } from '../../pages/canvas.ts';
import { openView, turns } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { expectRun, newThread, startRun } from '../../pages/runs.ts';

test.describe.configure({ mode: 'serial' });

/** A graph of nodes in a row. Its code runs when it is loaded. */
const graphOf = (nodes: readonly string[], code = ''): string => `
import { Annotation, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ text: Annotation() });
const names = ${JSON.stringify(nodes)};
const builder = new StateGraph(State);
for (const name of names) builder.addNode(name, () => ({ text: name }));
[...names, '__end__'].forEach((name, at) => builder.addEdge(names[at - 1] ?? '__start__', name));
export const graph = builder.compile();
${code}
`;

let parent: string;
let folder: string;
test.beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'studio-projects-')));
  folder = join(parent, 'trip');
  await mkdir(folder);
  await symlink(studioPackages, join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'graph.js'), graphOf(['plan', 'answer']));
});
test.afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

const viewOf = async (page: Page): Promise<Locator> => {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Projects' }).click();
  return page.getByRole('region', { name: 'Projects', exact: true });
};

// The real CLI, as a project installs it, with the studio's own packages.
test('a project is opened, started, edited, crashes and comes back', { tag: '@full' }, async ({ studio }) => {
  test.skip(
    studio.kind !== 'web',
    'The desktop app asks with a dialog of the system; see electron-shell.spec.ts.',
  );
  test.slow();
  const { page } = studio;
  const view = await viewOf(page);
  const open = async (): Promise<void> => {
    await view.getByRole('button', { name: 'Open folder' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Open folder' });
    await dialog.getByRole('combobox', { name: 'Path' }).fill(folder);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await open();
  await expect(view).toContainText('This folder has no langgraph.json.');
  await expect(view.getByRole('button', { name: 'Start', exact: true })).toBeDisabled();

  await writeFile(join(folder, 'langgraph.json'), JSON.stringify({ graphs: { trip: './graph.js:graph' } }));
  await view.getByRole('button', { name: 'Read the folder again' }).click();
  await expect(view).toContainText('Web pages that you visit can call this server');
  await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Projects"]' });
  await view.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(view.getByText('ready in')).toBeVisible(longWait());
  const log = view.getByRole('group', { name: 'Log' });
  await expect(log).toContainText("Registering graph with id 'trip'");

  // Its server is the current one, and its graph is drawn.
  await view.getByRole('button', { name: 'Show graphs' }).click();
  await expect(node(page, 'answer')).toBeVisible();
  await node(page, 'answer').click();
  // Once the user has moved the canvas, a reload leaves what is in the middle where it is.
  const boxes = (): Promise<string[]> =>
    Promise.all(
      ['plan', 'answer'].map(async (id) => {
        const { x, y } = (await node(page, id).boundingBox()) ?? { x: 0, y: 0 };
        return `${id} ${Math.round(x)} ${Math.round(y)}`;
      }),
    );
  const fitted = await boxes();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(boxes).not.toEqual(fitted);
  const before = await boxes();
  await writeFile(join(folder, 'graph.js'), graphOf(['plan', 'check', 'answer']));
  await expect(page.getByText(/^Reloaded .* Added: check[.]/)).toBeVisible(longWait());
  await expect(node(page, 'check')).toBeVisible();
  await expect(node(page, 'check')).toHaveAttribute('data-change', 'new');
  const changes = page.getByRole('region', { name: 'Changes to the graph' });
  await expect(changes).toContainText('2 new, 1 removed');
  // The camera follows the new layout a moment after its nodes are there.
  await expect.poll(async () => (await boxes()).filter((box) => before.includes(box)).length).toBe(1);
  await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Changes to the graph"]' });
  await expect(page.getByRole('tabpanel', { name: 'Node' })).toContainText('answer');

  await writeFile(join(folder, 'graph.js'), 'const broken = ;');
  await viewOf(page);
  await expect(view.getByRole('alert')).toContainText('The server crashed: SyntaxError', longWait());
  await expect(log).toContainText('SyntaxError');
  // Wherever the user is, the reason is there.
  await openView(page, 'Threads');
  const banner = page.getByTestId('server-banner');
  await expect(banner).toContainText('The server crashed: SyntaxError', longWait());
  await banner.getByRole('button', { name: 'Show log' }).click();
  await expect(log).toContainText('SyntaxError');
  await view.getByRole('textbox', { name: 'Search log' }).fill('SyntaxError');
  await expect(view.getByText(/^\d of \d+ lines/)).toBeVisible();

  await writeFile(join(folder, 'graph.js'), graphOf(['plan', 'check', 'answer']));
  await expect(view.getByRole('option').getByText('ready', { exact: true })).toBeVisible(longWait());
  await expect(view.getByText(/reloaded \d+ times/)).toBeVisible();
  await view.getByRole('button', { name: 'Restart', exact: true }).click();
  await expect(view.getByText('reloaded')).toBeHidden();
  await expect(view.getByRole('button', { name: 'Show graphs' })).toBeVisible(longWait());
  await view.getByRole('button', { name: 'Stop', exact: true }).click();
  // A server gets six seconds to end before it is killed.
  await expect(view.getByRole('button', { name: 'Start', exact: true })).toBeEnabled(longWait());
});

test('a turn is stale once the code of its project was reloaded', { tag: '@full' }, async ({ studio }) => {
  test.skip(studio.kind !== 'web', 'The test before it, which starts the project, runs in the browser only.');
  test.slow();
  const { page } = studio;
  const view = await viewOf(page);
  await view.getByRole('button', { name: 'Start', exact: true }).click();
  await view.getByRole('button', { name: 'Show graphs' }).click(longWait());
  await openView(page, 'Threads');
  await newThread(page);
  await startRun(page, { text: 'before' });
  await expectRun(page, 'finished');
  const stale = turns(page).getByTestId('stale');
  await expect(turns(page)).toHaveCount(1);
  await expect(stale).toHaveCount(0);

  await writeFile(join(folder, 'graph.js'), graphOf(['plan', 'check', 'answer', 'thank']));
  await expect(node(page, 'thank')).toBeVisible(longWait());
  await expect(stale).toHaveAccessibleName(
    /^Stale: The project’s code was reloaded at .*, after this ran\.$/,
    longWait(),
  );
  await expectAccessibleInBothThemes(page);

  // What the new code has done is not.
  await startRun(page, { text: 'after' });
  await expect(turns(page)).toHaveCount(2, longWait());
  await expectRun(page, 'finished');
  await expect(stale).toHaveCount(1);
  await expect(turns(page).first().getByTestId('stale')).toHaveCount(0);
});

test(
  'a new project is written into an empty folder, and runs without a key',
  { tag: '@full' },
  async ({ studio: { page } }) => {
    test.slow();
    const view = await viewOf(page);
    await view.getByRole('button', { name: 'New project' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('combobox', { name: 'Folder' }).fill(folder);
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await expect(dialog.getByRole('alert')).toContainText('is not empty');
    await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
    await dialog.getByRole('radio', { name: /Approval/ }).check();
    await dialog.getByRole('combobox', { name: 'Folder' }).fill(join(parent, 'new'));
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await expect(view).toContainText('The packages of this project are not installed.');
    await expect(view.getByRole('button', { name: 'Install' })).toBeVisible();

    // In place of the registry's packages.
    await symlink(studioPackages, join(parent, 'new/node_modules'), 'junction');
    await view.getByRole('button', { name: 'Read the folder again' }).click();
    await expect(view.getByText('Web pages that you visit')).toBeHidden();
    await view.getByRole('button', { name: 'Start', exact: true }).click();
    await view.getByRole('button', { name: 'Show graphs' }).click(longWait());
    await expect(node(page, 'publish')).toBeVisible();
  },
);

test('what langgraph.json sets is explained, with its lines', { tag: '@full' }, async ({ studio }) => {
  test.skip(
    studio.kind !== 'web',
    'The desktop app asks with a dialog of the system; see electron-shell.spec.ts.',
  );
  const { page } = studio;
  const configured = join(parent, 'configured');
  await mkdir(configured);
  await writeFile(join(configured, 'graph.js'), graphOf(['plan']));
  const config = {
    graphs: { trip: './graph.js:graph' },
    checkpointer: { ttl: { strategy: 'delete', default_ttl: 43_200 } },
    http: { disable_store: true, cors: { allow_origins: ['https://app.example.com'] }, unheard_of: 1 },
    store: { ttl: { default_ttl: '60' } },
  };
  await writeFile(join(configured, 'langgraph.json'), JSON.stringify(config, null, 2));
  const view = await viewOf(page);
  await view.getByRole('button', { name: 'Open folder' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Open folder' });
  await dialog.getByRole('combobox', { name: 'Path' }).fill(configured);
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(view).toContainText(
    'langgraph.json, line 22: "store.ttl.default_ttl" must be a number, and is "60".',
  );
  await view.getByText('In langgraph.json (5 settings)').click();
  const settings = view.getByRole('list', { name: 'Settings in langgraph.json' });
  await expect(settings).toContainText('Threads expire after 43,200 minutes (30 days).');
  await expect(settings).toContainText('The server has no routes for memory.');
  await expect(settings).toContainText('http.unheard_of, line 18');
  await expectAccessibleInBothThemes(page, { within: 'section[aria-label="Projects"]' });
});
