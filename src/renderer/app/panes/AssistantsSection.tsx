import { AssistantList } from '../../assistants/AssistantList.tsx';
import { useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';

export function AssistantsSection() {
  const { selection, selectAssistant } = useWorkbench();
  const store = useUiStore();
  return (
    <AssistantList
      connectionId={selection.connectionId}
      selectedId={selection.assistantId}
      onSelect={selectAssistant}
      onAction={(action, chosen) => {
        selectAssistant(chosen);
        store.setState({ modal: `assistant:${action}` });
      }}
    />
  );
}
