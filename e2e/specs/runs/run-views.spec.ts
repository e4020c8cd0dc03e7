import type { Page } from 'playwright/test';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { expectStatus, pickAssistant } from '../../pages/canvas.ts';
import { inspector, openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import {
  dock,
  eventCount,
  expectRun,
  interruptCards,
  newThread,
  openModelMessages,
  openSheet,
  startRun,
  closeSheet,
  startThread,
} from '../../pages/runs.ts';
import { waitForDemoServer, restartDemoServer } from '../../pages/servers.ts';
import { threadRow } from '../../pages/threads.ts';

test.describe.configure({ mode: 'serial' });

const openTab = (page: Page, name: string | RegExp) => dock(page).getByRole('tab', { name }).click();

/** Every task of the timeline with its status, in order. */
async function tasks(page: Page): Promise<string[]> {
  const rows = dock(page).getByRole('tree', { name: 'Timeline' }).getByRole('treeitem');
  return rows.evaluateAll((all) =>
    all.map((row) => `${row.dataset['testid'] ?? ''} ${row.dataset['status'] ?? ''}`),
  );
}

const whole = [
  'task-plan finished',
  'task-write finished',
  'task-write:draft finished',
  'task-write:deep finished',
  'task-write:deep:polish finished',
  'task-write:deep:check finished',
  'task-review interrupted',
];

test('a reload and a second window in mid-run see every task and event once', async ({ studio }) => {
  let { page } = studio;
  await waitForDemoServer(page);
  await pickAssistant(page, 'writer');
  await startRun(page, { topic: 'Twice seen', pace: 2500 });
  await expectRun(page, 'running');
  page = await studio.restartWindow();
  await waitForDemoServer(page);
  // A busy machine may get here only after the run; then both windows read the stored log.
  let second: Page | null = null;
  if (studio.kind === 'web') {
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(location.href));
    second = await opened;
  }
  await expectRun(page, 'waiting');
  await openSheet(page);
  await expect.poll(() => tasks(page)).toEqual(whole);
  if (second) {
    await expectRun(second, 'waiting');
    await expect.poll(() => tasks(second)).toEqual(whole);
    // Either may draw its last events a moment later.
    await expect(async () => expect(await eventCount(second)).toBe(await eventCount(page))).toPass();
    await second.close();
  }
});

test('a run that has ended is played back: paused, sought, fifty times as fast, and closed @full', async ({
  studio,
}) => {
  const { page } = studio;
  await dock(page).getByRole('button', { name: 'Play back run' }).click();
  const bar = page.getByRole('group', { name: 'Playback' });
  await bar.getByRole('button', { name: 'Pause' }).click();
  // Halfway through the first node, which may have started late.
  await bar.getByRole('slider', { name: 'Time of the run' }).fill('1250');
  await expect.poll(() => tasks(page)).toEqual(['task-plan running']);
  await expectStatus(page, 'plan', 'running');
  await expectStatus(page, 'review', 'idle');
  await expectAccessible(page, { within: '[aria-label="Run"]' });
  await bar.getByRole('button', { name: 'Speed: 1×' }).click();
  await page.getByRole('menuitemradio', { name: '50×' }).click();
  await bar.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => tasks(page)).toEqual(whole);
  await expectStatus(page, 'review', 'waiting');
  await bar.getByRole('button', { name: 'Close playback' }).click();
  await expectRun(page, 'waiting');
  await openSheet(page);
  await expect.poll(() => tasks(page)).toEqual(whole);
});

test('the timeline answers to keys: a task is announced, its node selected, its subgraph collapsed', async ({
  studio,
}) => {
  const { page } = studio;
  const tree = dock(page).getByRole('tree', { name: 'Timeline' });
  await tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('timeline-summary')).toContainText('write');
  await expect(page.getByTestId('timeline-summary')).toContainText('tok');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('task-write')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(() => tasks(page))
    .toEqual(['task-plan finished', 'task-write finished', 'task-review interrupted']);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => tasks(page)).toEqual(whole);
});

