import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { expectStatus, node, pickAssistant, recordStatuses, setXray } from '../../pages/canvas.ts';
import { chooseFolder } from '../../pages/folders.ts';
import { checkpoints, inspector } from '../../pages/history.ts';
import {
  dock,
  eventCount,
  expectRun,
  interruptCards,
  newThread,
  openModelMessages,
  openSheet,
  runButton,
  runSheet,
  setJson,
  startRun,
  writeInputAs,
  startThread,
} from '../../pages/runs.ts';
import { longWait, watchablePaceMs } from '../../pages/limits.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { writeJson } from '../../pages/text-editor.ts';

test.describe.configure({ mode: 'serial' });

test('a run is watched live: nodes light up, finish and wait', { tag: '@smoke' }, async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  const statusesOf = await recordStatuses(page);
  // Twice the usual time: the window loads what it shows of a run while the first node runs.
  await startRun(page, { topic: 'Release 2', pace: 2 * watchablePaceMs() });
  await expectStatus(page, 'review', 'waiting');
  await expectRun(page, 'waiting');
  await openSheet(page);
  for (const id of ['plan', 'write', 'write:draft', 'write:deep', 'write:deep:polish', 'write:deep:check']) {
    expect(await statusesOf(id), id).toEqual(expect.arrayContaining(['running', 'finished']));
    await expectStatus(page, id, 'finished');
  }
  expect(await statusesOf('review')).toContain('waiting');
  await expect.poll(() => eventCount(page)).toBeGreaterThan(20);
});

test('every view of the run shows what it was', { tag: '@smoke' }, async ({ studio }) => {
  const { page } = studio;
  await expect(page.getByTestId('task-write:draft')).toBeVisible();
  await dock(page).getByRole('tab', { name: 'Messages' }).click();
  await expect(dock(page).filter({ hasText: 'Release 2' })).not.toHaveCount(0);
  await dock(page)
    .getByRole('tab', { name: /^Events/ })
    .click();
  await expect(dock(page).filter({ hasText: 'updates' })).not.toHaveCount(0);
  await dock(page).getByRole('tab', { name: 'Output' }).click();
  await expect(dock(page).getByRole('group', { name: 'Values' })).toContainText('"revision": 1');
  await dock(page).getByRole('tab', { name: 'Timeline' }).click();
});

test(
  'the interrupt shows its value; an answer resumes it and the run ends',
  { tag: '@smoke' },
  async ({ studio }) => {
    const { page } = studio;
    const card = interruptCards(page);
    await expect(card).toHaveCount(1);
    await expect(card).toContainText('Publish "Release 2"?');
    await card.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectRun(page, 'finished');
    await expectStatus(page, 'publish', 'finished');
    await expect(card).toHaveCount(0);
  },
);

