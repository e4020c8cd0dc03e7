import { useState, type ReactNode } from 'react';
import { JsonMessage } from '../../runs/messages/JsonMessage.tsx';
import { StateInspector } from '../../state/inspector/StateInspector.tsx';
import { NodePanel } from './NodePanel.tsx';
import { useExecutionActions } from './use-execution-actions.ts';
import { RunFromCheckpointDialog, type CheckpointRunRequest } from './dock/RunFromCheckpointDialog.tsx';
import { setCollapsed, useUiStore } from '../workbench/ui-store.ts';
import { useWorkbench } from '../workbench/use-workbench.ts';

export function InspectorPane() {
  const workbench = useWorkbench();
  const store = useUiStore();
  const [request, setRequest] = useState<CheckpointRunRequest | null>(null);
  const execution = useExecutionActions();
  const pending = request ?? execution.request;
  const { connectionId, assistantId, threadId, checkpointId, inner } = workbench.selection;
  if (connectionId === null) return null;
  return (
    <>
      <StateInspector
        connectionId={connectionId}
        threadId={threadId}
        assistantId={assistantId}
        checkpointId={checkpointId}
        inner={inner}
        onCheckpoint={workbench.selectCheckpoint}
        onOpenCheckpoint={workbench.openCheckpoint}
        onRunFrom={(checkpoint, subgraphRun) => {
          setCollapsed(store, 'dock', false);
          setRequest({ checkpoint, nodeId: null, inner: subgraphRun });
        }}
        renderMessage={renderMessage}
        node={<NodePanel actions={execution.actionsOn} renderMessage={renderMessage} />}
      />
      {pending === null || threadId === null ? null : (
        <RunFromCheckpointDialog
          connectionId={connectionId}
          threadId={threadId}
          request={pending}
          onClose={() => {
            setRequest(null);
            execution.close();
          }}
        />
      )}
    </>
  );
}

const renderMessage = (json: string): ReactNode => <JsonMessage text={json} />;
