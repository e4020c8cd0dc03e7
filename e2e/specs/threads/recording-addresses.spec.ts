import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFileServer, type FileServer } from '../../../src/testing/file-server.ts';
import { makeRecording } from '../../../src/testing/services/make-recording.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { pickAssistant } from '../../pages/canvas.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, expectRun, startRun } from '../../pages/runs.ts';
import { waitForDemoServer } from '../../pages/servers.ts';
import { threadMenu } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

let folder: string;
let files: FileServer;
/** While true, a download gets its first kilobyte and no more. */
let isStalled = false;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-addresses-'));
  const { zip } = await makeRecording(folder, { bytes: 400_000, withTasks: true });
  const bytes = await readFile(zip);
  files = await startFileServer({
    answer: ({ url, headers }, response) => {
      if (url?.startsWith('/sign-in') === true) {
        response.writeHead(200).end('<!doctype html><title>Sign in</title>');
        return true;
      }
      if (!isStalled || headers.range !== undefined) return false;
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 1024));
      return true;
    },
  });
  files.files.set('/counter.recording.zip', bytes);
});
test.afterAll(async () => {
  await files.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a recording is saved to an address, after what leaves was said', async ({ studio: { page } }) => {
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await startRun(page, { topic: 'Tide tables', pace: 0 });
  await expectRun(page, 'waiting');
  await threadMenu(page, 'Tide tables', 'Save recording');
  const dialog = page.getByRole('dialog', { name: 'Save recording of the thread' });
  await expect(dialog.getByRole('region', { name: 'What is in the recording' })).toContainText('1 with');
  const address = dialog.getByRole('textbox', { name: 'Save to address' });
  const send = dialog.getByRole('button', { name: /^Send / });

  await address.fill(files.presigned('/saved.recording.zip', 'GET'));
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('allow reading only');
  await expectAccessible(page, { within: '[role=dialog]' });
  await address.fill(files.presigned('/saved.recording.zip', 'PUT'));
  await send.click();
  await expect(dialog).toHaveCount(0, longWait());
  await expect(dock(page)).toBeVisible();
  expect(files.files.get('/saved.recording.zip')?.subarray(0, 2).toString()).toBe('PK');
});

test(
  'a recording is opened by its link, once its size was agreed to',
  { tag: '@smoke' },
  async ({ studio: { page } }) => {
    await waitForDemoServer(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('open address');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Open address' });
    const address = dialog.getByRole('textbox', { name: 'Address' });
    const go = dialog.getByRole('button', { name: 'Continue' });

    await address.fill('http://example.com/tides.zip');
    await go.click();
    await expect(dialog.getByRole('alert')).toContainText('http is not encrypted');
    await address.fill(`${files.url}/sign-in`);
    await go.click();
    await expect(dialog.getByRole('alert')).toContainText('sent a web page instead of a recording');
    await address.fill(files.presigned('/counter.recording.zip', 'PUT'));
    await go.click();
    await expect(dialog.getByRole('alert')).toContainText('may have expired');

    const host = new URL(files.url).host;
    await address.fill(files.presigned('/counter.recording.zip'));
    await page.keyboard.press('Enter');
    const answer = dialog.getByRole('region', { name: 'At this address' });
    await expect(answer).toContainText(new RegExp(`Download [\\d.]+ .?B from ${host}\\?`));
    await expect(answer).toContainText(`${host}/counter.recording.zip`);
    await expect(answer).not.toContainText('Signature');
    await expectAccessible(page, { within: '[role=dialog]' });

    isStalled = true;
    const download = dialog.getByRole('button', { name: 'Download and open' });
    await download.click();
    await expect(dialog.getByRole('progressbar', { name: 'Downloading' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    isStalled = false;
    await download.click();
    await expect(page.getByRole('button', { name: /^Server: counter, connected/ })).toBeVisible(longWait());
    await expect(dialog).toHaveCount(0);
  },
);

test('runs exported from LangSmith are shown with what their export does not have', async ({
  studio: { page },
}) => {
  const node = (id: string, name: string, step: number, more: object = {}) => ({
    id,
    trace_id: 'root',
    parent_run_id: 'root',
    name,
    run_type: 'chain',
    start_time: `2026-11-20T10:00:0${step}.000000`,
    end_time: `2026-11-20T10:00:0${step + 1}.000000`,
    error: null,
    inputs: { topic: `what ${name} read` },
    outputs: { made: `what ${name} made` },
    extra: { metadata: { thread_id: 'thread-of-langsmith', langgraph_node: name, langgraph_step: step } },
    ...more,
  });
  const runs = [
    {
      ...node('root', 'LangGraph', 0),
      parent_run_id: null,
      end_time: '2026-11-20T10:00:04.000000',
      extra: { metadata: { thread_id: 'thread-of-langsmith' } },
    },
    node('1', 'plan', 1),
    node('2', 'check', 2, { error: 'ValueError: no tide tables' }),
  ];
  await page.getByLabel('Recording to open').setInputFiles({
    name: 'exported.jsonl',
    mimeType: 'application/json',
    buffer: Buffer.from(runs.map((run) => JSON.stringify(run)).join('\n')),
  });
  await expect(page.getByRole('button', { name: /^Server: exported, connected/ })).toBeVisible(longWait());
  await expect(page.getByTestId('recording-banner')).toContainText(
    'Imported from LangSmith: nodes, times, tokens, errors, inputs and outputs, as far as its file has them. Such an export has no checkpoints',
  );
  const story = page.getByRole('region', { name: 'Story' });
  await expect(story.getByTestId('turn-row')).toContainText('Run 1');
  await expect(story.getByTestId('execution-row')).toHaveCount(2);
  await expect(story.getByTestId('execution-row').last()).toContainText('ValueError: no tide tables');
  const nodes = page.getByRole('listbox', { name: 'Nodes that ran' });
  await expect(page.getByText('The export has no graph. These nodes ran on the thread:')).toBeVisible();
  await expect(nodes.getByRole('option', { name: /check/ })).toContainText('failed');
  await nodes.getByRole('option', { name: /plan/ }).click();
  await expect(page.getByRole('region', { name: 'Output', exact: true })).toContainText('what plan made');
  await expect(page.getByRole('button', { name: 'Edit input' })).toHaveCount(0);
  const timeline = page.getByRole('tree', { name: 'Timeline' });
  await expect(timeline).toContainText('plan');
  await expect(timeline).toContainText('check');
  await expectAccessible(page);
  await nodes.getByRole('option', { name: /check/ }).click();
  await expect(page.getByTestId('execution-error')).toContainText('The export has no stack trace.');
});