test('the Node tab says what a node read, asked and wrote, and runs it again', async ({ studio }) => {
  const { page } = studio;
  const tab = inspector(page);
  const facts = page.getByTestId('execution-facts');
  // The whole graph in view.
  await setXray(page, '0');
  await node(page, 'review').click();
  await expect(tab.getByRole('tab', { name: 'Node' })).toHaveAttribute('aria-selected', 'true');
  // It asked in one run and went on in the other.
  await expect(facts).toHaveText(/^finished.* in 2 runs$/);
  await expect(tab.getByRole('tree', { name: 'Input' })).toContainText('topic:"Release 2"');
  await expect(tab.getByRole('list', { name: 'Differences' })).toContainText('approved');
  await tab.getByRole('button', { name: 'Interrupts' }).click();
  await expect(tab.getByRole('region', { name: 'Interrupts' })).toContainText(
    /Publish.*Answered.*"approved": true/s,
  );
  await expectAccessible(page, { within: 'section[aria-label="State"]' });

  await page.getByTestId('task-publish').click();
  await expect(tab.getByRole('heading', { name: 'publish' })).toBeVisible();
  await expect(tab.getByRole('list', { name: 'Differences' })).toContainText('published');

  // The same from the history.
  await checkpoints(page).filter({ hasText: 'write' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show what write did' }).click();
  await expect(tab.getByRole('heading', { name: 'write' })).toBeVisible();
  await expect(facts).toContainText(/\d+ tok/);

  await node(page, 'plan').click();
  await tab.getByRole('button', { name: 'Run again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run plan again?' });
  await expect(dialog).toContainText('then the run pauses');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await expectStatus(page, 'write', 'next');
  await expect(tab.getByRole('button', { name: /^Execution: 2 of 2/ })).toBeVisible();
  await tab.getByRole('button', { name: 'Previous execution' }).click();
  await expect(facts).toContainText('other branch');

  await tab.getByRole('button', { name: 'Edit input' }).click();
  await expect(page.getByRole('region', { name: 'Edit state' })).toBeVisible();
  await expect(page.getByTestId('state-next')).toHaveText('plan');
  await expect(tab.getByRole('tab', { name: 'State' })).toHaveAttribute('aria-selected', 'true');
  await setXray(page, 'All');
});

test('a run is stopped, and what the server says about it is shown', async ({ studio }) => {
  const { page } = studio;
  await newThread(page);
  await startRun(page, { pace: 30_000 });
  await expectStatus(page, 'plan', 'running');
  await dock(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await expectRun(page, 'cancelled');
});

/** The places of the controls of the dock that are there before, during and after a run. */
async function controlPlaces(page: Page): Promise<Record<string, unknown>> {
  const places: Record<string, unknown> = {};
  const placeOf = async (control: Locator): Promise<unknown> => {
    const { x, y } = (await control.first().boundingBox()) ?? {};
    return { x, y };
  };
  places['Run'] = await placeOf(runButton(page));
  for (const name of [/^Step/, 'More ways to run', /^Stop$|^Stop /, 'Roll back', 'Maximize the dock'])
    places[String(name)] = await placeOf(dock(page).getByRole('button', { name }));
  for (const name of ['Input', 'Options', 'Timeline', 'Messages', 'Events', 'Output', 'Runs'])
    places[name] = await placeOf(dock(page).getByRole('tab', { name }));
  return places;
}

test(
  'nothing in the dock moves when a run starts, or when it ends; it can be maximized',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await newThread(page);
    await writeInputAs(page, 'JSON');
    await setJson(dock(page), 'Input', { pace: 30_000 });
    await expect(dock(page).getByRole('button', { name: 'Stop', exact: true })).toBeDisabled();
    const before = await controlPlaces(page);
    await runButton(page).click();
    await expectRun(page, 'running');
    expect(await controlPlaces(page)).toEqual(before);
    await dock(page).getByRole('button', { name: 'Stop', exact: true }).click();
    await expectRun(page, 'cancelled');

    const canvas = page.getByTestId('graph-canvas');
    const { height = 0 } = (await canvas.boundingBox()) ?? {};
    await dock(page).getByRole('button', { name: 'Maximize the dock' }).click();
    await expect(canvas).not.toBeInViewport();
    await expect(dock(page).getByRole('button', { name: 'Restore the dock' })).toBeFocused();
    await page.keyboard.press('m');
    await expect.poll(async () => (await canvas.boundingBox())?.height ?? 0).toBeCloseTo(height, 0);
  },
);

test('two interrupts wait at once and are answered one by one', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'fanout', input: { pace: 0 }, until: 'waiting' });
  await openSheet(page);
  const cards = interruptCards(page);
  await expect(cards).toHaveCount(2);
  await expectStatus(page, 'legal', 'waiting');
  await expectStatus(page, 'support_lead', 'waiting');

  await cards.first().getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(cards).toHaveCount(1);
  await cards.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectRun(page, 'finished');
  await expectStatus(page, 'send', 'finished');
});

