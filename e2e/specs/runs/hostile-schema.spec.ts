import { startFakeServer, type FakeServer } from '../../../src/testing/fake-server/fake-server.ts';
import { expect, test } from '../../hosts/fixture.ts';
import { expectAccessible } from '../../pages/axe.ts';
import { inspector, openView } from '../../pages/history.ts';
import { measureInputDelay } from '../../pages/input-delay.ts';
import {
  dock,
  expectRun,
  newThread,
  openSheetTab,
  press,
  setJson,
  startRun,
  writeInputAs,
} from '../../pages/runs.ts';
import { addAndUseServer, waitForDemoServer, openServers } from '../../pages/servers.ts';
import { replaceText } from '../../pages/text-editor.ts';

test.describe.configure({ mode: 'serial' });

/** Takes 2^45 steps to fail. */
const trap = `${'a'.repeat(45)}!`;
const trapped = { type: 'string', pattern: '^(a+)+$', default: trap };
/** Each alternative of `tree` contains every alternative of `tree`: 30^6 alternatives at six levels. */
const tree = {
  anyOf: Array.from({ length: 30 }, (_, index) => ({ title: `t${index}`, $ref: '#/$defs/branch' })),
};
const branch = {
  anyOf: Array.from({ length: 30 }, (_, index) => ({
    title: `b${index}`,
    type: 'object',
    properties: { tree: { $ref: '#/properties/tree' } },
    anyOf: [{ $ref: '#/properties/tree' }, { $ref: '#/$defs/branch' }],
  })),
};
/** Its template has 40^5 members. */
const bush = {
  type: 'object',
  required: Array.from({ length: 40 }, (_, index) => `k${index}`),
  properties: Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`k${index}`, { $ref: '#/$defs/bush' }]),
  ),
};
const wide = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, index) => [`m${index}`, { type: 'string', pattern: '^(a+)+$' }]),
);

const hostile = (properties: object) => ({
  type: 'object',
  properties: { text: trapped, ...properties },
  $defs: { branch, bush },
});

let server: FakeServer;
test.beforeAll(async () => {
  server = await startFakeServer();
  server.faults.schemas = {
    graph_id: 'exact',
    input_schema: { ...hostile({ tree, bush: { $ref: '#/$defs/bush' } }), required: ['text'] },
    output_schema: {},
    state_schema: hostile({ note: trapped, id: trapped, copy: trapped, ...wide }),
    config_schema: { ...hostile({ tree }), required: ['text'] },
    context_schema: { ...hostile({ tree }), required: ['text'] },
  };
});
test.afterAll(() => server.close());

const unchecked = 'could not be validated within 200 ms';

test(
  'a form whose schema never ends answers keys, and says what could not be checked',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    const blocked: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text());
    });
    await waitForDemoServer(page);
    await addAndUseServer(page, { address: server.url, name: 'Hostile' });
    await openView(page, 'Threads');
    await newThread(page);
    await writeInputAs(page, 'Form');
    const field = dock(page).getByRole('textbox', { name: 'text', exact: true });
    await expect(field).toHaveValue(trap);
    await expect(dock(page).filter({ hasText: unchecked })).not.toHaveCount(0);
    await field.pressSequentially('!');
    expect(await measureInputDelay(page, field)).toBeLessThan(500);
    await expectAccessible(page);
    expect(blocked).toEqual([]);
    // The line of settings below the input sets a tree of the config.
    await dock(page).getByRole('group', { name: 'tree' }).getByRole('button', { name: 'Set tree' }).click();
    expect(await measureInputDelay(page, field)).toBeLessThan(500);
    await press(page, 'Set bush');
    await expect(dock(page).filter({ hasText: 'Too large for a form' })).not.toHaveCount(0);
  },
);

test(
  'an input as JSON answers keys beside a schema that never ends, and can be sent',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await writeInputAs(page, 'JSON');
    await setJson(dock(page), 'Input', JSON.stringify({ text: trap }));
    const field = dock(page).getByRole('textbox', { name: 'Input', exact: true });
    expect(await measureInputDelay(page, field)).toBeLessThan(500);
    await expect(dock(page).filter({ hasText: unchecked })).not.toHaveCount(0);
    await startRun(page, { id: trap, text: trap });
    await expectRun(page, 'finished');
  },
);

test(
  'the edit of a state answers keys although its schema never ends',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await inspector(page).getByRole('button', { name: 'Edit state here' }).click();
    const form = page.getByRole('region', { name: 'Edit state', exact: true });
    const field = form.getByRole('textbox', { name: 'State values' });
    await replaceText(field, 'aa!', 'aaa!');
    expect(await measureInputDelay(page, field)).toBeLessThan(500);
    await expect(form).toContainText(unchecked);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByTestId('state-saved')).toContainText('Saved as checkpoint');
  },
);

test(
  'config and context answer keys although their schema never ends',
  { tag: '@full' },
  async ({ studio }) => {
    const { page } = studio;
    await openSheetTab(page, 'Assistant');
    for (const name of ['config', 'context']) {
      const group = dock(page).getByRole('group', {
        name: name === 'config' ? 'Config' : 'Context',
        exact: true,
      });
      await expect(group).toBeVisible();
      await dock(page)
        .getByRole('radiogroup', { name: `Write the ${name} as` })
        .getByRole('radio', { name: 'JSON' })
        .click();
      const label = name === 'config' ? 'Config' : 'Context';
      const inner = { text: trap, tree: { tree: { tree: {} } } };
      await setJson(dock(page), label, name === 'config' ? { configurable: inner } : inner);
      const field = dock(page).getByRole('textbox', { name: label, exact: true });
      expect(await measureInputDelay(page, field)).toBeLessThan(500);
    }
  },
);

test('a server whose schema never ends can be removed', { tag: '@full' }, async ({ studio }) => {
  const { page } = studio;
  await openServers(page);
  await page.getByRole('option', { name: 'Hostile' }).click();
  await page.getByRole('region', { name: 'Server Hostile' }).getByRole('button', { name: 'Remove' }).click();
  const asking = page.getByRole('dialog', { name: 'Remove Hostile?' });
  await asking.getByRole('button', { name: 'Remove server' }).click();
  await expect(page.getByRole('option', { name: 'Hostile' })).toHaveCount(0);
});
