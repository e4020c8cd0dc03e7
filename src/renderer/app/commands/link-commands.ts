import type { StudioLink } from '../../../shared/model/studio-link.ts';
import type { CommandId } from '../../commands/palette-commands.ts';
import type { CommandBinding } from '../../commands/command-registry.ts';
import { copyLink } from '../../shared-ui/copy-link.ts';
import { reportError } from './command-results.ts';
import type { StudioRpc } from '../../rpc/rpc-context.ts';
import type { Workbench } from '../use-workbench.ts';

type LinkCommandId = Extract<CommandId, `link.${string}` | `${string}.open-window`>;

export function selectionLink({ selection, server, assistant, thread }: Workbench): StudioLink | null {
  const baseUrl = server?.connection.url ?? null;
  if (baseUrl === null) return null;
  const { checkpointId } = selection;
  return {
    baseUrl,
    ...(assistant === null ? {} : { assistantId: assistant.assistantId }),
    ...(thread === null ? {} : { threadId: thread.threadId }),
    ...(thread === null || checkpointId === null ? {} : { checkpointId }),
  };
}

export function linkCommands(
  workbench: Workbench,
  nodeId: string | null,
  rpc: StudioRpc,
): Readonly<Record<LinkCommandId, CommandBinding | null>> {
  const link = selectionLink(workbench);
  const { assistant, thread } = workbench;
  if (link === null) return noLinks;
  const { baseUrl, assistantId, threadId, checkpointId } = link;
  const onAssistant = assistantId === undefined ? {} : { assistantId };
  const onThread = threadId === undefined ? onAssistant : { ...onAssistant, threadId };
  const copy = (place: Omit<StudioLink, 'baseUrl'>): CommandBinding => ({
    run: () => copyLink({ baseUrl, ...place }),
  });
  const openWindow = (place: Omit<StudioLink, 'baseUrl'>): CommandBinding => ({
    run: () =>
      void import('../../shared-ui/open-window.tsx')
        .then(({ openInNewWindow }) => openInNewWindow(rpc, { baseUrl, ...place }))
        .catch(reportError('Could not open a window')),
  });
  return {
    'server.open-window': openWindow({}),
    'thread.open-window': thread && openWindow({ threadId: thread.threadId }),
    'link.copy-server': copy({}),
    'link.copy-assistant': assistant && copy(onAssistant),
    'link.copy-thread': thread && copy(onThread),
    'link.copy-checkpoint': checkpointId === undefined ? null : copy({ ...onThread, checkpointId }),
    'link.copy-node': assistant && nodeId !== null ? { run: () => copyLink({ ...link, nodeId }) } : null,
  };
}

const noLinks: Readonly<Record<LinkCommandId, null>> = {
  'server.open-window': null,
  'thread.open-window': null,
  'link.copy-server': null,
  'link.copy-assistant': null,
  'link.copy-thread': null,
  'link.copy-checkpoint': null,
  'link.copy-node': null,
};
