import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { contract, type StudioContract, type StudioHandlers } from '../../../shared/contract.ts';
import { contractName } from '../../../shared/contract-name.ts';
import type { RunRecord } from '../../../shared/model/run.ts';
import { createRpcClient } from '../../../shared/rpc/client.ts';
import { createPortPair } from '../../../shared/rpc/in-memory-port.ts';
import { serve } from '../../../shared/rpc/server.ts';
import { toWireError } from '../../../shared/wire-error.ts';
import { emit } from '../../shared-ui/window-events.ts';
import { RpcContext } from '../../rpc/rpc-context.ts';
import { buildRunRecord } from '../../../testing/renderer/run-record-builder.ts';
import { RunList } from './RunList.tsx';

afterEach(cleanup);

const assistant = {
  assistantId: 'a',
  graphId: 'g',
  name: 'Letters',
  description: null,
  version: 2,
  bySystem: false,
  updatedAt: null,
  configText: '{"tags":["x"],"configurable":{"own":1}}',
  contextText: '{}',
};

/** The list over a server with these runs; `book` says what was asked of it, and of the window. */
function open(
  records: readonly RunRecord[],
  problem: AppError | null = null,
  displayed: string | null = 'r',
  isCut = false,
) {
  const calls: string[] = [];
  let failure = problem;
  let listed = records;
  let deletionProblem: AppError | null = null;
  const note = (what: string) => async (input: { readonly runId: string }) => {
    calls.push(`${what} ${input.runId}`);
    return {};
  };
  const handlers = {
    calls: {
      'runs.records': async () => {
        if (failure) throw failure;
        return { records: listed, isCut };
      },
      'assistants.list': async () => [assistant],
      'assistants.update': async (input: { readonly configText: string; readonly contextText: string }) => {
        calls.push(`save ${input.configText} ${input.contextText}`);
        return { ...assistant, version: 3 };
      },
      'runs.settings': async () => ({
        configText: '{"configurable":{"big":9007199254740993}}',
        contextText: '{"closing":"Yours"}',
      }),
      'runs.join': note('join'),
      'serverRuns.delete': async ({ runs }: { readonly runs: readonly { readonly runId: string }[] }) =>
        runs.map(({ runId }) => {
          calls.push(`delete ${runId}`);
          listed = listed.filter((one) => one.runId !== runId);
          return { runId, problem: deletionProblem && toWireError(deletionProblem) };
        }),
      'runs.input': async () => ({ inputText: '{"n":9007199254740993}' }),
    },
    streams: {},
  };
  const [host, window] = createPortPair();
  serve<StudioContract>(contract, handlers as unknown as StudioHandlers, host, {
    onBug: (_, error) => calls.push(`bug ${String(error)}`),
  });
  const rpc = createRpcClient<StudioContract>(window, contractName);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const list = (runId: string | null) => (
    <RpcContext value={rpc}>
      <QueryClientProvider client={queryClient}>
        <RunList
          connectionId="c"
          serverName="Staging"
          threadId="t"
          runId={runId}
          onRun={(id) => calls.push(`show ${id}`)}
          onRerun={(text) => calls.push(`edit ${text}`)}
          onRunAgain={(text) => calls.push(`again ${text}`)}
        />
      </QueryClientProvider>
    </RpcContext>
  );
  const rendered = render(list(displayed));
  return {
    calls,
    display: (runId: string) => rendered.rerender(list(runId)),
    failDeletion: (error: AppError) => {
      deletionProblem = error;
    },
    fail: (error: AppError) => {
      failure = error;
      void queryClient.invalidateQueries();
    },
  };
}
const press = async (name: string | RegExp): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }));
};

