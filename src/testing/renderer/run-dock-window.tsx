import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CanvasQuestions } from '../../renderer/app/panes/CanvasQuestions.tsx';
import { DockRecorded, DockResume } from '../../renderer/app/panes/DockResume.tsx';
import { RpcContext } from '../../renderer/rpc/rpc-context.ts';
import { Composer } from '../../renderer/runs/composer/Composer.tsx';
import { RunDock } from '../../renderer/runs/dock/RunDock.tsx';
import {
  changeSelection,
  createRunSession,
  RunSessionContext,
  useSession,
} from '../../renderer/runs/run-session.ts';
import type { Selection } from '../../renderer/runs/selection.ts';
import { AppError } from '../../shared/app-error.ts';
import { contractName } from '../../shared/contract-name.ts';
import { type StudioContract, type StudioHandlers, contract } from '../../shared/contract.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { RunBatch } from '../../shared/model/frame-block.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { Run } from '../../shared/model/run.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import type { Thread, ThreadState } from '../../shared/model/thread.ts';
import { createRpcClient } from '../../shared/rpc/client.ts';
import { createPortPair } from '../../shared/rpc/in-memory-port.ts';
import { serve } from '../../shared/rpc/server.ts';
import { recordedCheckpoint, recordedExecution, recordedRun, threadRecord } from '../thread-records.ts';
import { buildFrames, taskStart } from './run-frame-builder.ts';

export const assistant: Assistant = {
  assistantId: 'a',
  graphId: 'writer',
  name: 'writer',
  description: null,
  version: 1,
  bySystem: true,
  updatedAt: null,
  configText: '{}',
  contextText: '{}',
};
export const thread: Thread = {
  threadId: 't',
  status: 'idle',
  name: null,
  tags: [],
  graphId: 'writer',
  assistantId: 'a',
  createdAt: null,
  updatedAt: null,
};
export const state: ThreadState = {
  threadId: 't',
  checkpointId: 'cp',
  parentId: null,
  createdAt: null,
  step: 1,
  source: 'loop',
  valuesText: '{}',
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
};
export const question = {
  ...state,
  next: ['review'],
  tasks: [{ id: 'x', nodeId: 'review', error: null, waiting: true }],
  interrupts: [
    {
      taskId: 'x',
      index: 0,
      id: '0123456789abcdef',
      valueText: '{"question":"Publish?","id":9007199254740993}',
      nodeId: 'review',
    },
  ],
};
/** What ran on a thread that has this question. */
export const questionRecord: ThreadRecord = threadRecord({
  checkpoints: [recordedCheckpoint('before', null), recordedCheckpoint('cp', 'before')],
  executions: [
    recordedExecution('plan', 'before', 'cp'),
    recordedExecution('review', 'cp', null, { status: 'interrupted' }),
  ],
  runs: [recordedRun('r1', { ending: { kind: 'interrupted', executionIds: ['review cp '] } })],
});
export const run = (runId: string, status: Run['status']): Run => ({
  runId,
  threadId: 't',
  assistantId: 'a',
  status,
  createdAt: null,
  durationMs: null,
  hasLog: true,
  joinedLate: false,
  origin: { kind: 'input', checkpointId: null },
});
export const finished = { outcome: 'finished', error: null, incomplete: false } as const;
export const planned = buildFrames(['metadata', {}], taskStart('1', 'plan'), ['values', { topic: 'x' }]);

