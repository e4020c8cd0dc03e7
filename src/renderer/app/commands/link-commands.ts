import type { StudioLink } from '../../../shared/model/studio-link.ts';
import type { CommandId } from '../../commands/command-definitions.ts';
import type { CommandBinding } from '../../commands/command-registry.ts';
import { copyLink } from '../../shared-ui/copy-link.ts';
import type { Workbench } from '../use-workbench.ts';

type LinkCommandId = Extract<CommandId, `link.${string}`>;

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
  return {
    'link.copy-server': copy({}),
    'link.copy-assistant': assistant && copy(onAssistant),
    'link.copy-thread': thread && copy(onThread),
    'link.copy-checkpoint': checkpointId === undefined ? null : copy({ ...onThread, checkpointId }),
    'link.copy-node': assistant && nodeId !== null ? { run: () => copyLink({ ...link, nodeId }) } : null,
  };
}

const noLinks: Readonly<Record<LinkCommandId, null>> = {
  'link.copy-server': null,
  'link.copy-assistant': null,
  'link.copy-thread': null,
  'link.copy-checkpoint': null,
  'link.copy-node': null,
};
