import type { ReactNode } from 'react';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { SplitPane } from '../../ui/controls/SplitPane.tsx';
import { ActivitySync } from '../model/ActivitySync.tsx';
import { SkipToMainAction } from '../../commands/SkipToMainAction.tsx';
import { Composer } from '../composer/Composer.tsx';
import { RequestPreview } from '../composer/RequestPreviewDialog.tsx';
import { CurrentRunContext } from '../current-run.ts';
import { useDeriveCurrentRun } from '../use-derive-current-run.ts';
import { RunView } from './RunView.tsx';
import styles from './RunDock.module.css';

export interface RunDockProps {
  readonly assistant: Assistant | null;
  readonly serverName: string;
  /** Answers what the thread waits for, or continues it. */
  readonly resume: ReactNode;
  /** Shows what a recorded run asked, instead of `resume`. */
  readonly recorded: ReactNode;
  readonly chat: ReactNode;
  /** The button that maximizes the dock. */
  readonly maximize: ReactNode;
  /** What else reads the current run. */
  readonly children: ReactNode;
}

/**
 * Starts, follows and stops the runs of the selected thread: composer on the left, live view on the right. Its slots belong
 * to other features, so the app fills them.
 */
export function RunDock(props: RunDockProps) {
  const { assistant, serverName, resume, recorded, chat, maximize, children } = props;
  const current = useDeriveCurrentRun(assistant, serverName);
  return (
    <CurrentRunContext value={current}>
      <section className={styles.dock} aria-label="Run">
        <ActivitySync />
        {children}
        <SplitPane
          id="dock"
          direction="row"
          panes={[
            {
              id: 'composer',
              size: 288,
              minSize: 232,
              content: <Composer key={assistant?.assistantId ?? ''} resume={resume} recorded={recorded} />,
            },
            {
              id: 'live',
              minSize: 300,
              content: (
                <>
                  <SkipToMainAction />
                  <RunView chat={chat} maximize={maximize} />
                </>
              ),
            },
          ]}
        />
        <RequestPreview />
      </section>
    </CurrentRunContext>
  );
}
