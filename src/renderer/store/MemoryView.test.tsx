import { EditorView } from '@codemirror/view';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { renderView, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { toastStore } from '../ui/popups/toast-store.ts';
import { MemoryView } from './MemoryView.tsx';

afterEach(cleanup);

const show = (calls: TestHandlers['calls'] = {}) =>
  renderView(
    <MemoryView
      connectionId="c"
      serverName="Production"
      renderTree={(text, label) => <pre aria-label={label}>{text}</pre>}
    />,
    { calls },
  );

const summary = (key: string, more: object = {}) => ({
  namespace: ['users'],
  key,
  preview: '{}',
  size: 2,
  updatedAt: null,
  score: null,
  ...more,
});

async function typeValue(insert: string): Promise<void> {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'Value' }));
  if (view === null) throw new Error('There is no editor.');
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }));
}

it('a server without a store is reported once, without a spinner', async () => {
  show({
    'store.namespaces': () =>
      Promise.reject(new AppError('unsupported', 'This server does not offer a store.')),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('This server does not offer a store.');
  expect(screen.queryByText(/^Loading/)).toBeNull();
});

it('says that the studio searched the items of a server that ignores the text', async () => {
  show({
    'store.namespaces': async () => ({ namespaces: [['users']], isCut: false }),
    'store.search': async () => ({ items: [], nextOffset: 5000, isSearchedHere: true }),
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Search items by text' }), 'tides{Enter}');
  expect(
    await screen.findByText(/This server ignores the text, so the studio searched its items/),
  ).toBeTruthy();
  expect(await screen.findByText('No matching items so far')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Load more' })).toBeTruthy();
});

it('says that it is unknown how a server searched that gives no scores', async () => {
  show({
    'store.namespaces': async () => ({ namespaces: [['users']], isCut: false }),
    'store.search': async () => ({ items: [summary('a')], nextOffset: null, isSearchedHere: false }),
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Search items by text' }), 'tides{Enter}');
  expect(await screen.findByText(/it is unknown how it searched/)).toBeTruthy();
});

it('counts that are cut are the least', async () => {
  show({
    'store.namespaces': async () => ({ namespaces: [['users'], ['teams']], isCut: false }),
    'store.count': async () => ({
      counts: [
        { namespace: ['users'], items: 10_000 },
        { namespace: ['teams'], items: 1 },
      ],
      isCut: true,
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Count items' }));
  expect((await screen.findByRole('option', { name: /teams/ })).textContent).toMatch(/1 item$/);
  expect((await screen.findByRole('option', { name: /users/ })).textContent).toContain('≥ 10,000');
});

it('several items are deleted after their number was typed; what failed is named', async () => {
  const { called } = show({
    'store.namespaces': async () => ({ namespaces: [['users']], isCut: false }),
    'store.search': async () => ({
      items: [summary('a'), summary('b')],
      nextOffset: null,
      isSearchedHere: false,
    }),
    'store.delete': async ({ items }) =>
      items.map((item) => ({
        ...item,
        problem:
          item.key === 'b'
            ? { code: 'forbidden' as const, message: 'You may not.', hint: null, details: {} }
            : null,
      })),
  });
  const user = userEvent.setup();
  await screen.findByRole('option', { name: /^a/ });
  await user.click(screen.getByRole('button', { name: 'Select items' }));
  await user.click(screen.getByRole('button', { name: 'All loaded' }));
  await user.click(screen.getByRole('button', { name: 'Delete the selected items' }));
  const confirm = screen.getByRole('button', { name: 'Delete 2 items' });
  expect(confirm.hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('dialog').textContent).toContain('Production');
  await user.type(screen.getByRole('textbox', { name: 'Type 2 to confirm' }), '2');
  await user.click(confirm);
  expect(await screen.findByText(/was not deleted: You may not\./)).toBeTruthy();
  expect(called.filter(({ method }) => method === 'store.delete')).toHaveLength(1);
});

it('an edit starts with the stored value, and is not sent unchanged', async () => {
  const item = { namespace: ['users'], key: 'a', valueText: '{"by":1}', createdAt: null, updatedAt: null };
  show({
    'store.namespaces': async () => ({ namespaces: [['users']], isCut: false }),
    'store.search': async () => ({ items: [summary('a')], nextOffset: null, isSearchedHere: false }),
    'store.item': async () => item,
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('option', { name: /^a/ }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const editor = await screen.findByRole('textbox', { name: 'Value' });
  expect(editor.textContent).toContain('"by": 1');
  expect(screen.getByText('no change')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Save/ }).hasAttribute('disabled')).toBe(true);
});

it('says that the server stored an edited item differently', async () => {
  const item = (valueText: string) => ({
    namespace: ['users'],
    key: 'rounded',
    valueText,
    createdAt: null,
    updatedAt: valueText,
  });
  let stored = item('{"n":1}');
  show({
    'store.namespaces': async () => ({ namespaces: [['users']], isCut: false }),
    'store.search': async () => ({ items: [summary('rounded')], nextOffset: null, isSearchedHere: false }),
    'store.item': async () => stored,
    'store.put': async () => (stored = item('{"n":9007199254740992}')),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('option', { name: /^rounded/ }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await typeValue('{"n":9007199254740993}');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Value' })).toBeNull());
  await waitFor(() =>
    expect(toastStore.getState().toasts.map(({ text }) => text)).toEqual([
      'The server stored “rounded” differently. Compare it with what you wrote.',
    ]),
  );
});

it('keeps what is typed while an item is saved, as an edit of what was saved', async () => {
  const item = (valueText: string) => ({
    namespace: ['users'],
    key: 'typed',
    valueText,
    createdAt: null,
    updatedAt: valueText,
  });
  let stored = item('{"n":1}');
  const finish: (() => void)[] = [];
  const { called } = show({
    'store.namespaces': async () => ({ namespaces: [['users']], isCut: false }),
    'store.search': async () => ({ items: [summary('typed')], nextOffset: null, isSearchedHere: false }),
    'store.item': async () => stored,
    'store.put': async ({ valueText }) => {
      await new Promise<void>((resolve) => {
        finish.push(resolve);
      });
      stored = item(valueText);
      return stored;
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('option', { name: /^typed/ }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await typeValue('{"n":2}');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(finish).toHaveLength(1));
  await typeValue('{"n":3}');
  finish[0]?.();
  await waitFor(() => expect(screen.queryByText('Saving')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Value' }).textContent).toContain('{"n":3}');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(finish).toHaveLength(2));
  expect(called.filter(({ method }) => method === 'store.put').at(-1)?.input).toMatchObject({
    valueText: '{"n":3}',
    expected: { updatedAt: '{"n":2}' },
  });
  finish[1]?.();
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
});

it.each([
  ['a slash', ['files', 'a/b']],
  ['spaces around it', ['files', ' b ']],
])('a new item goes into the namespace that is shown, whose label has %s', async (_what, labels) => {
  const { called } = show({
    'store.namespaces': async () => ({ namespaces: [labels], isCut: false }),
    'store.search': async () => ({ items: [], nextOffset: null, isSearchedHere: false }),
    'store.put': ({ namespace, key, valueText }) =>
      Promise.resolve({ namespace, key, valueText, createdAt: null, updatedAt: null }),
  });
  const user = userEvent.setup();
  const name = labels[1]?.trim() ?? '';
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.type(screen.getByRole('textbox', { name: 'Key' }), 'k');
  await user.click(screen.getByRole('button', { name: 'Create item' }));
  await waitFor(() => expect(called.some(({ method }) => method === 'store.put')).toBe(true));
  expect(called.find(({ method }) => method === 'store.put')?.input).toMatchObject({ namespace: labels });
});

it('says what could not be read again, and not that nothing is there', async () => {
  let fails = false;
  const orFail = <T,>(result: T): Promise<T> =>
    fails ? Promise.reject(new AppError('server-failed', 'The server failed.')) : Promise.resolve(result);
  show({
    'store.namespaces': () => orFail({ namespaces: [], isCut: false }),
    'store.search': () => orFail({ items: [], nextOffset: null, isSearchedHere: false }),
  });
  await screen.findByText('No items yet');
  fails = true;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Could not refresh: The server failed.');
  await waitFor(() => expect(screen.queryByText('No items yet')).toBeNull());
  expect(screen.getAllByText('The server failed.')).toHaveLength(1);
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No items yet')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says beside each list what keeps only that one from being read', async () => {
  let fails = false;
  const orFail = <T,>(result: T, message: string): Promise<T> =>
    fails ? Promise.reject(new AppError('server-failed', message)) : Promise.resolve(result);
  show({
    'store.namespaces': () => orFail({ namespaces: [['users']], isCut: false }, 'No namespaces.'),
    'store.search': () => orFail({ items: [], nextOffset: null, isSearchedHere: false }, 'No search.'),
  });
  await screen.findByText('No items here');
  fails = true;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('No namespaces.')).toBeTruthy();
  const items = within(screen.getByRole('region', { name: 'Items' }));
  expect(await items.findByText('No search.')).toBeTruthy();
  expect(items.queryByText('No namespaces.')).toBeNull();
});

it('says that a long value is cut as text', async () => {
  const valueText = JSON.stringify({ by: 'x'.repeat(600_000) });
  show({
    'store.namespaces': async () => ({ namespaces: [['users']], isCut: false }),
    'store.search': async () => ({ items: [summary('b')], nextOffset: null, isSearchedHere: false }),
    'store.item': async () => ({
      namespace: ['users'],
      key: 'b',
      valueText,
      createdAt: null,
      updatedAt: null,
    }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('option', { name: /^b/ }));
  await user.click(await screen.findByRole('radio', { name: 'JSON' }));
  expect(screen.getByRole('group', { name: 'Value' }).textContent).toMatch(/x…$/);
  expect(screen.getByText('Only the first 500,000 characters are shown. Copy to see the rest.')).toBeTruthy();
});
