import { useMemo } from 'react';
import { NodeSettingsForm, nodeSettingsDraftKey } from '../../assistants/NodeSettingsForm.tsx';
import { nodeSettingsOf } from '../../assistants/node-settings.ts';
import { useDraft } from '../../storage/drafts.ts';
import { useSchemas } from '../../queries/shared-queries.ts';
import type { Execution } from '../../../shared/model/thread-record.ts';
import type { ExecutionActions, NodeViewSlots } from '../../runs/node/node-view-props.ts';
import { useWorkbench } from '../use-workbench.ts';

/** The settings of a node for the Node tab; `null` if the schemas tie none to it. */
export function useNodeSettings(nodeId: string, actions: ExecutionActions): NodeViewSlots['settings'] {
  const { selection, assistant } = useWorkbench();
  const { connectionId } = selection;
  const schemas = useSchemas(
    connectionId ?? '',
    connectionId === null ? null : (assistant?.assistantId ?? null),
  );
  const settings = useMemo(
    () => (schemas.data && assistant ? nodeSettingsOf(schemas.data, assistant, nodeId) : null),
    [schemas.data, assistant, nodeId],
  );
  const [draft] = useDraft(nodeSettingsDraftKey(connectionId ?? '', assistant?.assistantId ?? '', nodeId));
  if (settings === null || assistant === null || connectionId === null) return null;
  return {
    count: (settings.context?.keys.length ?? 0) + (settings.configurable?.keys.length ?? 0),
    isEdited: draft !== null,
    render: (execution) => (
      <NodeSettingsForm
        key={`${assistant.assistantId} ${nodeId}`}
        connectionId={connectionId}
        assistant={assistant}
        nodeId={nodeId}
        settings={settings}
        tryBlocker={tryBlockerOf(execution)}
        onTry={(tried) => execution && actions.trySettings(execution, tried)}
      />
    ),
  };
}

function tryBlockerOf(execution: Execution | null): string | null {
  if (execution === null) return 'The node has not run on this thread.';
  const { before, namespace } = execution;
  if (before === null) return 'The checkpoint before the node is unknown.';
  return namespace === '' ? null : 'Servers cannot start a run inside a subgraph.';
}
