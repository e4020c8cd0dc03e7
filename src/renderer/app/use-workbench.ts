import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useRef } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { useAssistants } from '../assistants/queries.ts';
import type { CheckpointSelection } from '../shared-ui/checkpoint.ts';
import { draftsUnder } from '../storage/drafts.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { assistantsQuery } from '../queries/shared-queries.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { useServers, type Server, type Servers } from '../connections/queries.ts';
import { useThread } from '../threads/queries.ts';
import { copyText } from '../ui/copy-text.ts';
import { failedAction } from '../ui/display/describe-error.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import {
  chooseAssistant,
  chooseCheckpoint,
  chooseOwnThread,
  chooseCheckpointSelection,
  chooseServer,
  chooseThread,
  firstAssistant,
  type Selection,
} from '../runs/selection.ts';
import { changeSelection, returnToServer, useRunSession, useSession } from '../runs/run-session.ts';
import { hasPanes, showThread, useCollapsedPanes, useUi, useUiStore } from './ui-store.ts';

/** The selected entities, as far as loaded, and actions to change the selection. */
export interface Workbench {
  readonly selection: Selection;
  readonly servers: Servers;
  readonly server: Server | null;
  readonly assistants: ReturnType<typeof useAssistants>;
  readonly assistant: Assistant | null;
  readonly graphIds: readonly string[];
  readonly thread: Thread | null;
  readonly selectServer: (connectionId: string) => void;
  readonly selectAssistant: (assistant: Assistant) => void;
  readonly selectThread: (thread: Thread) => void;
  readonly selectOwnThread: (threadId: string | null) => void;
  readonly selectCheckpoint: (checkpointId: string | null) => void;
  readonly openCheckpoint: (selected: CheckpointSelection) => void;
  readonly openThread: (connectionId: string, threadId: string) => Promise<void>;
}

export const WorkbenchContext = createContext<Workbench | null>(null);

export function useWorkbench(): Workbench {
  const workbench = use(WorkbenchContext);
  if (!workbench) throw new Error('useWorkbench needs a WorkbenchContext above it.');
  return workbench;
}

/**
 * Why the story can't be seen; `null` if it can. Without a thread it has nothing to say, and the list needs the room for why there
 * is none to select.
 */
export function useStoryBlocker(): string | null {
  const { selection, server } = useWorkbench();
  const isListOnly = useUi(({ railView }) => railView === 'assistants');
  const showsThreads = useCollapsedPanes().threads !== true;
  const isBlocked =
    selection.threadId === null && (isListOnly || (showsThreads && server?.health?.problem != null));
  return isBlocked ? 'Open a thread first: its story is shown here.' : null;
}

/** Loads what is selected. Use once per window. */
export function useLoadWorkbench(): Workbench {
  const store = useUiStore();
  const session = useRunSession();
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const selection = useSession((state) => state.selection);
  const { connectionId, assistantId, threadId } = selection;

  const servers = useServers();
  const server = servers.servers?.find((one) => one.connection.id === connectionId) ?? null;
  const assistants = useAssistants(server === null ? null : connectionId);
  const assistant = assistants.data?.find((one) => one.assistantId === assistantId) ?? null;
  const graphIds = useMemo(
    () => [...new Set(assistants.data?.map((one) => one.graphId))].toSorted(),
    [assistants.data],
  );
  const thread = useThread(server === null ? null : connectionId, threadId).thread;

  const openThread = async (onConnection: string, id: string): Promise<void> => {
    const fetched = await Promise.all([
      queryClient.fetchQuery({
        queryKey: queryKeys.threadRecord(onConnection, id),
        queryFn: ({ signal }) =>
          rpc.call('threads.get', { connectionId: onConnection, threadId: id }, signal),
      }),
      queryClient.fetchQuery(assistantsQuery(rpc, onConnection)),
    ]).catch((error: unknown) => {
      showToast(failedAction('Could not open the thread', error), 'fail');
    });
    if (!fetched) return;
    const [openedThread, listed] = fetched;
    changeSelection(session, (before) =>
      chooseThread(chooseServer(before, onConnection), openedThread, listed),
    );
    showThread(store);
  };

  return {
    selection,
    servers,
    server,
    assistants,
    assistant,
    graphIds,
    thread,
    selectServer: (id) => {
      if (id === connectionId) return;
      returnToServer(session, id);
      const isThreadOpen = session.getState().selection.threadId !== null;
      // Its runs are its first place. A view of another kind shows what it has of them there, and the panes its open thread.
      store.setState(({ railView }) =>
        (hasPanes(railView) && !isThreadOpen) || railView === 'servers' ? { railView: 'runs' } : {},
      );
    },
    selectAssistant: (next) => changeSelection(session, (before) => chooseAssistant(before, next, thread)),
    selectThread: (next) =>
      changeSelection(session, (before) => chooseThread(before, next, assistants.data ?? [])),
    selectOwnThread: (id) => changeSelection(session, (before) => chooseOwnThread(before, id)),
    openCheckpoint: (selected) =>
      changeSelection(session, (before) => chooseCheckpointSelection(before, selected)),
    selectCheckpoint: (id) => changeSelection(session, (before) => chooseCheckpoint(before, id)),
    openThread,
  };
}

