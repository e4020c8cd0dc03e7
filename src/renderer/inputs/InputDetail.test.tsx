import { EditorView } from '@codemirror/view';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatInput } from '../../shared/inputs/format-input.ts';
import { plainInput } from '../../shared/inputs/saved-input.ts';
import { renderView, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { queryKeys } from '../queries/query-keys.ts';
import { useCallQuery } from '../queries/use-call.ts';
import { readDraft, writeDraft } from '../storage/drafts.ts';
import { InputDetail } from './InputDetail.tsx';
import { inputDraftKey, serializeInputDraft } from './input-drafts.ts';
import { NamingDialog } from './NamingDialog.tsx';
import { useInput } from './queries.ts';

const key = inputDraftKey('c', 'a.json');
beforeEach(() => {
  for (const path of ['a.json', 'b.json']) writeDraft(inputDraftKey('c', path), null);
});
afterEach(cleanup);

const textOf = (inputText: string): string =>
  formatInput({ ...plainInput, start: { kind: 'input', inputText } });
const before = textOf('{"n":1}');
const saved = textOf('{"n":2}');
const typed = textOf('{"n":3}');

/** The disk; the revision of a text is the text itself. */
const disk = { text: before, finish: (): void => undefined };

const show = (calls: TestHandlers['calls'] = {}, actions: ReactNode = null) =>
  renderView(
    <InputDetail
      connectionId="c"
      path="a.json"
      onRename={() => undefined}
      onDuplicate={() => undefined}
      onDelete={() => undefined}
      actions={actions}
    />,
    {
      calls: {
        'inputs.read': async ({ path }) => ({ path, text: disk.text, revision: disk.text }),
        'inputs.save': async ({ path, text }) => {
          disk.text = text;
          await new Promise<void>((resolve) => {
            disk.finish = resolve;
          });
          return { path, text, revision: text };
        },
        ...calls,
      },
    },
  );

async function typeText(insert: string): Promise<void> {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'Text of a.json' }));
  if (view === null) throw new Error('There is no editor.');
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }));
}

it.each([
  ['another text', typed],
  ['the text that was there before', before],
])('keeps %s that is typed while one is saved, as an edit of that', async (_what, next) => {
  disk.text = before;
  writeDraft(key, serializeInputDraft({ base: before, text: saved }));
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(disk.text).toBe(saved));
  await typeText(next);
  disk.finish();
  await waitFor(() => expect(readDraft(key)).toBe(serializeInputDraft({ base: saved, text: next })));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Changes are not saved.')).toBeTruthy();
});

// Both files are read before, as if they had been looked at.
function TwoInputs() {
  const [path, setPath] = useState('a.json');
  return (
    <>
      {['a.json', 'b.json'].map((one) => (
        <ReadBefore key={one} path={one} />
      ))}
      <button type="button" onClick={() => setPath('b.json')}>
        Look at b
      </button>
      <InputDetail
        connectionId="c"
        path={path}
        onRename={() => undefined}
        onDuplicate={() => undefined}
        onDelete={() => undefined}
        actions={null}
      />
    </>
  );
}

function ReadBefore({ path }: { readonly path: string }) {
  return <p>{useInput('c', path).data ? `Read ${path}` : null}</p>;
}

it('saves an input while the one that was looked at before is still being saved', async () => {
  disk.text = before;
  const sent: string[] = [];
  for (const path of ['a.json', 'b.json'])
    writeDraft(inputDraftKey('c', path), serializeInputDraft({ base: before, text: saved }));
  renderView(<TwoInputs />, {
    calls: {
      'inputs.read': async ({ path }) => ({ path, text: before, revision: before }),
      'inputs.save': ({ path }) => {
        sent.push(path);
        return new Promise(() => undefined);
      },
    },
  });
  await screen.findByText('Read b.json');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual(['a.json']));
  fireEvent.click(screen.getByRole('button', { name: 'Look at b' }));
  await screen.findByRole('textbox', { name: 'Text of b.json' });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual(['a.json', 'b.json']));
});

it('has no edit left once the text is saved', async () => {
  disk.text = before;
  writeDraft(key, serializeInputDraft({ base: before, text: saved }));
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(disk.text).toBe(saved));
  disk.finish();
  await waitFor(() => expect(readDraft(key)).toBeNull());
});

// As the dialog that runs the input does.
function Checks() {
  const { data } = useCallQuery([...queryKeys.inputs('c'), 'external-checks'], 'inputs.externalChecks', {
    connectionId: 'c',
    paths: ['a.json'],
  });
  return <p data-testid="read">{data?.folder}</p>;
}

it('is read again after a save by who began to read it before that, for the first time', async () => {
  disk.text = before;
  writeDraft(key, serializeInputDraft({ base: before, text: saved }));
  let finishRead = (): void => undefined;
  const begun: string[] = [];
  show(
    {
      'inputs.externalChecks': async () => {
        const folder = disk.text === saved ? 'saved' : 'before';
        begun.push(folder);
        if (begun.length === 1)
          await new Promise<void>((resolve) => {
            finishRead = resolve;
          });
        return { folder, checks: [] };
      },
    },
    <Checks />,
  );
  await waitFor(() => expect(begun).toEqual(['before']));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(disk.text).toBe(saved));
  disk.finish();
  await waitFor(() => expect(readDraft(key)).toBeNull());
  finishRead();
  await waitFor(() => expect(screen.getByTestId('read').textContent).toBe('saved'));
});

it('takes the text that is not saved along when it is renamed', async () => {
  const draft = serializeInputDraft({ base: before, text: typed });
  writeDraft(key, draft);
  let done = '';
  renderView(
    <NamingDialog
      connectionId="c"
      kind="rename"
      path="a.json"
      graph={null}
      onClose={() => undefined}
      onDone={(path) => {
        done = path;
      }}
    />,
    {
      calls: {
        'inputs.rename': async ({ to }) => ({ path: to, bytes: 1, changedAt: '2026-01-01T00:00:00Z' }),
      },
    },
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'b' } });
  const [confirm] = screen.getAllByRole('button', { name: 'Rename' });
  if (confirm === undefined) throw new Error('There is no button.');
  fireEvent.click(confirm);
  await waitFor(() => expect(done).toBe('b.json'));
  expect(readDraft(inputDraftKey('c', 'b.json'))).toBe(draft);
  expect(readDraft(key)).toBeNull();
});
