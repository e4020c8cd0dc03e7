import { useState, type ReactNode, type RefObject } from 'react';
import type { StartedRun } from '../../shared/model/run.ts';
import type { RunStarter } from '../client/run-starter.ts';
import { ranAfter } from '../history/branch.ts';
import { SentMessage } from '../runs/messages/SentMessage.tsx';
import { StateInspector } from '../state/StateInspector.tsx';
import { RunFromDialog, type RunFrom } from './RunFromDialog.tsx';
import { setFolded, useUi, useUiStore } from './ui-store.ts';
import type { Workbench } from './use-workbench.ts';

export interface InspectorPaneProps {
  readonly workbench: Workbench;
  readonly onStarted: (run: StartedRun) => void;
  /** Starts runs in the dock. */
  readonly starter: RefObject<RunStarter | null>;
}

/** The state inspector, on what is selected. */
export function InspectorPane({ workbench, onStarted, starter }: InspectorPaneProps) {
  const store = useUiStore();
  const [asked, setAsked] = useState<RunFrom | null>(null);
  const { connectionId, assistantId, threadId, checkpointId, inner } = workbench.selection;
  const editAs = useUi((state) => state.editAs);
  const compareWish = useUi((state) => state.compareWish);
  if (connectionId === null) return null;
  return (
    <>
      <StateInspector
        connectionId={connectionId}
        threadId={threadId}
        assistantId={assistantId}
        checkpointId={checkpointId}
        inner={inner}
        compare={compareWish?.threadId === threadId ? compareWish : null}
        onCheckpoint={workbench.selectCheckpoint}
        onPlace={workbench.selectPlace}
        onRunFrom={(checkpoint, { checkpoints }, place) => {
          setFolded(store, 'dock', false);
          const all = checkpoints.map((one) => one.checkpoint);
          setAsked({ checkpoint, after: ranAfter(all, checkpoint), nodeId: null, inner: place });
        }}
        onStarted={onStarted}
        editAs={editAs?.threadId === threadId ? editAs : null}
        renderMessage={renderMessage}
      />
      {asked === null || threadId === null ? null : (
        <RunFromDialog
          connectionId={connectionId}
          threadId={threadId}
          asked={asked}
          server={workbench.server}
          starter={starter}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const renderMessage = (json: string): ReactNode => <SentMessage text={json} />;
