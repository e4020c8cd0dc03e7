import type { StudioLink } from '../../../shared/model/studio-link.ts';
import type { CommandId } from '../../commands/command-definitions.ts';
import type { CommandBinding } from '../../commands/command-registry.ts';
import { linkText } from '../../domain/link-text.ts';
import type { Workbench } from '../workbench/use-workbench.ts';

type LinkCommandId = Extract<CommandId, `link.${string}`>;

/** Commands that copy a link to what is selected, each as far as it names. `copy`: see `useWindowCommands`. */
export function linkCommands(
  { selection, server, assistant, thread }: Workbench,
  nodeId: string | null,
  copy: (what: string, text: string) => CommandBinding,
): Readonly<Record<LinkCommandId, CommandBinding | null>> {
  const baseUrl = server?.connection.url ?? null;
  const copyLink = (place: Omit<StudioLink, 'baseUrl'>): CommandBinding | null =>
    baseUrl === null ? null : copy('link', linkText({ baseUrl, ...place }));
  const onAssistant = assistant === null ? {} : { assistantId: assistant.assistantId };
  const onThread = thread === null ? onAssistant : { ...onAssistant, threadId: thread.threadId };
  const { checkpointId } = selection;
  const onCheckpoint = checkpointId === null ? onThread : { ...onThread, checkpointId };
  return {
    'link.copy-server': copyLink({}),
    'link.copy-assistant': assistant && copyLink(onAssistant),
    'link.copy-thread': thread && copyLink(onThread),
    'link.copy-checkpoint': thread && checkpointId !== null ? copyLink(onCheckpoint) : null,
    'link.copy-node': assistant && nodeId !== null ? copyLink({ ...onCheckpoint, nodeId }) : null,
  };
}
