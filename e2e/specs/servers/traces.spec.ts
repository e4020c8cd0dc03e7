import type { ServerResponse } from 'node:http';
import type { Locator, Page } from 'playwright/test';
import { startOtlpReceiver, type OtlpReceiver } from '../../../src/testing/traces/otlp-receiver.ts';
import { startRealServer, type RealServer } from '../../../src/testing/real-server/real-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessibleInBothThemes } from '../../pages/axe.ts';
import { longWait } from '../../pages/limits.ts';
import { requestServer } from '../../pages/server-api.ts';
import { addAndUseServer, openServers, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

let server: RealServer;
let otlp: OtlpReceiver;
// What the receiver answers; it has a page for each trace, too.
let answer: (response: ServerResponse) => void;
const accept = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
test.beforeAll(async () => {
  answer = accept;
  [server, otlp] = await Promise.all([startRealServer(), startOtlpReceiver((response) => answer(response))]);
});
test.afterAll(async () => {
  await server.stop();
  await otlp.stop();
});

const section = (page: Page): Locator => page.getByRole('region', { name: 'Traces', exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Traces of Shop' });
const address = (page: Page): Locator => dialog(page).getByLabel('Address', { exact: true });

const openSection = async (page: Page): Promise<void> => {
  const list = await openServers(page);
  await list.getByRole('option', { name: 'Shop' }).click();
  await expect(section(page)).toBeVisible(longWait());
};

async function startForeignRun(name: string): Promise<string> {
  const { url } = server;
  const thread = await requestServer<{ thread_id: string }>(url, 'POST', '/threads', { metadata: { name } });
  await requestServer(url, 'POST', `/threads/${thread.thread_id}/runs`, {
    assistant_id: 'broken',
    input: {},
  });
  return thread.thread_id;
}

const sentThreads = (): unknown[] =>
  otlp
    .spans()
    .flatMap(({ name, attributes }) => (name.startsWith('invoke_agent') ? [attributes['session.id']] : []));

test('a test span says what the receiver answers, before anything is saved', async ({ studio: { page } }) => {
  await waitForDemoServer(page);
  await addAndUseServer(page, { address: server.url, name: 'Shop' });
  await openSection(page);
  await expect(section(page)).toContainText('Nothing is sent.');
  await section(page).getByRole('button', { name: 'Set up' }).click();
  const send = dialog(page).getByRole('button', { name: 'Send a test span' });
  await expect(send).toBeDisabled();
  await expect(dialog(page).getByRole('switch', { name: 'Send each run when it ends' })).not.toBeChecked();
  await address(page).fill(otlp.url);
  answer = (response) => void response.writeHead(401).end('who are you?');
  await send.click();
  await expect(dialog(page).getByRole('alert')).toContainText('wants a key for traces', longWait());
  answer = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
  await send.click();
  await expect(dialog(page).getByRole('alert')).toContainText('does not answer as a receiver', longWait());
  answer = accept;
  await dialog(page).getByRole('button', { name: 'Add a header' }).click();
  await dialog(page).getByLabel('Name of header 1').fill('x-api-key');
  await dialog(page).getByLabel('Value of header 1').fill('otlp-canary-0815');
  await send.click();
  await expect(dialog(page).getByText('accepted the span as Shop')).toBeVisible(longWait());
  expect(otlp.requests.at(-1)?.headers['x-api-key']).toBe('otlp-canary-0815');
  await expectAccessibleInBothThemes(page);
});

test('runs of other clients are sent when they end, once that is turned on', async ({ studio: { page } }) => {
  await dialog(page).getByRole('switch', { name: 'Send each run when it ends' }).click();
  await dialog(page).getByRole('button', { name: 'Use Phoenix’s address' }).click();
  await expect(dialog(page).getByLabel('Web address of a trace (optional)')).toHaveValue(
    `${otlp.url}/redirects/traces/{trace_id}`,
  );
  await dialog(page)
    .getByRole('button', { name: /^Keep values of headers/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'In a file, unprotected' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden(longWait());
  await expect(section(page)).toContainText('each run when it ends, without inputs and outputs');
  const threadId = await startForeignRun('Tell the customer');
  await expect(section(page).getByText('1 run sent, 0 waiting')).toBeVisible(longWait());
  expect(sentThreads()).toEqual([threadId]);
  await expectAccessibleInBothThemes(page);
});

test('what the receiver can’t take waits, also over a restart, and the screen says why', async ({
  studio,
}) => {
  answer = (response) => void response.writeHead(503).end('closed');
  const threadId = await startForeignRun('Write to the customer');
  await expect(section(studio.page).getByText(/^1 run sent, 1 waiting/)).toBeVisible(longWait());
  await expect(section(studio.page).getByRole('alert')).toContainText('takes no traces at the moment');
  const page = await studio.killAndRestart();
  await openSection(page);
  await expect(section(page).getByText(/^1 run sent, 1 waiting/)).toBeVisible(longWait());
  otlp.requests.length = 0;
  answer = accept;
  await expect(section(page).getByText('2 runs sent, 0 waiting')).toBeVisible(longWait());
  expect(sentThreads()).toEqual([threadId]);
  expect(otlp.requests.at(-1)?.headers['x-api-key']).toBe('otlp-canary-0815');
});

test('the menu of a run, and with it the palette, sends and opens its trace', async ({
  studio: { page, kind },
}) => {
  await page.getByRole('button', { name: /^Server: / }).click();
  await page.getByRole('menuitemradio', { name: 'Shop' }).click();
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Runs', exact: true }).click();
  const row = page
    .getByRole('grid', { name: 'Runs' })
    .getByRole('row')
    .filter({ hasText: 'Tell the customer' });
  await row.click({ button: 'right' });
  const menu = page.getByRole('menu');
  otlp.requests.length = 0;
  await menu.getByRole('menuitem', { name: 'Send this run’s trace' }).click();
  await expect(page.getByText(/^Sent \d+ spans to /)).toBeVisible(longWait());
  const [span] = otlp.spans();
  answer = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A trace</p>');
  await row.click({ button: 'right' });
  const open = menu.getByRole('menuitem', { name: 'Open trace' });
  // The desktop app opens the browser of the computer.
  if (kind === 'web') {
    const opened = page.context().waitForEvent('page', { timeout: longWait().timeout });
    await open.click();
    const tab = await opened;
    await tab.waitForURL(`${otlp.url}/redirects/traces/${span?.traceId}`);
    await tab.close();
  } else {
    await expect(open).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await row.click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('open trace');
  await expect(page.getByRole('option', { name: /Open trace/ })).toBeVisible(longWait());
  await page.keyboard.press('Escape');
});

test('turned off, nothing is sent any more', async ({ studio: { page } }) => {
  await openSection(page);
  await section(page).getByRole('button', { name: 'Change' }).click();
  await expect(dialog(page).getByLabel('Value of header 1')).toHaveAttribute(
    'placeholder',
    'Unchanged, ends in 0815',
  );
  await dialog(page).getByRole('switch', { name: 'Send each run when it ends' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden(longWait());
  await expect(section(page)).toContainText('only runs that you send from their menus');
  otlp.requests.length = 0;
  const threadId = await startForeignRun('Forget the customer');
  await expect
    .poll(
      async () => (await requestServer<{ status: string }>(server.url, 'GET', `/threads/${threadId}`)).status,
      longWait(),
    )
    .not.toBe('busy');
  // The studio looks for runs that have ended every five seconds.
  await page.waitForTimeout(7_000);
  expect(otlp.requests).toEqual([]);
});
