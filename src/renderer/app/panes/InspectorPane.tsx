import type { ReactNode } from 'react';
import { JsonMessage } from '../../runs/messages/JsonMessage.tsx';
import { StateInspector } from '../../thread-state/StateInspector.tsx';
import { NodePanel } from './NodePanel.tsx';
import { confirmCheckpointRun, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { useRunSession } from '../../runs/run-session.ts';
import { requireLauncher } from './require-launcher.ts';

export function InspectorPane() {
  const { selection, selectCheckpoint, openCheckpoint } = useWorkbench();
  const store = useUiStore();
  const session = useRunSession();
  const { connectionId, assistantId, threadId, checkpointId, inner } = selection;
  if (connectionId === null) return null;
  // A save may end when another thread is selected.
  const isSelected = (): boolean => {
    const now = session.getState().selection;
    return now.connectionId === connectionId && now.threadId === threadId;
  };
  return (
    <StateInspector
      connectionId={connectionId}
      threadId={threadId}
      assistantId={assistantId}
      checkpointId={checkpointId}
      inner={inner}
      onCheckpoint={(id) => isSelected() && selectCheckpoint(id)}
      onOpenCheckpoint={(checkpoint) => isSelected() && openCheckpoint(checkpoint)}
      onRun={async (from) => requireLauncher(session).launch(from, false)}
      onRunFrom={(checkpoint, subgraphRun) =>
        confirmCheckpointRun(store, { checkpoint, nodeId: null, inner: subgraphRun })
      }
      renderMessage={renderMessage}
      node={<NodePanel />}
    />
  );
}

const renderMessage = (json: string): ReactNode => <JsonMessage text={json} />;
