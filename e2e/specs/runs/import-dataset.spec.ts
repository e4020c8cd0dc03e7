import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { startFakeLangsmith, type FakeLangsmith } from '../../../src/testing/langsmith/fake-langsmith.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { chooseFolder } from '../../pages/folders.ts';
import { waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

const key = 'lsv2_pt_4711';
const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
let langsmith: FakeLangsmith;
test.beforeAll(async () => {
  langsmith = await startFakeLangsmith(key, [
    {
      id: uuid(1),
      name: 'Questions <b>about</b> tides',
      examples: Array.from({ length: 120 }, (_, index) => ({
        id: uuid(100 + index),
        inputs: { topic: `Tide ${index}`, pace: 0 },
        outputs: { text: 'about tides' },
      })),
    },
    { id: uuid(2), name: 'Moons', examples: [] },
  ]);
});
test.afterAll(() => langsmith.stop());

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Import a dataset' }).click();
  return page.getByRole('dialog', { name: 'Import a dataset' });
}

test('an export of a dataset becomes inputs with their references', async ({
  studio: { page, dataFolder },
  studioOf,
}, { file: specFile }) => {
  const folder = join(dataFolder, 'project');
  await mkdir(folder);
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Inputs' }).click();
  await chooseFolder(page, await studioOf(specFile), folder, () =>
    page.getByRole('button', { name: 'Choose folder' }).click(),
  );
  const dialog = await openImport(page);
  const file = dialog.getByLabel('Export of a dataset');
  const lines = ['High and low tides', 'Moons'].map((topic, index) =>
    JSON.stringify({ id: uuid(index), inputs: { topic, pace: 0 }, outputs: { text: topic }, metadata: {} }),
  );
  await file.setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') });
  await expect(dialog.getByRole('alert')).toHaveText(
    'No column is called "inputs", or begins with "inputs." or "input_".',
  );
  await file.setInputFiles({
    name: 'Tide set.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines.join('\n')),
  });
  await expect(dialog.getByRole('status')).toHaveText('2 examples of Tide set.');
  await dialog.getByRole('switch', { name: 'Check the outputs' }).click();
  await dialog.getByRole('textbox', { name: /^LangSmith project/ }).fill('nightly');
  await expectAccessible(page, { within: '[role="dialog"]' });
  await dialog.getByRole('button', { name: 'Continue with 2 examples' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import 2 inputs' }).click();
  await expect(page.getByRole('listbox', { name: 'Inputs' }).getByRole('option')).toHaveCount(2);
  const saved: unknown = JSON.parse(
    await readFile(join(folder, 'inputs', 'tide-set', 'high-and-low-tides.json'), 'utf8'),
  );
  expect(saved).toEqual({
    version: 1,
    graph: 'writer',
    input: { topic: 'High and low tides', pace: 0 },
    checks: [{ kind: 'equals', of: 'text', value: 'High and low tides' }],
    reference: { text: 'High and low tides' },
    langsmith: { example: uuid(0), project: 'nightly' },
  });
});

test('a dataset of LangSmith is imported with a key, and nothing is asked before there is one', async ({
  studio: { page, dataFolder },
}) => {
  const dialog = await openImport(page);
  await dialog.getByRole('radio', { name: 'LangSmith' }).check();
  await dialog.getByRole('textbox', { name: 'Address of LangSmith’s API' }).fill(langsmith.url);
  await dialog.getByRole('textbox', { name: 'API key' }).fill('lsv2_wrong');
  await dialog.getByRole('button', { name: 'Keep the key' }).click();
  await page.getByRole('menuitemradio', { name: /^Until the studio closes/ }).click();
  await expectAccessible(page, { within: '[role="dialog"]' });
  expect(langsmith.requests).toEqual([]);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await expect(dialog).toContainText('does not accept this key (status 401)');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('textbox', { name: 'API key' }).fill(key);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await expect(dialog).toContainText('key ends in 4711');
  await dialog.getByRole('option', { name: /^Questions <b>about<\/b> tides/ }).click();
  await expect(dialog).toContainText('120 examples of Questions <b>about</b> tides.');
  await expectAccessible(page, { within: '[role="dialog"]' });
  await dialog.getByRole('button', { name: 'Continue with 120 examples' }).click();
  const confirm = page.getByRole('dialog');
  await confirm.getByRole('textbox', { name: 'Type 120 to confirm' }).fill('120');
  await confirm.getByRole('button', { name: 'Import 120 inputs' }).click();
  await expect(confirm).toBeHidden();
  expect(await readdir(join(dataFolder, 'project', 'inputs', 'questions-b-about-b-tides'))).toHaveLength(120);
});
