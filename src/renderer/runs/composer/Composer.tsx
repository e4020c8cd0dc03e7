import { useState, type ReactNode } from 'react';
import { useIsConfirming } from '../../rpc/use-operation.ts';
import { readOnlyReason } from '../../../shared/model/read-only.ts';
import { useBreakpoints } from '../../shared-ui/breakpoints.ts';
import { usePendingCommand } from '../../commands/command-queue.ts';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { TabPanel, Tabs } from '../../ui/controls/Tabs.tsx';
import type { WaitingReason } from '../model/select-run.ts';
import { useCurrentRun } from '../current-run.ts';
import { ActiveRuns } from './ActiveRuns.tsx';
import { StopButtons } from './StopButtons.tsx';
import { useActiveRuns } from './use-active-runs.ts';
import { NewRun } from './NewRun.tsx';
import { RunOptionsForm } from './RunOptionsForm.tsx';
import { changedOptions } from './composer-options.ts';
import styles from './Composer.module.css';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import noticeStyles from './SlowStartNotice.module.css';

type Tab = 'resume' | 'new' | 'options';

export interface ComposerProps {
  /** The resume pane of a waiting thread. */
  readonly resume: ReactNode;
  /** What a recording asks. */
  readonly recorded: ReactNode;
}

/** Starts and stops runs. While a thread waits, the resume tab is selected. */
export function Composer({ resume, recorded }: ComposerProps) {
  return readOnlyReason(useCurrentRun().connectionId) === null ? (
    <RunComposer resume={resume} />
  ) : (
    <div className={styles.recording} {...scrollableGroupProps('Recording')}>
      {recorded}
      <EmptyState
        compact
        title="A recording"
        sentence="Its runs can be read. To go on from here, clone the thread to a server."
      />
    </div>
  );
}

function RunComposer({ resume }: Pick<ComposerProps, 'resume'>) {
  const current = useCurrentRun();
  const { connectionId, assistant, threadId, waiting, options } = current;
  // A chosen tab stays until the interrupts change.
  const situation = waiting ? JSON.stringify([waiting.threadId, waiting.interrupts.map(({ id }) => id)]) : '';
  const [choice, setChoice] = useState<{ readonly tab: Tab; readonly situation: string } | null>(null);
  const chosen = choice?.situation === situation ? choice.tab : null;
  const first: Tab = waiting && !waiting.failed ? 'resume' : 'new';
  const tab = chosen ?? (choice?.tab === 'options' && !waiting ? 'options' : first);
  // The resume tab has to be open before its card can take the focus.
  const focus = usePendingCommand(
    'focus-interrupt',
    (command) => command.threadId === null || command.threadId === threadId,
  );
  if (focus && waiting && tab !== 'resume') setChoice({ tab: 'resume', situation });
  const { assistantId = '', graphId = '' } = assistant ?? {};
  const stops = useBreakpoints({ connectionId, assistantId, graphId });
  const changed =
    changedOptions(options).length +
    (['before', 'after'] as const).filter((side) => stops.all.some((one) => one.enabled && one.side === side))
      .length;

  const control = useActiveRuns();
  const isConfirming = useIsConfirming(['threads.create', 'runs.start']);

  if (assistant === null) {
    return (
      <EmptyState
        compact
        title="No assistant"
        sentence="Select an assistant to run its graph."
        action={
          <Button size="small" onClick={() => runCommand('show.assistants')}>
            Go to assistants
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.stack}>
      <ActiveRuns control={control} />
      {/* The server is not slow while the user decides. */}
      <SlowStartNotice starting={current.isStarting && !isConfirming} />
      <div className={styles.tabs}>
        <Tabs
          label="Composer"
          value={tab}
          onChange={(id) => setChoice({ tab: tabOf(id), situation })}
          tabs={[
            { id: 'new', label: 'New run' },
            { id: 'options', label: 'Options', ...(changed > 0 ? { mark: changed } : {}) },
            // Last, so that the others stay where they are when it comes and goes.
            ...(waiting
              ? [
                  {
                    id: 'resume',
                    label: isInterrupted(waiting.interrupts) ? 'Resume' : 'Continue',
                  },
                ]
              : []),
          ]}
          end={<StopButtons connectionId={connectionId} control={control} />}
        >
          {waiting ? (
            <TabPanel id="resume" keepMounted>
              {resume}
            </TabPanel>
          ) : null}
          {/* Its commands stay while the options are open, but never hide that the thread waits. */}
          <TabPanel id="new" keepMounted={waiting === null}>
            <div className={styles.composer}>
              <NewRun assistant={assistant} />
            </div>
          </TabPanel>
          <TabPanel id="options">
            <RunOptionsForm
              connectionId={connectionId}
              assistant={assistant}
              options={options}
              onChange={current.setOptions}
            />
          </TabPanel>
        </Tabs>
      </div>
    </div>
  );
}

function tabOf(id: string): Tab {
  return id === 'resume' || id === 'options' ? id : 'new';
}

/** Whether an interrupt can be answered: without an id only a single one can be. */
function isInterrupted(interrupts: WaitingReason['interrupts']): boolean {
  return interrupts.length === 1 || interrupts.some(({ id }) => id !== null);
}

/** Delay before a slow start gets a notice, in milliseconds. */
export const slowStartMs = 15_000;

export function SlowStartNotice({ starting }: { readonly starting: boolean }) {
  if (!useDelayedFlag(starting, slowStartMs)) return null;
  return (
    <p className={noticeStyles.note} role="status">
      The server has not responded for 15 seconds. It may be busy, or a proxy may be holding back the
      response. The run is requested only once, however long this takes.
    </p>
  );
}
