import type { ChangingCommandBinding, CommandBindings } from '../../commands/command-registry.ts';
import { useMissingCapability } from '../../rpc/server-features.ts';
import { useUiStore, type AssistantModal } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { copyCommand } from './command-results.ts';

export function useAssistantCommands(): CommandBindings {
  const store = useUiStore();
  const { selection, assistant } = useWorkbench();
  const { connectionId } = selection;
  const noVersions = useMissingCapability(connectionId, 'assistantVersions');
  if (assistant === null) return {};
  const open = (modal: AssistantModal) => (): void => store.setState({ modal: `assistant:${modal}` });
  const change = (modal: AssistantModal, verb: string): ChangingCommandBinding => ({
    run: open(modal),
    title: `${verb} assistant ${assistant.name}`,
    connectionId,
  });
  return {
    'assistant.new': { run: open('new'), connectionId },
    'assistant.edit': change('edit', 'Edit'),
    'assistant.copy': change('copy', 'Copy'),
    'assistant.versions': {
      run: open('versions'),
      title: `Show versions of assistant ${assistant.name}`,
      blocked: noVersions,
    },
    'assistant.delete': assistant.bySystem
      ? { run: () => undefined, blocked: 'The default assistant of a graph can’t be deleted.', connectionId }
      : change('delete', 'Delete'),
    'assistant.copy-id': copyCommand('assistant ID', assistant.assistantId),
  };
}
