import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { readOnlyReason } from '../../../shared/model/read-only.ts';
import { useBreakpoints } from '../../shared-ui/breakpoints.ts';
import { usePendingCommand } from '../../commands/command-queue.ts';
import { useCommandKeys } from '../../commands/keymap.ts';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { runCommand } from '../../commands/command-registry.ts';
import { EmptyList } from '../../ui/display/EmptyList.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { TabPanel, Tabs } from '../../ui/controls/Tabs.tsx';
import type { WaitingReason } from '../model/select-run.ts';
import { useCurrentRun, type CurrentRun } from '../current-run.ts';
import { changeSelection, useRunSession } from '../run-session.ts';
import { chooseOwnThread } from '../selection.ts';
import { SettingsLine } from './SettingsLine.tsx';
import { AssistantSettings, type SettingPlace } from './AssistantSettings.tsx';
import { changedOptions, isAssistantOption } from './composer-options.ts';
import { countChangedSettings } from './effective-settings.ts';
import { DiscardWarning } from './DiscardWarning.tsx';
import { ForkNotice } from './ForkNotice.tsx';
import { InputEditor } from './InputEditor.tsx';
import { PinsNote } from './PinsNote.tsx';
import { RunActions } from './RunActions.tsx';
import { RunOptionsForm } from './RunOptionsForm.tsx';
import { useRunAction } from './use-run-action.ts';
import { useComposerInput } from './use-composer-input.ts';
import styles from './Composer.module.css';

const tabIds = ['input', 'assistant', 'options', 'resume'] as const;
type Tab = (typeof tabIds)[number];