describe('RunList', () => {
  it('has the time of a run as a bound: it may have waited for its turn, and its record may have changed later', async () => {
    open([buildRunRecord({ runId: 'r', durationMs: 65_000 })]);
    const time = await screen.findByText('≤ 1 min 5 s');
    expect(time.title).toBe('at most 1 min 5 s on the server');
  });

  it('says above earlier runs that they could not be refreshed', async () => {
    const { fail } = open([buildRunRecord({ runId: 'r' })]);
    await screen.findByText('#1');
    fail(new AppError('unreachable', 'No response.'));
    expect((await screen.findByRole('alert')).textContent).toContain('Could not refresh: No response.');
    expect(screen.getByText('#1')).toBeTruthy();
  });

  it('expands the displayed run, also if it is known later than the list', async () => {
    const { display } = open([buildRunRecord({ runId: 'r', hasLog: true })], null, null);
    await screen.findByText('#1');
    expect(screen.queryByRole('button', { name: 'Show its events' })).toBeNull();
    display('r');
    expect(await screen.findByRole('button', { name: 'Show its events' })).toBeTruthy();
  });

  it('reads the events of a foreign run only after it was asked by name', async () => {
    const { calls } = open([
      buildRunRecord({ hasLog: false, resumable: false, status: 'running', durationMs: null }),
    ]);
    await press('Read its events…');
    const dialog = await screen.findByRole('dialog', { name: 'Read the events of run #1 on Staging?' });
    expect(dialog.textContent).toContain('lost to the client that started it');
    expect(calls).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Read its events' }));
    await waitFor(() => expect(calls).toEqual(['join r', 'show r']));
  });

  it('deletes a run only after the dialog that names it and its server', async () => {
    const { calls } = open([buildRunRecord()]);
    await press('Delete…');
    const dialog = await screen.findByRole('dialog', { name: 'Delete run #1 on Staging?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete run' }));
    await waitFor(() => expect(calls).toEqual(['delete r']));
  });

  it('says what became of a deleted run when its details are gone, and when its server answers again', async () => {
    const { failDeletion } = open([buildRunRecord({ runId: 'r' })]);
    failDeletion(new AppError('timeout', 'Nothing came back.'));
    await press('Delete…');
    await press('Delete run');
    expect(await screen.findByText('No runs')).toBeTruthy();
    const outcome = await screen.findByText(/may have been deleted: Nothing came back\./);
    act(() => emit({ type: 'server-returned', connectionId: 'c' }));
    expect(outcome.isConnected).toBe(true);
  });

  it('runs an input again, or hands it over for editing, letter by letter', async () => {
    const { calls } = open([buildRunRecord()]);
    await press('Run again');
    await waitFor(() => expect(calls).toEqual(['again {"n":9007199254740993}']));
    await press('Edit and run');
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]).toBe('edit {"n":9007199254740993}');
  });

  it('saves the settings of a run as a version, on top of those of its assistant', async () => {
    const { calls } = open([buildRunRecord({ assistantId: 'a', contextText: '{"closing":"Yours"}' })]);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save settings…' })).toHaveProperty('disabled', false),
    );
    await press('Save settings…');
    const dialog = await screen.findByRole('dialog', { name: 'Save the settings of run #1?' });
    expect(dialog.textContent).toContain('Staging');
    expect(calls).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save as new version' }));
    await waitFor(() =>
      expect(calls).toEqual([
        'save {"tags":["x"],"configurable":{"own":1,"big":9007199254740993}} {"closing":"Yours"}',
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers only what can be done', async () => {
    open([
      buildRunRecord({
        hasLog: false,
        resumable: false,
        origin: { kind: 'resume', checkpointId: null },
        error: 'Error: no',
      }),
    ]);
    expect((await screen.findByText('Error: no')).textContent).toBe('Error: no');
    const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect([isOff('Show its events'), isOff('Run again'), isOff('Edit and run'), isOff('Delete…')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('shows what hides in an input that was cut', async () => {
    open([buildRunRecord({ inputText: '{"topic": "pay\ufeffments\u2028",\n  "cut": "' })]);
    expect(await screen.findByText('{"topic": "pay\\ufeffments\\u2028", "cut": "')).toBeTruthy();
  });

  it('of more runs than are listed it gives no number', async () => {
    open([buildRunRecord({ runId: '0000aaaa-0000-4000-8000-000000000001' })], null, null, true);
    expect(await screen.findByText(/The newest 1 runs. There are more/)).toBeTruthy();
    expect(screen.queryByText('#1')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /studio, input/ }));
    await press('Delete…');
    expect(await screen.findByRole('dialog', { name: 'Delete run 0000…00000001 on Staging?' })).toBeTruthy();
  });

  it('has only the rows in view of a long list', async () => {
    open(
      Array.from({ length: 1000 }, (_, index) => buildRunRecord({ runId: `run-${index}` })),
      null,
      null,
    );
    await screen.findByRole('list');
    expect(screen.queryAllByRole('listitem').length).toBeLessThan(100);
  });

  it('says that there are none, and why they could not be read', async () => {
    open([]);
    expect(await screen.findByText('No runs')).toBeTruthy();
    cleanup();
    open([], new AppError('unreachable', 'The server does not answer.'));
    expect(await screen.findByText('The server does not answer.')).toBeTruthy();
  });
});
