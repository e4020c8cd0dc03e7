import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { chooseFolder } from '../../pages/folders.ts';
import { longWait } from '../../pages/limits.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

const experiment = (page: Page): Locator => page.getByRole('region', { name: 'Experiment', exact: true });
const input = (page: Page): Locator => page.getByRole('region', { name: 'Input', exact: true });
const isEnded = (page: Page, text: string): Promise<void> =>
  expect(experiment(page).getByRole('status').first()).toHaveText(text, longWait());

/** A command that gives 1 for the output that its argument names, else 0.25. */
const script = `let text = '';
for await (const part of process.stdin) text += part;
const isEqual = JSON.stringify(JSON.parse(text).output) === process.argv[2];
console.log(JSON.stringify({ score: isEqual ? 1 : 0.25, reason: '<img src=x onerror=alert(1)>' }));`;

test('a judge and a command score runs, the command only after a yes', async ({
  studio: { page, dataFolder },
  studioOf,
}, { file: specFile }) => {
  const folder = join(dataFolder, 'project');
  await mkdir(join(folder, 'inputs'), { recursive: true });
  await writeFile(join(folder, 'equal.mjs'), script);
  const check = { kind: 'judge', name: 'words', assistant: 'judge', of: 'total', reference: '20 loaves' };
  for (const households of [4, 6, 8, 10, 12]) {
    const survey = { households, absent: 0, pace: 0 };
    const text = JSON.stringify({
      version: 1,
      graph: 'survey',
      input: survey,
      checks: [{ ...check, atLeast: 0.5 }],
    });
    await writeFile(join(folder, 'inputs', `for ${households}.json`), text);
  }
  await waitForDemoServer(page);
  await pickAssistant(page, 'survey');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Inputs' }).click();
  await chooseFolder(page, await studioOf(specFile), folder, () =>
    page.getByRole('button', { name: 'Choose folder' }).click(),
  );
  await expect(input(page).getByRole('heading', { name: 'for 4' })).toBeVisible();
  await page.getByRole('option', { name: /for 8/ }).click();
  await expect(input(page).getByRole('heading', { name: 'for 8' })).toBeVisible();
  await input(page).getByRole('button', { name: 'Add check' }).click();
  await page.getByRole('menuitem', { name: 'Score of a command' }).click();
  await input(page)
    .getByRole('textbox', { name: 'Program and arguments' })
    .fill(`${process.execPath}\nequal.mjs\n20`);
  await input(page).getByRole('textbox', { name: 'Name', exact: true }).fill('exact');
  await input(page).getByRole('textbox', { name: 'Output' }).fill('total');
  await input(page).getByRole('textbox', { name: 'Lowest score that passes' }).fill('0.9');
  await expectAccessible(page, { within: 'section[aria-label="Checks"]' });
  await input(page).getByRole('button', { name: 'Use check' }).click();
  await expect(input(page)).toContainText('exact: score at least 0.9');
  await input(page).getByRole('button', { name: 'Save', exact: true }).click();
  await input(page).getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run for 8' });
  const asked = dialog.getByRole('group', { name: 'Checks to allow' });
  await expect(asked).toContainText(JSON.stringify([process.execPath, 'equal.mjs', '20']));
  await expect(asked).toContainText(folder);
  await expectAccessible(page, { within: '[role="dialog"]' });
  // Without a yes.
  await dialog.getByRole('button', { name: 'Start 1 run' }).click();
  await isEnded(page, '1 of 1 ended: 1 unknown');
  await experiment(page).getByRole('option').click();
  await expect(experiment(page)).toContainText('This command was not allowed on this computer');
  await experiment(page).getByRole('button', { name: 'Run again' }).click();
  const again = page.getByRole('dialog', { name: 'Run “for 8” again?' });
  await expect(again.getByRole('group', { name: 'Checks to allow' })).toContainText('equal.mjs');
  await expectAccessible(page, { within: '[role="dialog"]' });
  await again.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('radio', { name: 'Inputs' }).check();
  await page.getByRole('option', { name: /for 8/ }).click();
  await input(page).getByRole('button', { name: 'Run', exact: true }).click();
  await asked.getByRole('button', { name: 'Allow it' }).click();
  await expect(asked).toBeHidden();
  await dialog.getByRole('textbox', { name: 'Repetitions' }).fill('3');
  await dialog.getByRole('button', { name: 'Start 3 runs' }).click();
  await isEnded(page, '3 of 3 ended: 3 passed');
  await expect(experiment(page).getByRole('option', { name: /for 8 \(3\)/ })).toContainText(
    'words 0.5, exact 1',
  );
  await experiment(page).getByRole('option').first().click();
  await expect(experiment(page)).toContainText('Score 1: <img src=x onerror=alert(1)>');
  await expect(experiment(page)).toContainText('Score 0.5: Missing: loaves.');
  await experiment(page).getByRole('radio', { name: 'Scores' }).check();
  const scores = experiment(page).getByRole('table', { name: 'Scores' });
  await expect(scores.getByRole('row', { name: /^exact/ })).toContainText('3 of 3');
  await expect(scores.getByRole('row', { name: /^words/ })).toContainText('0.5');
  await expectAccessible(page, { within: 'section[aria-label="Experiments"]' });
});