test('a node that fails is marked, with the words of the server', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'broken', input: { how: 'throw', pace: 0 }, until: 'failed' });
  await expectStatus(page, 'charge_card', 'failed');
  await dock(page).getByRole('tab', { name: 'Output' }).click();
  await expect(page.getByTestId('run-error')).toContainText('The card was declined');
});

test('tokens stream into messages, with tool call and usage', async ({ studio }) => {
  const { page } = studio;
  await startThread(page, { assistant: 'support', input: { pace: 0 }, until: 'finished' });
  await openModelMessages(page);
  await expect(dock(page).filter({ hasText: 'tok' })).not.toHaveCount(0);
});

test('an input that is not JSON is refused where it is typed', async ({ studio }) => {
  const { page } = studio;
  await newThread(page);
  await writeInputAs(page, 'JSON');
  const editor = dock(page).getByRole('textbox', { name: 'Input', exact: true });
  await writeJson(editor, '{"pace": }');
  await expect(runSheet(page)).toContainText('line 1, column 10');
  await expect(runButton(page)).toBeDisabled();
});

test('the input of a run is kept, and ten inputs run on two assistants, one of which fails a check', async ({
  studio: { page, dataFolder },
  studioOf,
}, { file: specFile }) => {
  test.slow();
  const folder = join(dataFolder, 'project');
  await mkdir(folder);
  await startThread(page, {
    assistant: 'writer',
    input: { topic: 'High and low tides', pace: 0 },
    until: 'waiting',
  });
  await openSheet(page);
  await dock(page).getByRole('tab', { name: /^Runs/ }).click();
  await dock(page).getByRole('button', { name: 'Add to inputs…' }).click();
  // The demo server belongs to no project, so the folder is asked for, once.
  const dialog = page.getByRole('dialog', { name: 'Add to inputs' });
  const choose = (): Promise<void> => dialog.getByRole('button', { name: 'Choose folder' }).click();
  await chooseFolder(page, await studioOf(specFile), folder, choose);
  await expect(dialog).toContainText('Keeps the input that the run received.');
  await expectAccessible(page, { within: '[role="dialog"]' });
  await dialog.getByRole('button', { name: 'Save input' }).click();
  await expect(dialog).toBeHidden();
  const file = join(folder, 'inputs', 'writer', 'high-and-low-tides.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    graph: 'writer',
    input: { topic: 'High and low tides', pace: 0 },
  });
  for (let index = 1; index < 10; index += 1) {
    // Only the first does not fail on both assistants: the other one has no text.
    const checks = index === 4 ? [{ kind: 'contains', of: 'text', value: 'tides' }] : [];
    const text = JSON.stringify({ version: 1, input: { topic: `Moon ${index}`, pace: 0 }, checks });
    await writeFile(join(folder, 'inputs', `moon ${index}.json`), text);
  }

  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Inputs' }).click();
  // Files are looked for every five seconds.
  await expect(page.getByRole('listbox', { name: 'Inputs' }).getByRole('option')).toHaveCount(10, longWait());
  await expectAccessible(page, { within: 'section[aria-label="Inputs"]' });
  await page.getByRole('button', { name: 'Run all' }).click();
  const run = page.getByRole('dialog', { name: 'Run 10 inputs' });
  // One names the graph of the selected assistant, the others none.
  await expect(run.getByRole('list', { name: 'Runs by assistant' })).toHaveText('writer10 inputs');
  await expect(run).toContainText('9 inputs do not specify a graph and run on the selected assistant.');
  await expect(run.getByRole('button', { name: 'Start 10 runs' })).toBeEnabled();
  await expectAccessible(page, { within: '[role="dialog"]' });
  await run.getByRole('radio', { name: 'Chosen assistants' }).check();
  await run.getByRole('checkbox', { name: /^support/ }).check();
  await expectAccessible(page, { within: '[role="dialog"]' });
  await run.getByRole('button', { name: 'Start 20 runs' }).click();
  const table = page.getByRole('region', { name: 'Experiment', exact: true });
  // The second one, if any, says that rows are loaded.
  await expect(table.getByRole('status').first()).toHaveText(
    '11 of 20 ended: 9 finished, 2 failed, 9 waiting for an answer',
    longWait(),
  );
  await table.getByRole('radio', { name: 'Failed' }).click();
  const rows = table.getByRole('listbox', { name: 'Rows' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  await rows.first().click();
  await expect(table.getByRole('region', { name: 'Row' })).toContainText('text contains "tides"');
  await expectAccessible(page, { within: 'section[aria-label="Experiments"]' });
  await table.getByRole('button', { name: 'Rerun failed' }).click();
  await expect(table.getByRole('heading', { name: '10 inputs (failed rows)' })).toBeVisible();
  await expect(table.getByRole('status').first()).toHaveText('2 of 2 ended: 2 failed', longWait());
  await rows.first().click();
  await table.getByRole('button', { name: 'Open its thread' }).click();
  await expect(page.getByRole('banner')).toContainText('10 inputs (failed rows): moon 4');
});

test(
  'an input is written as a regression test, which is overwritten only if asked',
  { tag: '@full' },
  async ({ studio: { page, dataFolder } }) => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Inputs' }).click();
    await page.getByRole('option', { name: /moon 4/ }).click();
    const open = page.getByRole('button', { name: 'Regression test…' });
    const dialog = page.getByRole('dialog', { name: 'Regression test of moon 4' });
    await open.click();
    await expect(dialog.getByRole('group', { name: 'Preview of the test' })).toContainText(
      'expect(contains(values["text"]',
    );
    await dialog.getByRole('radio', { name: 'Python (pytest)' }).check();
    await expectAccessible(page, { within: '[role="dialog"]' });
    const file = join(dataFolder, 'project', 'inputs', 'test_moon_4.py');
    await dialog.getByRole('button', { name: 'Save next to the input' }).click();
    await expect(dialog).toBeHidden();
    expect(await readFile(file, 'utf8')).toContain('def test_moon_4():');
    await writeFile(file, '# mine');
    await open.click();
    await dialog.getByRole('radio', { name: 'Python (pytest)' }).check();
    await dialog.getByRole('button', { name: 'Save next to the input' }).click();
    await expect(dialog).toContainText('The file test_moon_4.py already exists.');
    expect(await readFile(file, 'utf8')).toBe('# mine');
    await dialog.getByRole('button', { name: 'Overwrite file' }).click();
    await expect(dialog).toBeHidden();
    expect(await readFile(file, 'utf8')).toContain('def test_moon_4():');
  },
);

