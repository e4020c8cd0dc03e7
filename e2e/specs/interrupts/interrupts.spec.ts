import type { Locator, Page } from 'playwright/test';
import { startFakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { expectStatus } from '../../pages/canvas.ts';
import {
  closeSheet,
  dock,
  expectRun,
  interruptCards,
  openSheet,
  openSheetTab,
  setJson,
  startThread,
} from '../../pages/runs.ts';
import { openView } from '../../pages/history.ts';
import { longWait } from '../../pages/limits.ts';
import { addAndUseServer, waitForDemoServer } from '../../pages/servers.ts';

test.describe.configure({ mode: 'serial' });

/** Starts a run that ends at interrupts. */
async function startInterrupted(page: Page, graph: string, input: object): Promise<void> {
  await startThread(page, { assistant: graph, input: { pace: 0, ...input }, until: 'waiting' });
  await openSheet(page);
  // Its tab opens by itself, once the state has been read.
  await expect(interruptCards(page)).not.toHaveCount(0);
}

const cardOf = (page: Page, node: string): Locator =>
  dock(page).getByRole('region', { name: `${node} · question`, exact: true });
const choose = (card: Locator, choice: string): Promise<void> =>
  card.getByRole('radio', { name: choice, exact: true }).click();
/** Answers by one click. */
const decide = (card: Locator, choice: string): Promise<void> =>
  card.getByRole('button', { name: choice, exact: true }).click();
/** From here on, answers are only chosen. */
const sendTogether = (page: Page): Promise<void> =>
  dock(page).getByRole('switch', { name: 'Send answers together' }).click();
const resume = (page: Page): Promise<void> =>
  dock(page)
    .getByRole('button', { name: /^Resume/ })
    .click();

/** The values in the dock, as the server sent them. Those of a run may come a moment after its status. */
async function values(page: Page): Promise<string> {
  await dock(page).getByRole('tab', { name: 'Output' }).click();
  const group = dock(page).getByRole('group', { name: 'Values' });
  await expect(group).toContainText('{');
  return (await group.textContent()) ?? '';
}

test('two questions wait at once, and are answered together', async ({ studio }) => {
  const { page } = studio;
  await waitForDemoServer(page);
  await startInterrupted(page, 'fanout', {});
  await expect(interruptCards(page)).toHaveCount(2);
  await expect(dock(page).getByRole('button', { name: /^Resume/ })).toBeDisabled();
  await sendTogether(page);
  await choose(cardOf(page, 'legal'), 'Approve');
  await choose(cardOf(page, 'support_lead'), 'Reject');
  await resume(page);
  await expectRun(page, 'finished');
  await expect
    .poll(() => values(page))
    .toMatch(/"legal": \{\s*"approved": true.*"support_lead": \{\s*"approved": false/s);
});

for (const { first, second, tag } of [
  { first: 'legal', second: 'support_lead', tag: '@full' },
  { first: 'support_lead', second: 'legal', tag: '@full' },
]) {
  test(`two questions are answered one by one, ${first} before ${second}`, { tag }, async ({ studio }) => {
    const { page } = studio;
    await startInterrupted(page, 'fanout', {});
    await decide(cardOf(page, first), 'Approve');
    await expect(interruptCards(page)).toHaveCount(1);
    await expect(dock(page).getByRole('list', { name: 'Answered' })).toContainText(`${first} answered`);
    await expectStatus(page, second, 'waiting');
    await decide(cardOf(page, second), 'Approve');
    await expectRun(page, 'finished');
  });
}

test(
  'answers that are false, 0, empty or null arrive as what they are',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startInterrupted(page, 'desk', { desks: ['payment', 'mail', 'remark', 'audit'] });
    await expectAccessible(page);
    const answers = {
      payment: '""',
      mail: 'null',
      remark: '0',
      'audit:tax': 'false',
      'audit:chamber:law': 'null',
    };
    for (const [node, answer] of Object.entries(answers)) {
      const card = cardOf(page, node);
      await choose(card, 'JSON');
      await setJson(card, `Answer to ${node.replaceAll(':', ' › ')}, as JSON`, answer);
    }
    await expectAccessible(page);
    await dock(page).getByRole('button', { name: 'Resume with all 5' }).click();
    await expectRun(page, 'finished');
    for (const [node, answer] of Object.entries(answers)) {
      await expect.poll(() => values(page)).toContain(`"${node.split(':').at(-1)}": ${answer}`);
    }
  },
);

test(
  'questions of nested graphs are answered one by one; the canvas leads to their cards',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startInterrupted(page, 'desk', { desks: ['audit'] });
    await expect(interruptCards(page)).toHaveCount(2);
    await openSheetTab(page, 'Options');
    await page.getByTestId('waiting-audit:chamber').click();
    await expect(cardOf(page, 'audit:chamber:law')).toBeFocused();
    await decide(cardOf(page, 'audit:chamber:law'), 'Reject');
    await expect(interruptCards(page)).toHaveCount(1);
    await decide(cardOf(page, 'audit:tax'), 'later');
    await expectRun(page, 'finished');
    await expect.poll(() => values(page)).toMatch(/"tax": "later"/);
    expect(await values(page)).toMatch(/"law": false/);
  },
);

test(
  'actions are decided one by one, keep their types, and outlive a reload half decided',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startInterrupted(page, 'desk', { desks: ['payment', 'mail'] });
    const payment = cardOf(page, 'payment');
    await payment.getByRole('radiogroup', { name: 'Decision on 1, pay_invoice' }).getByText('Edit').click();
    await setJson(
      payment,
      'Arguments of pay_invoice',
      '{"invoice": "A-17", "amount": 1299.25, "urgent": true}',
    );
    await expect(payment).toContainText('close_order needs a decision');

    const again = await studio.restartWindow();
    await waitForDemoServer(again);
    const restored = cardOf(again, 'payment');
    await expect(restored.getByRole('textbox', { name: 'Arguments of pay_invoice' })).toContainText(
      '1299.25',
    );
    await restored
      .getByRole('radiogroup', { name: 'Decision on 2, close_order' })
      .getByText('Respond')
      .click();
    await restored.getByLabel('Response to close_order').fill('Not before Monday');
    await sendTogether(again);
    await choose(cardOf(again, 'mail'), 'Reject all');
    await resume(again);
    await expectRun(again, 'finished');
    const textOf = async (): Promise<string> => (await values(again)).replaceAll(/\s+/g, '');
    await expect.poll(textOf).toContain('"args":{"invoice":"A-17","amount":1299.25,"urgent":true}');
    const text = await textOf();
    expect(text).toContain('{"type":"response","args":"NotbeforeMonday"}');
    expect(text).toContain('"mail":{"decisions":[{"type":"reject"},{"type":"reject"}]}');
  },
);

