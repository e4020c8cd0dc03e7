import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { contract, type StudioContract } from '../../shared/contract.ts';
import { contractName } from '../../shared/contract-name.ts';
import { createRpcClient } from '../../shared/rpc/client.ts';
import { createPortPair } from '../../shared/rpc/in-memory-port.ts';
import { serve } from '../../shared/rpc/server.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { aThread } from '../../testing/builders.ts';
import { buildRunRecord } from '../../testing/renderer/run-record-builder.ts';
import { stubHandlers } from '../../testing/renderer/stub-handlers.ts';
import { emit } from '../shared-ui/window-events.ts';
import { RpcContext } from '../rpc/rpc-context.ts';
import { StuckRunNotice } from '../runs/composer/StuckRunNotice.tsx';
import { createRunSession, RunSessionContext } from '../runs/run-session.ts';
import { emptySelection } from '../runs/selection.ts';
import { DeleteRunDialog } from '../runs/run-list/DeleteRunDialog.tsx';
import { RunDetail } from '../runs/run-list/RunDetail.tsx';
import { ThreadDialogs, type ThreadDialogsProps } from '../threads/ThreadDialogs.tsx';
import type { JsonEditorProps } from '../ui/json-editor/json-editor-props.ts';
import { RunFromCheckpointDialog } from './panes/RunFromCheckpointDialog.tsx';
import { WorkbenchContext, type Workbench } from './use-workbench.ts';

vi.mock('../ui/json-editor/JsonEditor.tsx', () => ({
  JsonEditor: ({ label, value, onChange }: JsonEditorProps) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />
  ),
}));

/** The server: every action fails with `failure`, or waits while there is none. */
let failure: AppError | null;
const attempt = (): Promise<never> =>
  failure === null ? new Promise<never>(() => undefined) : Promise.reject(failure);

/** Bulk actions report the failure of each thread instead of rejecting. */
const attemptEach = async ({ threadIds }: { readonly threadIds: readonly string[] }) => {
  const reason = failure ?? (await attempt());
  return threadIds.map((threadId) => ({ threadId, problem: toWireError(reason) }));
};

const attemptEachRun = async ({ runs }: { readonly runs: readonly { readonly runId: string }[] }) => {
  const reason = failure ?? (await attempt());
  return runs.map(({ runId }) => ({ runId, problem: toWireError(reason) }));
};