export interface ComposerProps {
  /** The resume pane of a waiting thread. */
  readonly resume: ReactNode;
  /** What a recording asks. */
  readonly recorded: ReactNode;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** The run sheet: what starts a run, and answers what its thread asks. While that waits, the resume tab is selected. */
export function Composer({ resume, recorded, onStart, onClose }: ComposerProps) {
  const current = useCurrentRun();
  const { connectionId, assistant, threadId } = current;
  const session = useRunSession();
  const isRecording = readOnlyReason(connectionId) !== null;
  const title = isRecording ? 'Recording' : titleOf(current);
  const keys = useCommandKeys('view.run-sheet');
  return (
    <section className={styles.stack} aria-label="Run sheet">
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {threadId === null || isRecording || title === firstRun ? null : (
          <Button
            size="small"
            variant="ghost"
            onClick={() => changeSelection(session, (before) => chooseOwnThread(before, null))}
          >
            New thread instead
          </Button>
        )}
        <IconButton
          size="small"
          label="Close the run sheet"
          kbd={keys}
          icon={<X size={14} aria-hidden />}
          onClick={onClose}
        />
      </header>
      {isRecording ? (
        <div className={styles.recording} {...scrollableGroupProps('Recording')}>
          {recorded}
          <EmptyState
            compact
            title="A recording"
            sentence="You can look at its runs, but not start new ones. To run it, clone the thread to a server."
          />
        </div>
      ) : assistant === null ? (
        <EmptyList
          title="No assistant"
          sentence="Select an assistant to run its graph."
          actionLabel="Go to assistants"
          onAction={() => runCommand('show.assistants')}
        />
      ) : (
        <RunComposer assistant={assistant} resume={resume} onStart={onStart} />
      )}
    </section>
  );
}

const firstRun = 'First run';

function titleOf(current: CurrentRun): string {
  const { threadId, checkpointId, options, headState, isListing, listError, runs, waiting } = current;
  if (options.stateless && checkpointId === null) return 'Run without a thread';
  if (threadId === null) return 'New thread';
  const isListed = !isListing && listError === null;
  const isUnused = headState !== null && headState.checkpointId === null && runs.length === 0 && isListed;
  if (waiting !== null && !waiting.failed)
    return waiting.interrupts.length > 0 ? 'Waiting for an answer' : 'Ready to continue';
  return isUnused ? firstRun : 'New turn on this thread';
}

interface TabChoice {
  readonly tab: Tab;
  readonly interruptsKey: string;
  readonly startAt?: SettingPlace | null;
}

interface RunComposerProps extends Pick<ComposerProps, 'resume' | 'onStart'> {
  readonly assistant: Assistant;
}

function RunComposer({ assistant, resume, onStart }: RunComposerProps) {
  const current = useCurrentRun();
  const { connectionId, threadId, checkpointId, waiting, options } = current;
  const { assistantId, graphId } = assistant;
  // A chosen tab stays until the interrupts change.
  const interruptsKey = waiting
    ? JSON.stringify([waiting.threadId, waiting.interrupts.map(({ id }) => id)])
    : '';
  const [choice, setChoice] = useState<TabChoice | null>(null);
  const isChosen = choice?.interruptsKey === interruptsKey || (choice?.tab !== 'resume' && !waiting);
  const first: Tab = waiting && !waiting.failed ? 'resume' : 'input';
  const tab = isChosen ? (choice?.tab ?? first) : first;
  // The resume tab has to be open before its card can take the focus.
  const focus = usePendingCommand(
    'focus-interrupt',
    (command) => command.threadId === null || command.threadId === threadId,
  );
  if (focus && waiting && tab !== 'resume') setChoice({ tab: 'resume', interruptsKey });
  const stops = useBreakpoints({ connectionId, assistantId, graphId });
  const changed =
    changedOptions(options).filter((name) => !isAssistantOption(name)).length +
    (['before', 'after'] as const).filter((side) => stops.all.some((one) => one.enabled && one.side === side))
      .length;
  const settings = countChangedSettings(assistant, options);
  const [settingsProblem, onSettingsProblem] = useState<string | null>(null);
  const composed = useComposerInput(connectionId, assistantId);
  // A run would go with other settings than the form shows.
  const input = { ...composed, problem: composed.problem ?? settingsProblem };
  const action = useRunAction(input, graphId, onStart);

  return (
    <>
      <div className={styles.tabs}>
        <Tabs
          label="Composer"
          value={tab}
          onChange={(id) => setChoice({ tab: tabIds.find((one) => one === id) ?? 'input', interruptsKey })}
          tabs={[
            { id: 'input', label: 'Input' },
            {
              id: 'assistant',
              label: 'Assistant',
              ...(settings > 0 ? { mark: settings === 1 ? '1 change' : `${settings} changes` } : {}),
            },
            { id: 'options', label: 'Options', ...(changed > 0 ? { mark: changed } : {}) },
            // Last, so that the others stay where they are when it comes and goes.
            ...(waiting
              ? [{ id: 'resume', label: canBeAnswered(waiting.interrupts) ? 'Resume' : 'Continue' }]
              : []),
          ]}
        >
          {waiting ? (
            <TabPanel id="resume" keepMounted>
              {resume}
            </TabPanel>
          ) : null}
          <TabPanel id="input">
            <div className={styles.composer}>
              {waiting && waiting.interrupts.length > 0 ? <DiscardWarning waiting={waiting} /> : null}
              {checkpointId === null ? null : <ForkNotice checkpointId={checkpointId} />}
              <InputEditor input={input} onSubmit={action.runByKey} />
              {input.problem === null ? null : (
                <p className={styles.problem} role="status">
                  {input.problem}
                </p>
              )}
              <SettingsLine
                connectionId={connectionId}
                assistant={assistant}
                options={options}
                onChange={current.setOptions}
                onPick={(startAt) => setChoice({ tab: 'assistant', interruptsKey, startAt })}
              />
            </div>
          </TabPanel>
          <TabPanel id="assistant">
            <AssistantSettings
              key={`${assistantId} ${assistant.version ?? ''}`}
              connectionId={connectionId}
              assistant={assistant}
              options={options}
              startAt={choice?.startAt ?? null}
              formProblem={settingsProblem}
              onFormProblem={onSettingsProblem}
              onChange={current.setOptions}
            />
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
      <PinsNote graphId={graphId} />
      {/* Never hides that the thread waits: an answer has buttons of its own. */}
      {tab === 'resume' ? null : <RunActions input={input} action={action} />}
    </>
  );
}

/** Whether an interrupt can be answered: without an id only a single one can be. */
function canBeAnswered(interrupts: WaitingReason['interrupts']): boolean {
  return interrupts.length === 1 || interrupts.some(({ id }) => id !== null);
}
