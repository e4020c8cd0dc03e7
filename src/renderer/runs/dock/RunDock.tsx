import type { ReactNode } from 'react';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { NodeStatusUpdater } from '../model/NodeStatusUpdater.tsx';
import { RequestPreview } from '../composer/RequestPreviewDialog.tsx';
import { CurrentRunContext } from '../current-run.ts';
import { useDeriveCurrentRun } from '../use-derive-current-run.ts';
import { RunView } from './RunView.tsx';
import styles from './RunDock.module.css';

export interface RunDockProps {
  readonly assistant: Assistant | null;
  readonly serverName: string;
  readonly chat: ReactNode;
  /** The button that maximizes the dock. */
  readonly maximize: ReactNode;
  /** Whether the run sheet says why a run did not start. */
  readonly isSheetOpen: boolean;
  /** What else reads the current run. */
  readonly children: ReactNode;
}

/** Follows and stops the runs of the selected thread. Its slots belong to other features, so the app fills them. */
export function RunDock(props: RunDockProps) {
  const { assistant, serverName, chat, maximize, isSheetOpen, children } = props;
  const current = useDeriveCurrentRun(assistant, serverName);
  return (
    <CurrentRunContext value={current}>
      <section className={styles.dock} aria-label="Run">
        <NodeStatusUpdater />
        {children}
        <RunView chat={chat} maximize={maximize} isSheetOpen={isSheetOpen} />
        <RequestPreview />
      </section>
    </CurrentRunContext>
  );
}