test(
  'events are filtered by mode, namespace and text; an expression that hangs is ended',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await openTab(page, /^Events/);
    const rows = dock(page).getByRole('listbox', { name: 'Events' });
    const count = dock(page).getByRole('status');
    await dock(page)
      .getByRole('button', { name: /^Mode: / })
      .click();
    await page.getByRole('menuitemradio', { name: /^updates/ }).click();
    await dock(page)
      .getByRole('button', { name: /^Namespace: / })
      .click();
    await page.getByRole('menuitemradio', { name: /^write › deep \(/ }).click();
    await expect(rows.getByRole('option')).toHaveCount(2);
    await rows.getByRole('option').first().click();
    await expect(dock(page).getByRole('group', { name: 'Text of the event' })).toContainText('"polish"');
    const find = dock(page).getByLabel('Find in events');
    await find.fill('{"CHECK":');
    await expect(rows.getByRole('option')).toHaveCount(1);
    await expect(count.filter({ hasText: '1 of' })).toBeVisible();
    await find.fill('^(([^x]|.)+)+~~~');
    await dock(page).getByRole('button', { name: 'Regular expression' }).click();
    await expect(dock(page).getByRole('alert')).toContainText('took longer than 200 ms');
    await find.fill('^."po.ish":');
    await expect(rows.getByRole('option')).toHaveCount(1);

    // A found row is shown with its neighbours when the filter is cleared.
    await rows.getByRole('option').click();
    await find.fill('');
    await dock(page)
      .getByRole('button', { name: /^Mode: / })
      .click();
    await page.getByRole('menuitemradio', { name: 'All modes' }).click();
    await dock(page)
      .getByRole('button', { name: /^Namespace: / })
      .click();
    await page.getByRole('menuitemradio', { name: 'All namespaces' }).click();
    await expect(count.filter({ hasText: ' of ' })).toHaveCount(0);
    await expect(rows.getByRole('option', { selected: true })).toBeInViewport();
  },
);

test(
  'an interrupt cuts a turn into runs: the timeline shows all of it with its wait, or only the last run',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await openTab(page, 'Timeline');
    await openSheet(page);
    await interruptCards(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expectRun(page, 'finished');
    const story = [...whole.slice(0, -1), 'task-review finished', 'task-publish finished'];
    await expect.poll(() => tasks(page)).toEqual(story);
    await expect(page.getByTestId('timeline-summary')).toContainText(/^2 runs · waited .+ for an answer/);
    await expect(dock(page).getByTitle(/^waited .+ for an answer/)).toBeAttached();
    await expect(dock(page).getByTestId('task-review')).toContainText('approved, note, log');
    await dock(page).getByTestId('task-write:draft').click();
    await expectStatus(page, 'write:draft', 'finished');
    await expect(dock(page).getByTestId('task-write:draft')).toHaveAttribute('aria-selected', 'true');
    await dock(page).getByRole('radio', { name: 'This run' }).click();
    await expect.poll(() => tasks(page)).toEqual(['task-review finished', 'task-publish finished']);
    await dock(page).getByRole('radio', { name: 'Turn' }).click();
    await expect.poll(() => tasks(page)).toEqual(story);
  },
);

