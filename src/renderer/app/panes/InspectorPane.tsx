import { useState, type ReactNode, type RefObject } from 'react';
import type { RunLauncher } from '../../domain/run-launcher.ts';
import { JsonMessage } from '../../runs/messages/JsonMessage.tsx';
import { StateInspector } from '../../state/inspector/StateInspector.tsx';
import { NodePanel } from './NodePanel.tsx';
import { useExecutionActions } from './use-execution-actions.ts';
import { RunFromCheckpointDialog, type CheckpointRunRequest } from './dock/RunFromCheckpointDialog.tsx';
import { setCollapsed, useUiStore } from '../workbench/ui-store.ts';
import type { Workbench } from '../workbench/use-workbench.ts';

export interface InspectorPaneProps {
  readonly workbench: Workbench;
  readonly launcher: RefObject<RunLauncher | null>;
}

export function InspectorPane({ workbench, launcher }: InspectorPaneProps) {
  const store = useUiStore();
  const [request, setRequest] = useState<CheckpointRunRequest | null>(null);
  const execution = useExecutionActions(workbench);
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
        node={<NodePanel workbench={workbench} actions={execution.actionsOn} renderMessage={renderMessage} />}
      />
      {pending === null || threadId === null ? null : (
        <RunFromCheckpointDialog
          connectionId={connectionId}
          threadId={threadId}
          request={pending}
          server={workbench.server}
          launcher={launcher}
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
