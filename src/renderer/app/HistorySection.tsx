import { useState, type RefObject } from 'react';
import type { RunStarter } from '../client/run-starter.ts';
import { HistoryPane } from '../history/HistoryPane.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PaneHeader } from '../ui/Toolbar.tsx';
import { RunFromDialog, type RunFrom } from './RunFromDialog.tsx';
import { setFolded, useUi, useUiStore } from './ui-store.ts';
import type { Workbench } from './use-workbench.ts';
import styles from './Workspace.module.css';

export interface HistorySectionProps {
  readonly workbench: Workbench;
  /** Starts runs in the dock. */
  readonly starter: RefObject<RunStarter | null>;
}

/** The checkpoints of the selected thread, and the question that comes before a run from one of them. */
export function HistorySection({ workbench, starter }: HistorySectionProps) {
  const store = useUiStore();
  const stepWish = useUi((state) => state.stepWish);
  const [asked, setAsked] = useState<RunFrom | null>(null);
  const { connectionId, threadId, checkpointId, inner } = workbench.selection;
  if (connectionId === null || threadId === null) {
    return (
      <section className={styles.pane} aria-label="History">
        <PaneHeader title="History" />
        <EmptyState compact title="No thread" sentence="Choose a thread to see its checkpoints." />
      </section>
    );
  }
  return (
    <>
      <HistoryPane
        key={threadId}
        connectionId={connectionId}
        threadId={threadId}
        selected={{ checkpointId, inner: inner ?? null }}
        onSelect={workbench.selectPlace}
        stepWish={stepWish}
        onRunFrom={(wanted) => {
          setFolded(store, 'dock', false);
          setAsked({ ...wanted, nodeId: null });
        }}
        onCompare={(place, other) => {
          workbench.selectPlace(place);
          setFolded(store, 'inspector', false);
          store.setState(({ compareWish }) => ({
            compareWish: { threadId, other, ask: (compareWish?.ask ?? 0) + 1 },
          }));
        }}
      />
      {asked === null ? null : (
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