/** A server of one thread with scripted answers. */
export function createBackEnd() {
  const back = {
    runs: [] as Run[],
    state: state as ThreadState,
    /** `null`: it can't be read. */
    record: null as ThreadRecord | null,
    /** Answers to the next starts, instead of an immediate one. */
    starts: [] as (() => Promise<void>)[],
    started: [] as RunRequest[],
    cancelled: [] as string[],
    startProblem: null as AppError | null,
    listProblem: null as AppError | null,
    stopProblem: null as AppError | null,
    batches: [] as RunBatch[],
    /** Gives a batch to whoever follows. */
    send: (next: RunBatch): void => void back.batches.push(next),
  };
  const handlers = {
    calls: {
      'assistants.schemas': async () => ({
        inputText: '{"type":"object","properties":{"topic":{"type":"string","default":"news"}}}',
        outputText: null,
        stateText: null,
        contextText: null,
        configText: null,
      }),
      'assistants.graph': async () => ({ nodes: [], edges: [], depth: 0 }),
      'runs.list': async () => {
        if (back.listProblem) throw back.listProblem;
        return back.runs;
      },
      'threads.state': async () => back.state,
      'threads.create': async () => thread,
      'threads.get': async () => thread,
      'inbox.thread': async () => ({
        threadId: 't',
        interrupts: back.state.interrupts,
        answered: [],
        next: back.state.next,
        since: null,
      }),
      'runs.start': async (request: RunRequest) => {
        await back.starts.shift()?.();
        if (back.startProblem) throw back.startProblem;
        back.started.push(request);
        return { runId: `new-${back.started.length}`, threadId: 't' };
      },
      'runs.cancel': async ({ runId }: { runId: string }) => {
        if (back.stopProblem) throw back.stopProblem;
        back.cancelled.push(runId);
        return {
          status: 'interrupted' as const,
          stopped: true,
          threadStatus: 'idle' as const,
          statePreserved: true,
        };
      },
    },
    streams: {
      async *'threads.record'() {
        if (back.record === null) throw new AppError('unsupported', 'No record.');
        yield { kind: 'snapshot' as const, record: back.record };
      },
      async *'runs.follow'(_input: unknown, signal: AbortSignal) {
        for (let index = 0; !signal.aborted;) {
          const next = back.batches[index];
          if (next) {
            yield next;
            index += 1;
            if (next.end) return;
          } else {
            await new Promise<void>((resolve) => {
              back.send = (one) => {
                back.batches.push(one);
                resolve();
              };
              signal.addEventListener('abort', () => resolve());
            });
          }
        }
      },
    },
  };
  return { back, handlers: handlers as unknown as StudioHandlers };
}

export interface ShownSelection {
  readonly thread: Thread | null;
  readonly assistant: Assistant;
}

/** The dock and the sheet as the app composes them. Its selection is that of the session; the app finds the assistant. */
function Dock({ assistants, chat }: { readonly assistants: readonly Assistant[]; readonly chat: ReactNode }) {
  const { assistantId } = useSession(({ selection }) => selection);
  return (
    <RunDock
      assistant={assistants.find((one) => one.assistantId === assistantId) ?? null}
      serverName="Demo"
      chat={chat}
      maximize={null}
      isSheetOpen
    >
      <CanvasQuestions />
      <Composer
        key={assistantId}
        resume={<DockResume />}
        recorded={<DockRecorded />}
        onStart={() => undefined}
        onClose={() => undefined}
      />
    </RunDock>
  );
}

const otherAssistants: readonly Assistant[] = [{ ...assistant, assistantId: 'b', name: 'other' }];

/** Shows the dock of a thread, beside its back end. */
export function showDock(
  { back, handlers }: ReturnType<typeof createBackEnd>,
  first: Thread | null = thread,
  checkpointId: string | null = null,
  connectionId = 'c',
  chat: ReactNode = null,
) {
  const [host, window] = createPortPair();
  const bugs: unknown[] = [];
  serve<StudioContract>(contract, handlers, host, { onBug: (_, error) => bugs.push(error) });
  const rpc = createRpcClient<StudioContract>(window, contractName);
  const selectionOf = (to: ShownSelection, at: string | null = null): Selection => ({
    connectionId,
    assistantId: to.assistant.assistantId,
    threadId: to.thread?.threadId ?? null,
    checkpointId: at,
  });
  const session = createRunSession(selectionOf({ thread: first, assistant }, checkpointId));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RpcContext value={rpc}>
        <RunSessionContext value={session}>
          <Dock assistants={[assistant, ...otherAssistants]} chat={chat} />
        </RunSessionContext>
      </RpcContext>
    </QueryClientProvider>,
  );
  return {
    back,
    /** Of the canvas. */
    activity: session.getState().activity,
    bugs,
    client,
    select: (to: ShownSelection) => act(() => changeSelection(session, () => selectionOf(to))),
  };
}