test('scores have a history, and two assistants are compared on the same inputs', async ({
  studio: { page },
}) => {
  await page.getByRole('radio', { name: 'Inputs' }).check();
  await page.getByRole('button', { name: 'Run all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run 5 inputs' });
  await dialog.getByRole('radio', { name: 'Chosen assistants' }).check();
  await dialog.getByRole('checkbox', { name: /^survey/ }).setChecked(true);
  await dialog.getByRole('checkbox', { name: /^ledger/ }).setChecked(true);
  await dialog.getByRole('button', { name: 'Start 10 runs' }).click();
  await expect(experiment(page).getByRole('status').first()).toContainText('10 of 10 ended', longWait());
  await experiment(page).getByRole('radio', { name: 'Scores' }).check();
  const scores = experiment(page).getByRole('table', { name: 'Scores' });
  await expect(scores.getByRole('row', { name: /^words survey/ })).toContainText('2 earlier');
  await scores
    .getByRole('row', { name: /^words survey/ })
    .getByRole('button')
    .click();
  await expect(
    experiment(page)
      .getByRole('table', { name: /^Earlier: words, survey/ })
      .getByRole('row'),
  ).toHaveCount(3);
  const pairs = experiment(page).getByRole('table', { name: 'Differences between assistants' });
  // Of the five inputs, the survey's total is in the reference once.
  await expect(pairs.getByRole('row', { name: /^words/ })).toContainText('95 % interval');
  await expect(pairs.getByRole('row', { name: /^exact/ })).toContainText(
    'not enough inputs to say (at least 5)',
  );
  await expectAccessible(page, { within: 'section[aria-label="Experiments"]' });
});

test('the thread of a judge opens', async ({ studio: { page } }) => {
  await experiment(page).getByRole('radio', { name: 'Rows' }).check();
  await experiment(page)
    .getByRole('option', { name: /for 8.*survey/ })
    .click();
  await experiment(page).getByRole('button', { name: 'Open the thread of the judge: words' }).click();
  await expect(page.getByRole('banner')).toContainText('Score: words');
});

test('an HTTP check sends a key that its file only names', async ({ studio: { page, dataFolder } }) => {
  const canary = 'canary-key-of-a-check-4711';
  const keys: unknown[] = [];
  const scorer = createServer((request, response) => {
    keys.push(request.headers['x-score-key']);
    response.end('{"score":0.75,"reason":"Fair."}');
  });
  await new Promise<void>((resolve) => {
    scorer.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(scorer.address() as AddressInfo).port}`;
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Inputs' }).click();
  await page.getByRole('radio', { name: 'Inputs' }).check();
  await page.getByRole('option', { name: /for 4/ }).click();
  await input(page).getByRole('button', { name: 'Add check' }).click();
  await page.getByRole('menuitem', { name: 'Score of an HTTP call' }).click();
  await input(page).getByRole('textbox', { name: 'Address' }).fill(`${origin}/score`);
  await input(page).getByRole('textbox', { name: 'Headers' }).fill('X-Score-Key: score-key');
  await input(page).getByRole('textbox', { name: 'Name', exact: true }).fill('keyed');
  const group = input(page).getByRole('group', { name: 'Keys' });
  await expect(group).toContainText(`There is no key score-key for ${origin} yet.`);
  await group.getByRole('button', { name: 'Enter key score-key' }).click();
  await group.getByLabel('Key score-key', { exact: true }).last().fill(canary);
  await expect(group.getByRole('button', { name: 'Keep key' })).toBeEnabled();
  await expectAccessible(page, { within: 'section[aria-label="Checks"]' });
  await group.getByRole('button', { name: 'Keep key' }).click();
  await expect(group).toContainText(`Key score-key for ${origin}, ends in 4711`);
  await expectAccessible(page, { within: 'section[aria-label="Checks"]' });
  await input(page).getByRole('button', { name: 'Use check' }).click();
  await input(page).getByRole('button', { name: 'Save', exact: true }).click();
  await input(page).getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run for 4' });
  const asked = dialog.getByRole('group', { name: 'Checks to allow' });
  await expect(asked).toContainText(`${origin}/score, X-Score-Key: key score-key`);
  await asked.getByRole('button', { name: 'Allow it' }).click();
  await expect(asked).toBeHidden();
  await dialog.getByRole('button', { name: 'Start 1 run' }).click();
  await expect(experiment(page).getByRole('status').first()).toContainText('1 of 1 ended', {
    timeout: 60_000,
  });
  await experiment(page).getByRole('option').first().click();
  await expect(experiment(page)).toContainText('Score 0.75: Fair.');
  expect(keys).toEqual([canary]);
  const file = await readFile(join(dataFolder, 'project', 'inputs', 'for 4.json'), 'utf8');
  expect(file).toContain('"X-Score-Key": "score-key"');
  expect(file).not.toContain(canary);
  scorer.close();
});