test('a span of the timeline is shown by keys, drag and wheel: tasks outside of it are dimmed, and it is announced', async ({
  studio,
}) => {
  const { page } = studio;
  const span = dock(page).getByRole('slider', { name: 'Displayed span' });
  const plan = dock(page).getByTestId('task-plan');
  await expect(span).toHaveAttribute('aria-valuetext', 'all');
  await dock(page).getByRole('tree', { name: 'Timeline' }).focus();
  await page.keyboard.press('+');
  await expect(span).toHaveAttribute('aria-valuetext', / to /);
  await expect(dock(page).getByText(/^Displayed: .+ to /)).toBeAttached();
  await page.keyboard.press('+');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(plan).toHaveAttribute('data-out', 'true');
  await expectAccessible(page, { within: 'section[aria-label="Run"]' });
  await span.focus();
  for (let times = 0; times < 20; times += 1) await page.keyboard.press('ArrowLeft');
  await expect(plan).not.toHaveAttribute('data-out');
  await page.keyboard.press('0');
  await expect(span).toHaveAttribute('aria-valuetext', 'all');
  await expect(dock(page).getByRole('button', { name: 'Show all' })).toHaveCount(0);

  // By pointer: a drag over the axis selects a span, a click does not, and the wheel with Ctrl zooms.
  const box = await span.boundingBox();
  if (box === null) throw new Error('The axis is not drawn.');
  const [y, x] = [box.y + box.height / 2, (part: number) => box.x + box.width * part];
  await page.mouse.move(x(0.75), y);
  await page.mouse.down();
  await page.mouse.move(x(0.5), y, { steps: 4 });
  await page.mouse.up();
  await expect(plan).toHaveAttribute('data-out', 'true');
  const dragged = await span.getAttribute('aria-valuetext');
  expect(dragged).toMatch(/ to /);
  await page.mouse.click(x(0.25), y);
  await expect(span).toHaveAttribute('aria-valuetext', dragged ?? '');
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -240);
  await expect(span).not.toHaveAttribute('aria-valuetext', dragged ?? '');
  await page.mouse.wheel(0, 4000);
  await expect(span).toHaveAttribute('aria-valuetext', 'all');
  await page.keyboard.up('Control');
});

test(
  'the list of runs says what each was; deleting one names it and its server',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await waitForDemoServer(page);
    await startThread(page, { assistant: 'support', input: { pace: 0 }, until: 'finished' });
    await openModelMessages(page);
    await expect(dock(page).getByTestId('call-look_up_order')).toContainText('answered');
    await openTab(page, /^Runs/);
    const row = dock(page).getByTestId(/^run-[0-9a-f]/);
    await expect(row).toContainText('studio, input');
    await expect(row).toContainText('support, version unknown');
    await dock(page).getByRole('button', { name: 'Run again' }).click();
    await expect(row).toHaveCount(2);
    await expectRun(page, 'finished');
    await row.last().getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete run #1 on Demo server?' });
    await expect(dialog).toContainText('its checkpoints');
    await dialog.getByRole('button', { name: 'Delete run' }).click();
    await expect(row).toHaveCount(1);
  },
);

test(
  'Markdown is rendered, without its markup and without loading its images',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const requested: string[] = [];
    page.on('request', (request) => void requested.push(request.url()));
    const content =
      '# Two orders\n\n| no. | state |\n|---|---|\n| 4711 | **late** |\n\n' +
      '<img src=x onerror="window.pwned=1"> [here](javascript:pwned) ![map](http://127.0.0.1:9/map.png)\n\n' +
      '```js\nlet order = 4711;\n```';
    await pickAssistant(page, 'support');
    await newThread(page);
    await startRun(page, {
      pace: 0,
      messages: [
        { type: 'ai', content },
        { type: 'human', content: '4711?' },
      ],
    });
    await expectRun(page, 'finished');
    const state = page.getByRole('region', { name: 'State' });
    await state.getByRole('tab', { name: 'Messages' }).click();
    const message = state.getByRole('article', { name: 'Message 1, ai' });
    await expect(message.getByRole('cell', { name: 'late' })).toBeVisible();
    await expect(message.getByRole('group', { name: 'Code', exact: true })).toHaveText('let order = 4711;');
    await expect(message).toContainText('<img src=x onerror="window.pwned=1">');
    await expect(message).toContainText('here javascript:pwned');
    await expect(message.getByRole('link')).toHaveCount(0);
    await expect(message.getByRole('button', { name: 'Load image from 127.0.0.1:9' })).toBeVisible();
    await expectAccessible(page, { within: '[aria-label="State"]' });
    expect(requested.filter((address) => address.includes(':9/'))).toEqual([]);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    await state.getByRole('tab', { name: 'State', exact: true }).click();

    await openModelMessages(page);
    const call = dock(page).getByTestId('call-look_up_order');
    await expect(call.getByRole('group', { name: 'Result of look_up_order' })).toContainText(
      '"order_id": "4711"',
    );
    await call.getByRole('button', { name: /calls/ }).click();
    await expect(call.getByRole('group')).toHaveCount(0);
    await dock(page).getByRole('switch', { name: 'Show tool calls' }).click();
    await expect(call).toHaveCount(0);
    await expect(dock(page).getByText('1 tool call hidden')).toBeVisible();
    await dock(page).getByRole('switch', { name: 'Show tool calls' }).click();
  },
);

