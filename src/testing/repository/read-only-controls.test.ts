import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isWritingCall } from '../../shared/call-effects.ts';

const root = join(import.meta.dirname, '../../renderer');

/**
 * Views that change a server, and the files that keep them from a recording: by disabling the controls that lead
 * to them, or by leaving recordings out. A view that is not listed has probably forgotten it.
 */
const guards: Readonly<Record<string, readonly string[]>> = {
  'app/commands/use-window-commands.ts': ['commands/command-registry.ts'],
  'app/panes/dock/RunFromCheckpointDialog.tsx': [
    'graph/menu/NodeMenu.tsx',
    'history/pane/HistoryPane.tsx',
    'runs/node/execution/ExecutionToolbar.tsx',
    'state/messages/use-transcript.tsx',
    'assistants/NodeSettingsForm.tsx',
  ],
  'assistants/AssistantDialog.tsx': ['assistants/AssistantList.tsx', 'assistants/AssistantPicker.tsx'],
  'assistants/DeleteAssistantDialog.tsx': ['assistants/AssistantList.tsx'],
  'assistants/NodeSettingsForm.tsx': ['assistants/NodeSettingsForm.tsx'],
  'assistants/VersionsDialog.tsx': ['assistants/VersionsDialog.tsx'],
  'crons/CronDetail.tsx': ['crons/CronsView.tsx'],
  'crons/CronDialog.tsx': ['crons/CronsView.tsx'],
  'experiments/ExperimentDetail.tsx': ['app/panes/InputsPane.tsx'],
  'experiments/NewExperimentDialog.tsx': ['app/panes/InputsPane.tsx'],
  'inbox/InboxDetail.tsx': ['../services/inbox/create-inbox.ts'],
  'inbox/use-bulk-answers.ts': ['../services/inbox/create-inbox.ts'],
  'memory/DeleteItemsDialog.tsx': ['memory/MemoryView.tsx'],
  'memory/ItemEditor.tsx': ['memory/MemoryView.tsx'],
  'memory/NewItemDialog.tsx': ['memory/MemoryView.tsx'],
  'runs/composer/StuckRunNotice.tsx': ['runs/composer/Composer.tsx'],
  'runs/composer/use-active-runs.ts': ['runs/composer/Composer.tsx'],
  'runs/composer/use-launch-run.ts': ['runs/composer/Composer.tsx', 'runs/chat/ChatView.tsx'],
  'runs/run-list/RunDetail.tsx': ['runs/run-list/RunDetail.tsx'],
  'runs/run-list/SaveSettingsDialog.tsx': ['runs/run-list/RunDetail.tsx'],
  'server-runs/ServerRunsView.tsx': ['server-runs/ServerRunsView.tsx', 'server-runs/ServerRunDetail.tsx'],
  'state/edit/EditForm.tsx': ['state/edit/StateEditor.tsx'],
  'state/edit/use-save-edit.ts': ['state/edit/StateEditor.tsx'],
  'threads/clone/CloneThreadDialog.tsx': ['app/shell/CloneThread.tsx'],
  'threads/dialogs/EditThreadDialog.tsx': ['threads/list/ThreadMenu.tsx', 'threads/list/ThreadList.tsx'],
  'threads/dialogs/NewThreadDialog.tsx': ['threads/list/ThreadListHeader.tsx'],
  'threads/dialogs/ThreadDialogs.tsx': ['threads/list/ThreadMenu.tsx', 'threads/list/SelectionBar.tsx'],
  'threads/list/ThreadList.tsx': ['threads/list/ThreadMenu.tsx'],
  'threads/list/ThreadListHeader.tsx': ['threads/list/ThreadListHeader.tsx'],
};

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Functions of a file that make a writing call, also by another function of the file. */
function writersIn(text: string): readonly string[] {
  const parts = text.split(/^(?=(?:export )?(?:async )?function )/m);
  const named = parts.flatMap((body) => {
    const name = /^(?:export )?(?:async )?function (\w+)/.exec(body)?.[1];
    return name === undefined ? [] : { name, body };
  });
  const found = new Set<string>();
  for (const { name, body } of named) {
    if ([...body.matchAll(/\.call\(\s*'([\w.]+)'/g)].some(([, call = '']) => isWritingCall(call)))
      found.add(name);
  }
  for (const { name, body } of named)
    if ([...found].some((writer) => body.includes(`${writer}(`))) found.add(name);
  return [...found];
}

/** Files that use a writing function of another file. */
function usersOf(files: readonly SourceFile[]): readonly string[] {
  const writers = files.flatMap(({ path, text }) => writersIn(text).map((name) => ({ name, path })));
  return files
    .filter(({ path, text }) =>
      writers.some((writer) => writer.path !== path && new RegExp(`\\b${writer.name}\\(`).test(text)),
    )
    .map(({ path }) => path)
    .toSorted();
}

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

it('the search finds direct and indirect users of writing calls, and no readers', () => {
  const hooks = `async function put(studio) { studio.call('store.put', {}); }
export function useSave() { return put(studio); }
export function useRead() { return studio.call('store.item', {}); }
`;
  const files = [
    { path: 'hooks.ts', text: hooks },
    { path: 'Save.tsx', text: 'const save = useSave();' },
    { path: 'Read.tsx', text: 'const read = useRead();' },
  ];
  expect(usersOf(files)).toEqual(['Save.tsx']);
});

it('each view that changes a server is kept from recordings', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isSource)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  expect(usersOf(files)).toEqual(Object.keys(guards).toSorted());
  const unguarded = [...new Set(Object.values(guards).flat())].filter(
    (path) =>
      !/\breadOnly\b|readOnlyReason\(|[uU]navailable\((?:binding\.)?connectionId|'recording'/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
  );
  expect(unguarded).toEqual([]);
});