test(
  'a file that is edited outside is seen, and neither text is lost',
  { tag: '@full' },
  async ({ studio: { page, dataFolder } }) => {
    const file = join(dataFolder, 'project', 'inputs', 'writer', 'high-and-low-tides.json');
    const saved = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8')) as unknown;
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Inputs' }).click();
    await page.getByRole('option', { name: /high-and-low-tides/ }).click();
    const input = page.getByRole('region', { name: 'Input', exact: true });
    const addCheck = async (): Promise<void> => {
      await input.getByRole('button', { name: 'Add check' }).click();
      await page.getByRole('menuitem', { name: 'Expression holds' }).click();
      await input.getByRole('textbox', { name: 'Expression' }).fill('len(log) > 0');
      await input.getByRole('button', { name: 'Use check' }).click();
    };
    await addCheck();
    await writeFile(file, '{"version":1,"input":{"topic":"Edited"}}');
    await expect(input.getByRole('alert')).toContainText('changed outside the studio', longWait());
    await expect(input.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await input.getByRole('button', { name: 'Load file' }).click();
    await expect(input).toContainText('Edited');
    await addCheck();
    await input.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(saved).toMatchObject({
      input: { topic: 'Edited' },
      checks: [{ kind: 'expression', expression: 'len(log) > 0' }],
    });
  },
);