function show(view: ReactNode) {
  const [host, window] = createPortPair();
  const quiet = stubHandlers();
  const calls = {
    ...quiet.calls,
    'threads.create': attempt,
    'threads.update': attempt,
    'threads.delete': attemptEach,
    'threads.prune': attempt,
    'serverRuns.delete': attemptEachRun,
    'runs.join': attempt,
    'runs.deleteStuck': attempt,
  };
  serve<StudioContract>(contract, { ...quiet, calls }, host, { onBug: () => undefined });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RpcContext value={createRpcClient<StudioContract>(window, contractName)}>
        <RunSessionContext value={session}>
          <WorkbenchContext value={workbench}>{view}</WorkbenchContext>
        </RunSessionContext>
      </RpcContext>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const threadDialog = (action: ThreadDialogsProps['act']) => (
  <ThreadDialogs
    act={action}
    connectionId="c"
    serverName="Mine"
    graphIds={['writer']}
    graphId="writer"
    onClose={() => undefined}
    onMade={() => undefined}
    onDeleted={() => undefined}
  />
);
const deletedRun = (
  <DeleteRunDialog
    connectionId="c"
    serverName="Mine"
    threadId="t"
    run={{ runId: 'r', runName: 'run #1' }}
    onClose={() => undefined}
  />
);
const runningRun = (
  <RunDetail
    connectionId="c"
    serverName="Mine"
    threadId="t"
    runId={null}
    display={{ status: 'finished', text: 'finished' }}
    onRun={() => undefined}
    onRerun={() => undefined}
    onRunAgain={null}
    onDelete={() => undefined}
    record={buildRunRecord({
      runId: 'r',
      status: 'running',
      durationMs: null,
      hasLog: false,
      resumable: false,
    })}
    number={1}
  />
);
const session = createRunSession();
session.setState({ launcher: { runFromCheckpoint: attempt, launch: attempt } });
/** What the dialogs read of it. */
const workbench = { selection: emptySelection, server: null } as unknown as Workbench;
const checkpoint = {
  checkpointId: 'cp',
  parentId: null,
  createdAt: null,
  step: 1,
  source: 'loop',
  runId: null,
  writers: [],
  next: ['plan'],
  changedKeys: null,
  interrupts: 0,
  failed: false,
} as const;

/** Each dialog whose action can fail: what shows it, what opens it, what starts it and what can be typed into it. */
const dialogs: readonly {
  readonly of: string;
  readonly view: ReactNode;
  readonly open?: RegExp;
  readonly confirm: RegExp;
  /** A field that must be changed first. */
  readonly edit?: string;
  readonly fields?: readonly string[];
}[] = [
  {
    of: 'a new thread',
    view: threadDialog({ kind: 'new' }),
    confirm: /^Create thread/,
    fields: ['Name', 'ID', 'Metadata', 'Initial updates'],
  },
  {
    of: 'the name of a thread',
    view: threadDialog({ kind: 'edit', thread: aThread() }),
    confirm: /^Save/,
    // Without a change there is nothing to save.
    edit: 'Name',
    fields: ['Name', 'Tags'],
  },
  {
    of: 'deleting a thread',
    view: threadDialog({ kind: 'delete', threads: [aThread()] }),
    confirm: /^(Delete thread|Try again)/,
  },
  {
    of: 'pruning a thread',
    view: threadDialog({ kind: 'prune', threads: [aThread()] }),
    confirm: /^(Prune thread|Try again)/,
  },
  { of: 'deleting a run', view: deletedRun, confirm: /^(Delete run|Try again)/ },
  { of: 'joining a run', view: runningRun, open: /^Read its events…/, confirm: /^Read its events/ },
  {
    of: 'deleting a stuck run',
    view: (
      <StuckRunNotice
        connectionId="c"
        serverName="Mine"
        threadId="t"
        runId="r"
        onThread={() => undefined}
        onFreed={() => undefined}
      />
    ),
    open: /^Delete the run/,
    confirm: /^Delete run/,
  },
  {
    of: 'a run from a checkpoint',
    view: (
      <RunFromCheckpointDialog
        connectionId="c"
        threadId="t"
        request={{
          checkpoint: { ...checkpoint, next: ['plan'] },
          nodeId: null,
          inner: null,
        }}
        onClose={() => undefined}
      />
    ),
    confirm: /^Run/,
  },
];

const outage = (): AppError =>
  new AppError('unreachable', 'The server does not answer.', { details: { sent: 'no' } });
const refusal = (): AppError => new AppError('server-failed', 'The server failed.');

afterEach(cleanup);

describe.each(dialogs)('an error in the dialog for $of', ({ view, open, confirm, edit, fields = [] }) => {
  async function fail(error: AppError) {
    failure = error;
    const user = show(view);
    if (open) await user.click(screen.getByRole('button', { name: open }));
    const dialog = within(await screen.findByRole('dialog'));
    if (edit) await user.type(dialog.getByLabelText(edit), 'changed');
    await user.click(dialog.getByRole('button', { name: confirm }));
    await dialog.findByText(error.message, { exact: false });
    return { user, dialog, isShown: () => dialog.queryByText(error.message, { exact: false }) !== null };
  }

  it('of an outage goes when that server answers again', async () => {
    const { isShown } = await fail(outage());
    act(() => emit({ type: 'server-returned', connectionId: 'another' }));
    expect(isShown()).toBe(true);
    act(() => emit({ type: 'server-returned', connectionId: 'c' }));
    await waitFor(() => expect(isShown()).toBe(false));
  });

  it('with another cause stays then, and goes as soon as it is tried again', async () => {
    const { user, dialog, isShown } = await fail(refusal());
    act(() => emit({ type: 'server-returned', connectionId: 'c' }));
    expect(isShown()).toBe(true);
    failure = null;
    await user.click(dialog.getByRole('button', { name: confirm }));
    await waitFor(() => expect(isShown()).toBe(false));
  });

  it.each(fields)('goes when %s changes', async (field) => {
    const { user, dialog, isShown } = await fail(refusal());
    await user.type(dialog.getByLabelText(field), '1');
    expect(isShown()).toBe(false);
  });
});

it('a deletion of unknown outcome is not called failed, and what to do about it is said', async () => {
  failure = new AppError('outcome-unknown', 'A gateway got no response.', {
    hint: 'Check whether it is still there.',
  });
  const user = show(threadDialog({ kind: 'delete', threads: [aThread()] }));
  await user.click(await screen.findByRole('button', { name: 'Delete thread' }));
  const said = 'may have been deleted: A gateway got no response. Check whether it is still there.';
  expect(await screen.findByText((text) => text.includes(said))).toBeTruthy();
});

const deletions = [
  { noun: 'thread', view: threadDialog({ kind: 'delete', threads: [aThread()] }) },
  { noun: 'run', view: deletedRun },
];
const unclear = ['timeout', 'unreachable', 'port-closed'] as const;
it.each(deletions.flatMap((deletion) => unclear.map((code) => ({ ...deletion, code }))))(
  'the deletion of a $noun that failed with $code may have been done, and this stays said when the server answers again',
  async ({ noun, view, code }) => {
    failure = new AppError(code, 'Nothing came back.');
    const user = show(view);
    await user.click(await screen.findByRole('button', { name: `Delete ${noun}` }));
    const item = await screen.findByText(/may have been deleted: Nothing came back\./);
    act(() => emit({ type: 'server-returned', connectionId: 'c' }));
    expect(item.isConnected).toBe(true);
    expect(screen.queryByText(/was not deleted/)).toBeNull();
  },
);