test(
  'the chat is one transcript above its input; an answer is made once more, in a branch',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await newThread(page);
    await openTab(page, 'Chat');
    const chat = dock(page).getByRole('region', { name: 'Chat' });
    await expect(chat).toContainText('Write the first message below.');
    await chat.getByRole('textbox', { name: 'Message' }).fill('Did order 4712 arrive?');
    await page.keyboard.press('Enter');
    const messages = chat.getByRole('article');
    await expect(messages.filter({ hasText: 'Did order 4712 arrive?' })).toHaveCount(1);
    await expectRun(page, 'finished');
    // What was streamed is not shown beside what the state has.
    await expect(chat.getByRole('listitem')).toHaveCount(3);
    await expect(chat.getByTestId('call-look_up_order')).toContainText('answered');
    await expect(chat.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    await expectAccessible(page, { within: 'section[aria-label="Chat"]' });

    await messages.last().getByRole('button', { name: 'Regenerate from here' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    const branches = chat.getByRole('group', { name: 'Branches of this message' });
    await expect(branches).toContainText('2 / 2', longWait());
    await branches.getByRole('button', { name: 'Previous branch' }).click();
    await expect(branches).toContainText('1 / 2');
    await expect(chat).toContainText('A message forks the thread at the selected checkpoint.');
  },
);

test(
  'forty parallel tasks are one line of the timeline, which expands to the slowest first',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startThread(page, { assistant: 'survey', input: { pace: 20 }, until: 'finished' });
    await openTab(page, 'Timeline');
    const group = dock(page).getByTestId('tasks-ask');
    await expect(group).toHaveAccessibleName(/^ask ×40, <?\d.* to \d/);
    await group.click();
    await expect(page.getByTestId('timeline-summary')).toContainText(`40 parallel tasks · fastest`);
    await expect(dock(page).getByTestId('task-ask')).toHaveCount(0);
    await dock(page).getByRole('tree', { name: 'Timeline' }).focus();
    await page.keyboard.press('ArrowRight');
    // The server's times replace those of the events a moment after the run.
    await expect(async () => {
      const slowest = (await group.getAttribute('aria-label'))?.split(' to ')[1];
      await expect(dock(page).getByTestId('task-ask').first()).toHaveAccessibleName(`ask, ${slowest}`, {
        timeout: 1,
      });
    }).toPass();
    await expectAccessible(page, { within: 'section[aria-label="Run"]' });
    await page.keyboard.press('ArrowLeft');
    await expect(dock(page).getByTestId('task-ask')).toHaveCount(0);
  },
);

test(
  'the cost of a task, a run and a thread is calculated from the prices that were entered',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startThread(page, {
      assistant: 'support',
      input: { messages: [{ role: 'user', content: 'Where is order 4711?' }], pace: 0 },
      until: 'finished',
    });
    await openTab(page, 'Timeline');
    const summary = dock(page).getByTestId('timeline-summary');
    await expect(summary).toContainText('tok');
    await expect(summary).not.toContainText('$');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Edit model prices');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Model prices' });
    await dialog.getByRole('textbox', { name: 'Model 1', exact: true }).fill('scripted-*');
    await dialog.getByRole('textbox', { name: 'Input of model 1', exact: true }).fill('two');
    await expect(dialog.getByRole('alert')).toContainText('Enter a number, such as 2.50.');
    await dialog.getByRole('textbox', { name: 'Input of model 1', exact: true }).fill('1000000');
    await dialog.getByRole('textbox', { name: 'Output of model 1', exact: true }).fill('2000000.5');
    await expectAccessible(page, { within: '[role="dialog"]' });
    await dialog.getByRole('button', { name: 'Save prices' }).click();
    await expect(dialog).toBeHidden();

    // A dollar for each token in, two and a bit for each token out.
    await expect(summary).toContainText('$');
    const text = (await summary.textContent()) ?? '';
    const [, input = '', output = ''] = /(\d+) in \+ (\d+) out/.exec(text) ?? [];
    const cost = (Number(input) + Number(output) * 2.0000005).toFixed(7);
    expect(text).toContain(`$${(Math.ceil(Number(cost) * 10_000) / 10_000).toFixed(4)}`);
    await openTab(page, /^Runs/);
    await expect(dock(page).getByTestId('thread-cost')).toContainText(/Cost of the thread: \$\d+\.\d{4}$/);
  },
);

