import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { dispatch } from '../commands/command-queue.ts';
import { createNodeActivityStore, type NodeActivityStore } from '../shared-ui/node-activity.ts';
import type { RunLauncher } from '../shared-ui/run-launcher.ts';
import type { RunStart, StartAttempt } from './composer/run-start.ts';
import type { RunLogStore } from './model/run-log-store.ts';
import type { ChosenRun } from './model/select-run.ts';
import type { Playback } from './playback.ts';
import { chooseCheckpoint, chooseServer, emptySelection, type Selection } from './selection.ts';

// What the window has selected and is doing with it. What a server knows (its runs, states and records) is in the query
// cache and in the thread's record, and never here, too.
export interface RunSessionState {
  readonly selection: Selection;
  // What was selected of each server that was left, by its id.
  readonly leftSelections: ReadonlyMap<string, Selection>;
  readonly selectedNodeId: string | null;
  // The task of that node that was clicked; `null` if only the node was.
  readonly selectedTaskId: string | null;
  // What the canvas shows of the selected graph. Each graph starts with an empty one.
  readonly activity: NodeActivityStore;
  // The run that was picked or started last; `null` shows the newest of the thread.
  readonly chosenRun: ChosenRun | null;
  // Increased to read the events of the displayed run again.
  readonly reloadKey: number;
  // The log of the displayed run, while the dock follows it.
  readonly followedLog: RunLogStore | null;
  // The log that is to be played back, and its playback once there is one.
  readonly played: { readonly log: RunLogStore; readonly playback: Playback | null } | null;
  // Starts runs in the dock; `null` while there is none.
  readonly launcher: RunLauncher | null;
  readonly startAttempts: ReadonlyMap<string, StartAttempt>;
  // Runs that their servers failed to cancel. They stay, so that what can be done is still there after switching threads.
  readonly failedCancels: ReadonlySet<string>;
  // What came of the last request to stop runs of a thread, until another run is started.
  readonly stopNotice: { readonly threadId: string | null; readonly message: string } | null;
  readonly previewedStart: RunStart | null;
}

export type RunSession = StoreApi<RunSessionState>;

/** The store of what is selected and displayed in a window: server, assistant, thread, checkpoint, node and run. One for each window. */
export function createRunSession(selection: Selection = emptySelection): RunSession {
  return createStore<RunSessionState>(() => ({
    selection,
    leftSelections: new Map(),
    selectedNodeId: null,
    selectedTaskId: null,
    activity: createNodeActivityStore(),
    chosenRun: null,
    reloadKey: 0,
    followedLog: null,
    played: null,
    launcher: null,
    startAttempts: new Map(),
    failedCancels: new Set(),
    stopNotice: null,
    previewedStart: null,
  }));
}

export const RunSessionContext = createContext<RunSession | null>(null);

export function useRunSession(): RunSession {
  const session = use(RunSessionContext);
  if (!session) throw new Error('useRunSession needs a RunSessionContext above it.');
  return session;
}

export function useSession<T>(select: (state: RunSessionState) => T): T {
  return useStore(useRunSession(), select);
}

export function displayedLog({ followedLog, played }: RunSessionState): RunLogStore | null {
  return (played?.log === followedLog ? played?.playback?.log : null) ?? followedLog;
}

/** The displayed run; the same object until another one is displayed. */
export const displayedRun = (state: RunSessionState): RunLogStore['key'] | null =>
  state.followedLog?.key ?? null;

/** Changes the selection by a function of `selection.ts`. A selected node doesn't carry over to another graph. */
export function changeSelection(session: RunSession, rule: (selection: Selection) => Selection): void {
  session.setState((state) => {
    const selection = rule(state.selection);
    if (selection === state.selection) return state;
    const isSameServer = selection.connectionId === state.selection.connectionId;
    const isSameGraph = isSameServer && selection.assistantId === state.selection.assistantId;
    const isSameThread = isSameGraph && selection.threadId === state.selection.threadId;
    const { connectionId: leftId } = isSameServer ? emptySelection : state.selection;
    return {
      selection,
      leftSelections:
        leftId === null ? state.leftSelections : new Map(state.leftSelections).set(leftId, state.selection),
      selectedNodeId: isSameGraph ? state.selectedNodeId : null,
      selectedTaskId: isSameThread ? state.selectedTaskId : null,
      activity: isSameGraph ? state.activity : createNodeActivityStore(),
      chosenRun: isSameServer ? state.chosenRun : null,
      stopNotice: isSameGraph ? state.stopNotice : null,
      startAttempts: isSameThread
        ? state.startAttempts
        : withoutFailure(state.startAttempts, startKey(state.selection)),
    };
  });
}

/** Selects a server, with the thread that was open when it was left. */
export function returnToServer(session: RunSession, connectionId: string): void {
  const left = session.getState().leftSelections.get(connectionId);
  changeSelection(session, (before) =>
    before.connectionId === connectionId ? before : (left ?? chooseServer(before, connectionId)),
  );
}

export function selectCheckpoint(session: RunSession, checkpointId: string | null): void {
  changeSelection(session, (before) => chooseCheckpoint(before, checkpointId));
}

/** Selects a node, or one of its tasks, that somebody clicked, and shows it in the inspector. */
export function selectNode(session: RunSession, nodeId: string | null, taskId: string | null = null): void {
  session.setState({ selectedNodeId: nodeId, selectedTaskId: taskId });
  if (nodeId !== null) dispatch({ type: 'inspect-node' });
}

/** What a start is about: the selected thread (`null`: the one that it creates) and assistant. */
export function startKey({ connectionId, assistantId, threadId }: Omit<Selection, 'checkpointId'>): string {
  return JSON.stringify([connectionId, assistantId, threadId]);
}

// Errors from before are not announced again on return; errors from meanwhile are.
function withoutFailure(
  starts: RunSessionState['startAttempts'],
  key: string,
): RunSessionState['startAttempts'] {
  if (starts.get(key)?.error == null) return starts;
  return new Map([...starts].filter(([other]) => other !== key));
}