test('a schema gives a form, whose numbers stay numbers', async ({ studio }) => {
  const { page } = studio;
  await startInterrupted(page, 'desk', { desks: ['trip'] });
  const card = cardOf(page, 'trip');
  await card.getByRole('textbox', { name: /city/ }).fill('Oslo');
  const days = card.getByRole('textbox', { name: /days/ });
  await days.fill('0');
  await expect(card.getByRole('alert')).toHaveText('Must be at least 1.');
  await expect(dock(page).getByRole('button', { name: 'Resume anyway' })).toBeVisible();
  await days.fill('7');
  await resume(page);
  await expectRun(page, 'finished');
  await expect
    .poll(async () => (await values(page)).replaceAll(/\s+/g, ''))
    .toContain('"trip":{"city":"Oslo","days":7,"insured":true,"speed":"slow"}');
});

test(
  'a resume can go to a node and change the state; a new run says what it would throw away',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await startInterrupted(page, 'desk', { desks: ['remark'] });
    await openSheetTab(page, 'Input');
    await expect(dock(page).filter({ hasText: 'discards the pending interrupts of remark' })).not.toHaveCount(
      0,
    );
    await openSheetTab(page, 'Resume');
    await cardOf(page, 'remark').getByLabel('Answer to remark', { exact: true }).fill('Thank you');
    await dock(page).getByText('Command: goto / update').click();
    await dock(page)
      .getByRole('button', { name: /^Go to/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'open' }).click();
    await setJson(dock(page), 'Update (JSON)', '{"amount": 5}');
    await dock(page).getByRole('button', { name: 'Preview the request' }).click();
    const preview = page.getByRole('dialog', { name: 'The request' });
    await expect(preview.getByRole('group', { name: 'Request' })).toHaveText(
      /"command": \{\s*"resume": \{.*"Thank you".*"amount": 5.*"goto": "open"/s,
    );
    await page.keyboard.press('Escape');
    await resume(page);
    await closeSheet(page);
    // The node that it went to leads back to the interrupt, which is another one now.
    await expect(page.getByRole('tree', { name: 'State tree' })).toContainText('amount:5', longWait());
    await expectRun(page, 'waiting');
    await openSheet(page);
    await expect(cardOf(page, 'remark').getByLabel('Answer to remark', { exact: true })).toHaveValue('');
    await closeSheet(page);
    await expect(page.getByRole('tree', { name: 'State tree' })).toContainText('answers:{1}');
  },
);

test('short answers are in sight in a small window without scrolling', async ({ studio }) => {
  const { page } = studio;
  await startInterrupted(page, 'fanout', {});
  await page.setViewportSize({ width: 1000, height: 640 });
  await expect(cardOf(page, 'legal').getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expect(cardOf(page, 'legal').getByRole('button', { name: 'Reject', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test(
  'a question of an old server, without an id, is answered by the value alone',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const server = await startFakeServer();
    try {
      await addAndUseServer(page, { address: server.url, name: 'Old' });
      await openView(page, 'Threads');
      await startThread(page, { assistant: 'exact', input: { id: 1, ask: 'nameless' }, until: 'waiting' });
      await openSheet(page);
      await expect(cardOf(page, 'confirm').getByRole('note')).toContainText('has no ID');
      await decide(cardOf(page, 'confirm'), 'Reject');
      await closeSheet(page);
      await expect(page.getByRole('tree', { name: 'State tree' })).toContainText('answer:false');
      const sent = server.requests.filter(({ path }) => path.endsWith('/runs/stream')).at(-1);
      expect(JSON.parse(sent?.bodyText ?? '{}')).toMatchObject({ command: { resume: false } });
    } finally {
      await server.close();
    }
  },
);
