import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { ThreadStatusIcon } from '../../run-state/ThreadStatusIcon.tsx';
import { assistantNote } from '../../assistants/group-by-graph.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { useCommandList } from '../../commands/command-registry.ts';
import { useKeymap } from '../../commands/keymap.ts';
import { serverNote } from '../../connections/connection-labels.ts';
import { checkpointFacts } from '../../../shared/thread-record/history.ts';
import { checkpointLabel } from '../../shared-ui/checkpoint.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { useGraphShape } from '../../queries/shared-queries.ts';
import type { Thread } from '../../../shared/model/thread.ts';
import { useThreadSearch } from '../../threads/use-thread-search.ts';
import { useThreads } from '../../threads/queries.ts';
import { threadTitle } from '../../threads/thread-labels.ts';
import { shortId } from '../../ui/display/format.ts';
import { useRunCommand } from '../commands/use-run-command.ts';
import { hasPanes, setDockMaximized, showThread, useUiStore } from '../ui-store.ts';
import { useWorkbench, type Workbench } from '../use-workbench.ts';
import { menuCollector } from '../../ui/popups/menu-collector.ts';
import { MenuItemCollector } from './MenuItemCollector.tsx';
import { KeySequence } from './KeySequence.tsx';
import { menuActions, menuEntries, type MenuAction } from './menu-items.ts';
import type { PaletteGroup } from './palette-items.ts';

const noThreads: readonly Thread[] = [];

export interface PaletteGroups {
  readonly groups: readonly PaletteGroup[];
  readonly note: string | null;
}

export function usePaletteGroups(search: string): PaletteGroups {
  const workbench = useWorkbench();
  const actions = useMenuActions();
  const commands = useCommandGroup(actions);
  const nodes = useNodeGroup(workbench);
  const threads = useThreadGroup(workbench, search);
  const checkpoints = useCheckpointGroup(workbench);
  return {
    groups: [
      commands,
      menuGroup(actions, commands),
      threads.group,
      nodes,
      checkpoints,
      useAssistantGroup(workbench),
      serverGroup(workbench),
    ],
    note: threads.note,
  };
}

// The items of every menu of the page, while the palette is open.
function useMenuActions(): readonly MenuAction[] {
  useEffect(() => {
    menuCollector.setState({ Collected: MenuItemCollector });
    return () => menuCollector.setState({ Collected: null });
  }, []);
  const entries = useStore(menuEntries);
  return useMemo(() => menuActions(entries), [entries]);
}

function menuGroup(actions: readonly MenuAction[], commands: PaletteGroup): PaletteGroup {
  const commandTitles = new Set(commands.items.map(({ title }) => title.toLowerCase()));
  return {
    heading: 'Menus',
    atFirst: Number.MAX_SAFE_INTEGER,
    items: actions
      .filter(({ command, title }) => command === null && !isCommandTitle(title, commandTitles))
      .map(({ id, title, state, blocked, run }) => ({
        key: `menu ${id}`,
        title,
        blocked,
        note: state,
        onSelect: run,
      })),
  };
}

// `Browser sessions: End all other sessions` is a command, too.
function isCommandTitle(title: string, commandTitles: ReadonlySet<string>): boolean {
  return commandTitles.has(
    title
      .slice(title.indexOf(': ') + 1)
      .trim()
      .toLowerCase(),
  );
}

function useCommandGroup(actions: readonly MenuAction[]): PaletteGroup {
  const commands = useCommandList();
  const keymap = useKeymap();
  const run = useRunCommand();
  return {
    heading: 'Commands',
    atFirst: Number.MAX_SAFE_INTEGER,
    items: commands
      .filter(({ id, isBound }) => isBound && id !== 'view.palette')
      .map(({ id, title, group, blocked }) => {
        const keys = keymap[id];
        // A menu item that does the same says what it acts on.
        const item = actions.find(({ command }) => command === id);
        return {
          key: `command ${id}`,
          title: item?.title ?? title,
          keywords: [group, title],
          blocked: item === undefined ? blocked : item.blocked,
          note: keys === null ? null : <KeySequence keys={keys} />,
          onSelect: item?.run ?? (() => run(id)),
        };
      }),
  };
}

