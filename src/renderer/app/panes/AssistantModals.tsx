import { AssistantDialog } from '../../assistants/AssistantDialog.tsx';
import { DeleteAssistantDialog } from '../../assistants/DeleteAssistantDialog.tsx';
import { VersionsDialog } from '../../assistants/VersionsDialog.tsx';
import { StateDiff } from '../../thread-state/StateDiff.tsx';
import type { AssistantModal } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';

export interface AssistantModalsProps {
  readonly modal: AssistantModal;
  readonly onClose: () => void;
}

export function AssistantModals({ modal, onClose }: AssistantModalsProps) {
  const workbench = useWorkbench();
  const { selection, assistant, server, graphIds } = workbench;
  const { connectionId } = selection;
  if (connectionId === null) return null;
  const shared = { connectionId, serverName: server?.connection.name ?? '', onClose };
  if (modal === 'new' || modal === 'copy' || (modal === 'edit' && assistant !== null)) {
    return (
      <AssistantDialog
        {...shared}
        assistant={modal === 'edit' ? assistant : null}
        template={modal === 'copy' ? assistant : null}
        graphIds={graphIds}
        onSaved={(saved) => {
          onClose();
          workbench.selectAssistant(saved);
        }}
      />
    );
  }
  if (assistant === null) return null;
  if (modal === 'delete') {
    return <DeleteAssistantDialog {...shared} assistant={assistant} onDeleted={onClose} />;
  }
  return (
    <VersionsDialog
      {...shared}
      assistant={assistant}
      renderDiff={(before, after) => <StateDiff before={before} after={after} />}
    />
  );
}