test('every view of a run has no accessibility violations', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  for (const name of ['Timeline', 'Chat', /^Events/, 'Output', /^Runs/]) {
    await openTab(page, name);
    await expectAccessible(page, { within: 'section[aria-label="Run"]' });
  }
  await openTab(page, 'Timeline');
});

test(
  'a run is found after its server was restarted in mid-run, and no event comes twice',
  { tag: '@full' },
  async ({ studio }) => {
    // A server restarts, and cancelling the run from before fails for some seconds.
    test.slow();
    const { page } = studio;
    await pickAssistant(page, 'writer');
    await newThread(page);
    await startRun(page, { topic: 'Cut off', pace: 5000 });
    await expectStatus(page, 'plan', 'finished');
    const count = await eventCount(page);
    await restartDemoServer(page);
    await openView(page, 'Threads');
    // The server reports the run as running, but does not continue it.
    await expectRun(page, 'running');
    await expect.poll(() => eventCount(page)).toBeGreaterThanOrEqual(count);
    const names = (await tasks(page)).map((task) => task.split(' ')[0]);
    expect(names).toEqual([...new Set(names)]);

    // It can't be cancelled either. Actions that free the thread are offered, with their consequences.
    await dock(page).getByRole('button', { name: 'Stop', exact: true }).click();
    const stuck = dock(page).getByRole('region', { name: 'The run is not stopping' });
    await expect(stuck.getByRole('button', { name: 'Copy the thread' })).toBeVisible(longWait());
    await expectAccessible(page);

    // The copy has the states and accepts runs.
    await stuck.getByRole('button', { name: 'Copy the thread' }).click();
    await openSheet(page);
    await expect(dock(page).getByRole('tab', { name: 'Continue' })).toBeVisible(longWait());
    await closeSheet(page);
    // An earlier test clicked a task, so that the inspector shows the node.
    await inspector(page).getByRole('tab', { name: 'State' }).click();
    await expect(page.getByRole('tree', { name: 'State tree' })).toContainText('Cut off');
    await startRun(page, { topic: 'In the copy', pace: 0 });
    await expectRun(page, 'waiting');
    await openSheet(page);

    await threadRow(page, /^active/).click();
    await expectRun(page, 'running');
    await stuck.getByRole('button', { name: 'Delete the run' }).click();
    const dialog = page.getByRole('dialog', {
      name: 'Delete the run that blocks this thread on Demo server?',
    });
    await dialog.getByRole('button', { name: 'Delete run' }).click();
    await expect(dock(page).filter({ hasText: 'The server no longer lists the run.' })).not.toHaveCount(0);
    await startRun(page, { topic: 'Free again', pace: 0 });
    await expectRun(page, 'waiting');
    await openSheet(page);
  },
);
