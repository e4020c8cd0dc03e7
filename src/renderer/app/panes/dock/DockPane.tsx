import { Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, type RefObject } from 'react';
import {
  setPendingInterrupts,
  setPlayedInterrupts,
  type PendingInterruptSummary,
} from '../../../domain/pending-interrupts.ts';
import { interruptSummaries } from '../../../interrupts/model/interrupt-summary.ts';
import { RecordedInterrupts } from '../../../interrupts/RecordedInterrupts.tsx';
import { ResumePane } from '../../../interrupts/ResumePane.tsx';
import { JsonMessage } from '../../../runs/messages/JsonMessage.tsx';
import { DockChat } from './DockChat.tsx';
import { type DockResumeProps, type RecordedQuestions, RunDock } from '../../../runs/dock/RunDock.tsx';
import type { PendingInterrupt, Thread } from '../../../../shared/model/threads/thread.ts';
import type { NodeActivityStore } from '../../../domain/node-activity.ts';
import type { RunLauncher } from '../../../domain/run-launcher.ts';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { selectNode, setDockMaximized, useUi, useUiStore } from '../../workbench/ui-store.ts';
import { useCommandKeys } from '../../../commands/keymap.ts';
import type { Workbench } from '../../workbench/use-workbench.ts';

export function DockResume({ slot }: { readonly slot: DockResumeProps }) {
  const { interrupts, newest } = slot;
  // They wait at the newest checkpoint, which is not the one on the canvas.
  const isElsewhere = newest !== undefined;
  useEffect(() => {
    setPendingInterrupts(isElsewhere ? [] : inLines(interrupts));
    return () => setPendingInterrupts([]);
  }, [interrupts, isElsewhere]);
  return <ResumePane {...slot} renderMessage={(text) => <JsonMessage text={text} />} />;
}

/** What a recording asks. Reports it to the canvas, unless the playback does. */
export function DockRecorded({ slot: { interrupts, isPlayed } }: { readonly slot: RecordedQuestions }) {
  useEffect(() => {
    if (isPlayed) return;
    setPendingInterrupts(inLines(interrupts), false);
    return () => setPendingInterrupts([]);
  }, [interrupts, isPlayed]);
  return (
    <RecordedInterrupts
      interrupts={interrupts}
      isPlayed={isPlayed}
      renderMessage={(text) => <JsonMessage text={text} />}
    />
  );
}

export interface DockPaneProps {
  readonly workbench: Workbench;
  readonly activity: NodeActivityStore;
  /** Starts runs in the dock. */
  readonly launcher: RefObject<RunLauncher | null>;
}

export function DockPane({ workbench, activity, launcher }: DockPaneProps) {
  const store = useUiStore();
  const selectedNodeId = useUi((state) => state.selectedNodeId);
  const { connectionId, threadId, checkpointId } = workbench.selection;
  if (connectionId === null) return null;
  if (workbench.assistants.isPending) return <Loading fill>Loading assistants</Loading>;
  return (
    <RunDock
      connectionId={connectionId}
      serverName={workbench.server?.connection.name ?? 'this server'}
      assistant={workbench.assistant}
      thread={workbench.thread ?? (threadId === null ? null : unseenThread(threadId))}
      checkpointId={checkpointId}
      activity={activity}
      launcher={launcher}
      onThread={workbench.selectOwnThread}
      onCheckpoint={workbench.selectCheckpoint}
      nodeId={selectedNodeId}
      onNode={(nodeId, taskId) => selectNode(store, nodeId, taskId)}
      onPlayed={reportPlayed}
      onLog={(displayedLog) => store.setState({ displayedLog })}
      maximize={<MaximizeButton />}
      renderChat={(slot) => <DockChat slot={slot} workbench={workbench} launcher={launcher} />}
      renderResume={(slot) => <DockResume slot={slot} />}
      renderRecorded={(slot) => <DockRecorded slot={slot} />}
    />
  );
}

function reportPlayed(asked: readonly PendingInterrupt[] | null): void {
  setPlayedInterrupts(asked && inLines(asked));
}

function inLines(interrupts: readonly PendingInterrupt[]): readonly PendingInterruptSummary[] {
  const lines = interruptSummaries(interrupts);
  return interrupts.map(({ nodeId }, at) => ({ nodeId, line: lines[at] ?? '' }));
}

function MaximizeButton() {
  const store = useUiStore();
  const isMaximized = useUi((state) => state.isDockMaximized);
  const keys = useCommandKeys('view.maximize-dock');
  return (
    <IconButton
      size="small"
      label={isMaximized ? 'Restore the dock' : 'Maximize the dock'}
      {...(keys === undefined ? {} : { kbd: keys })}
      icon={isMaximized ? <Minimize2 size={13} aria-hidden /> : <Maximize2 size={13} aria-hidden />}
      onClick={() => setDockMaximized(store, !isMaximized)}
    />
  );
}

/** A placeholder for a thread without a record yet, so that the dock can use its id at once. */
function unseenThread(threadId: string): Thread {
  return {
    threadId,
    status: 'unknown',
    name: null,
    tags: [],
    graphId: null,
    assistantId: null,
    createdAt: null,
    updatedAt: null,
  };
}
