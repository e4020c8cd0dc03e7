import { setTimeout as wait } from 'node:timers/promises';
import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { openView } from '../../pages/history.ts';
import { measureInputDelay } from '../../pages/input-delay.ts';
import { longWait } from '../../pages/limits.ts';
import { dock, eventCount, expectRun, newThread, setJson, startRun, writeInputAs } from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

// A run of a hostile server, while it is shown. Its events come from the spec, because no graph could send them.

test.describe.configure({ mode: 'serial' });

let server: FakeServer;
test.beforeAll(async () => {
  server = await startFakeServer();
});
test.afterAll(() => server.close());

const deepList = '['.repeat(50_000) + ']'.repeat(50_000);
const deepObject = '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000);
const many = (item: string, count: number): string => `[${`${item},`.repeat(count - 1)}${item}]`;
const message = (id: string, content: string, more = ''): string =>
  `[{"type":"ai","id":"${id}","content":${content}${more}},{"langgraph_node":"confirm"}]`;
const task = `"id":"t","name":"confirm","triggers":${many('"join:a+b:c"', 20_000)},"interrupts":[]`;

/** Each is larger or deeper than anything that a graph sends. */
const hostile: readonly (readonly [event: string, data: string])[] = [
  ['values', deepList],
  ['updates', deepObject],
  ['tasks', `{${task},"result":${deepList}}`],
  ['messages', message('m1', deepObject)],
  ['messages', message('m2', '""', `,"tool_calls":[{"name":"x","args":${deepObject}}]`)],
  ['messages', message('m3', JSON.stringify('x'.repeat(500_000)))],
  ['custom', many('1', 200_000)],
  ['custom', `{${Array.from({ length: 20_000 }, (_, index) => `"n${index}":null`).join(',')}}`],
  ['custom', '['.repeat(100_000)],
  ['checkpoints', `{"next":${many('"confirm"', 20_000)}}`],
  [`updates|${Array.from({ length: 2_000 }, (_, index) => `n:${index}`).join('|')}`, '{"n":{"a":1}}'],
  ['messages', message('m4', JSON.stringify('appr\u202eevo\u200b'))],
];

const tokensBetween = process.env['TEST_FULL'] === '1' ? 300 : 90;

/** Tokens of one message, as fast as a page can be sent them, with a hostile event after each few. Returns the run's events. */
async function sendAll(): Promise<number> {
  let sent = 0;
  const token = message('flood', '"tok "').replace('"ai"', '"AIMessageChunk"');
  for (const event of hostile) {
    for (let index = 0; index < tokensBetween; index += 1) {
      server.sendEvent('messages', token);
      if (index % 30 === 0) await wait(10);
    }
    sent = server.sendEvent(...event);
  }
  return sent;
}

for (const tab of ['Messages', 'Events', 'Timeline', 'Output'] as const) {
  test(
    `keys are answered while a hostile run streams into ${tab}`,
    { tag: '@full' },
    async ({ studio: { page } }) => {
      // Thousands of events, some of them megabytes, in each view.
      test.slow();
      if (tab === 'Messages') {
        await waitForDemoServer(page);
        await addAndUseServer(page, { address: server.url, name: 'Hostile' });
        await openView(page, 'Threads');
      }
      await newThread(page);
      const paused = server.pauseBefore('confirm');
      await startRun(page, { id: 1 });
      await paused;
      await expectRun(page, 'running');
      await dock(page)
        .getByRole('tab', { name: new RegExp(`^${tab}`) })
        .click();
      await writeInputAs(page, 'JSON');
      await setJson(dock(page), 'Input', { id: 2 });
      const field = dock(page).getByRole('textbox', { name: 'Input', exact: true });

      const delays: number[] = [];
      const stream = { isOver: false };
      const sending = sendAll().finally(() => (stream.isOver = true));
      while (!stream.isOver) delays.push(await measureInputDelay(page, field));
      const sent = await sending;
      await expect.poll(() => eventCount(page), longWait()).toBe(sent);
      delays.push(await measureInputDelay(page, field));
      expect(Math.max(...delays)).toBeLessThan(500);

      // Nothing of it is lost, and the run ends as its server says.
      server.release();
      await expectRun(page, 'finished');
    },
  );
}

test('what a hostile run hides is shown', { tag: '@full' }, async ({ studio: { page } }) => {
  await dock(page).getByRole('tab', { name: 'Messages' }).click();
  await expect(
    dock(page)
      .getByText(String.raw`appr\u202eevo\u200b`)
      .first(),
  ).toBeVisible();
});