/** Removes entities that no longer exist from the selection. Use once per window. */
export function useValidateSelection(): void {
  const {
    servers: { servers },
    assistants,
  } = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  const { connectionId, assistantId, threadId } = useSession((state) => state.selection);
  const isOpening = useUi((state) => state.remembered !== null);
  const leftOut = useUi((state) => state.lastFailure);
  const server = servers?.find((one) => one.connection.id === connectionId) ?? null;
  const record = useThread(server === null ? null : connectionId, threadId);

  const previousIds = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (servers === null || isOpening) return;
    // A window that hung must not reopen the same selection by itself.
    const isOnHold =
      leftOut !== null && servers.some(({ connection }) => connection.id === leftOut.connectionId);
    if (isOnHold && connectionId === null) return;
    if (leftOut !== null) store.setState({ lastFailure: null });
    const before = previousIds.current;
    previousIds.current = new Set(servers.map((one) => one.connection.id));
    if (server !== null) return;
    // A new server may be selected before the server list includes it, so wait for the list.
    const isAwaited = before !== null && connectionId !== null && !before.has(connectionId);
    if (isAwaited) return;
    const best = servers.find((one) => one.health?.state === 'connected') ?? servers[0];
    if (best) changeSelection(session, (current) => chooseServer(current, best.connection.id));
  }, [servers, server, connectionId, store, session, isOpening, leftOut]);

  const list = assistants.data;
  const isDemo = server?.connection.kind === 'demo';
  useEffect(() => {
    if (!list || list.some((one) => one.assistantId === assistantId)) return;
    const first = firstAssistant(list, isDemo);
    if (first) {
      changeSelection(session, (before) => ({ ...before, assistantId: first.assistantId }));
    }
  }, [list, assistantId, isDemo, session]);

  const lastKnown = useRef<Thread | null>(null);
  useEffect(() => {
    if (record.thread !== null) lastKnown.current = record.thread;
  }, [record.thread]);
  const isGone = record.error instanceof AppError && record.error.code === 'not-found';
  useEffect(() => {
    if (!isGone) return;
    changeSelection(session, (before) => chooseOwnThread(before, null));
    const name = lastKnown.current?.threadId === threadId ? lastKnown.current?.name : null;
    notifyThreadGone(name ?? null, draftsUnder('state', connectionId ?? '', threadId ?? ''));
  }, [isGone, connectionId, threadId, session]);
}

// Reports that the thread is gone, and offers its unsent drafts, which are otherwise unreachable.
function notifyThreadGone(name: string | null, drafts: readonly string[]): void {
  const what = name === null ? 'The thread' : `“${name}”`;
  if (drafts.length === 0) return showToast(`${what} is no longer on this server.`, 'wait');
  const edit = drafts.length === 1 ? 'edit' : 'edits';
  showToast(
    `${what} is no longer on this server. Your unsent ${edit} of its state can still be copied.`,
    'wait',
    {
      label: `Copy the ${edit}`,
      run: () => {
        void copyText(drafts.join('\n\n')).then((done) =>
          showToast(done ? `Copied the ${edit}.` : `Could not copy the ${edit}.`, done ? 'ok' : 'fail'),
        );
      },
    },
  );
}