function useNodeGroup({ selection }: Workbench): PaletteGroup {
  const store = useUiStore();
  const { connectionId, assistantId } = selection;
  const shape = useGraphShape(connectionId ?? '', connectionId === null ? null : assistantId, Infinity).data;
  return {
    heading: 'Nodes',
    atFirst: 0,
    items: (shape?.nodes ?? []).map((node) => ({
      key: `node ${node.id}`,
      title: node.label,
      keywords: [node.id, 'node'],
      note: node.id === node.label ? null : node.id,
      onSelect: () => {
        const { railView } = store.getState();
        if (!hasPanes(railView)) store.setState({ railView: 'threads' });
        setDockMaximized(store, false);
        dispatch({ type: 'go-to-node', nodeId: node.id });
      },
    })),
  };
}

function useThreadGroup(
  workbench: Workbench,
  searchText: string,
): { readonly group: PaletteGroup; readonly note: string | null } {
  const store = useUiStore();
  const { connectionId, threadId } = workbench.selection;
  const serverId = workbench.server?.connection.id ?? null;
  const loaded = useThreads(serverId) ?? noThreads;
  const search = useThreadSearch(serverId, loaded, searchText);
  const local = new Set(loaded);
  const group: PaletteGroup = {
    heading: 'Threads',
    atFirst: 10,
    items: search.threads.map((thread) => ({
      key: `thread ${thread.threadId}`,
      title: threadTitle(thread),
      // What the server found in metadata has no other word to be found by.
      keywords: [thread.threadId, thread.graphId ?? '', ...(local.has(thread) ? [] : [searchText])],
      icon: (
        <ThreadStatusIcon
          thread={thread}
          openConnectionId={thread.threadId === threadId ? connectionId : null}
        />
      ),
      note: thread.name === null ? thread.graphId : shortId(thread.threadId),
      onSelect: () => {
        workbench.selectThread(thread);
        showThread(store);
      },
    })),
  };
  const note = search.error
    ? 'Could not search the threads of the server.'
    : search.isSearching
      ? 'Searching all threads…'
      : search.note;
  return { group, note: searchText.trim() === '' ? null : note };
}

function useCheckpointGroup(workbench: Workbench): PaletteGroup {
  const store = useUiStore();
  const { connectionId, threadId } = workbench.selection;
  const { record } = useThreadRecord(connectionId ?? '', connectionId === null ? null : threadId);
  const checkpoints = useMemo(
    () =>
      (record?.checkpoints ?? [])
        .filter(({ namespace }) => namespace === '')
        .map(({ checkpointId, step, source }) => ({
          checkpointId,
          title: checkpointLabel({ step, source }, record && checkpointFacts(record, checkpointId)),
        }))
        .toReversed(),
    [record],
  );
  return {
    heading: 'Checkpoints',
    atFirst: 0,
    items: checkpoints.map(({ checkpointId, title }) => ({
      key: `checkpoint ${checkpointId}`,
      title,
      keywords: [checkpointId, 'checkpoint'],
      note: shortId(checkpointId),
      onSelect: () => {
        showThread(store);
        workbench.selectCheckpoint(checkpointId);
      },
    })),
  };
}

function useAssistantGroup(workbench: Workbench): PaletteGroup {
  const store = useUiStore();
  return {
    heading: 'Assistants',
    atFirst: 10,
    items: (workbench.assistants.data ?? []).map((assistant) => ({
      key: `assistant ${assistant.assistantId}`,
      title: assistant.name,
      keywords: [assistant.graphId, assistant.assistantId],
      note: assistantNote(assistant),
      onSelect: () => {
        workbench.selectAssistant(assistant);
        // The runs of a server are those of all its assistants.
        store.setState(({ railView }) => (railView === 'runs' ? { railView: 'threads' } : {}));
      },
    })),
  };
}

function serverGroup(workbench: Workbench): PaletteGroup {
  return {
    heading: 'Servers',
    atFirst: 10,
    items: (workbench.servers.servers ?? []).map((server) => ({
      key: `server ${server.connection.id}`,
      title: server.connection.name,
      keywords: [server.connection.url ?? ''],
      note: serverNote(server),
      onSelect: () => workbench.selectServer(server.connection.id),
    })),
  };
}
