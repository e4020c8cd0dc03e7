import { useMissingCapability } from '../../rpc/server-features.ts';
import { Ellipsis, Eye, Square, StepForward } from 'lucide-react';
import { runCommand, useCommandBindings, useCommandList } from '../../commands/command-registry.ts';
import { useCommandKeys } from '../../commands/keymap.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { hintWithKeys } from '../../ui/display/Kbd.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from '../../ui/popups/Menu.tsx';
import { useCurrentRun, type CurrentRun } from '../current-run.ts';
import { isResumeStart } from './run-start.ts';
import { FailedStartNotice } from './FailedStartNotice.tsx';
import { PastInputs } from './PastInputs.tsx';
import type { RunAction } from './use-run-action.ts';
import type { ComposerInput } from './use-composer-input.ts';
import styles from './Composer.module.css';

export interface RunActionsProps {
  readonly input: ComposerInput;
  readonly action: RunAction;
}

/** What starts a run, below whichever tab is open. */
export function RunActions({ input, action }: RunActionsProps) {
  const current = useCurrentRun();
  const { connectionId, waiting, isStarting, options, setOptions, failed } = current;
  const { isReady, missing, held, run, runByKey, preview } = action;
  const { message, unchecked } = input.bySchema;
  const anyway = message === null ? '' : ' anyway';
  const stepKeys = useCommandKeys('run.step');
  const noStateless = useMissingCapability(connectionId, 'statelessRuns');
  const noBackground = useMissingCapability(connectionId, 'backgroundRuns');
  const why = held ?? input.problem ?? undefined;
  const isPaused = waiting !== null && !waiting.failed;
  const blocked = isStarting
    ? 'The run is starting.'
    : (held ?? input.problem ?? (input.sent === null ? 'The input is not ready.' : null));
  useCommandBindings({
    'run.start': {
      connectionId,
      run: runByKey,
      blocked: blocked ?? (message === null ? null : `${message} Use “Run anyway” to send it.`),
      ...(isPaused ? { title: 'Run from the beginning and discard what is pending' } : {}),
    },
    // Of a paused thread, the next superstep continues it.
    'run.step': isPaused ? null : { run: () => run(true), blocked, connectionId },
    'run.preview': { run: () => preview(false) },
  });
  return (
    <div className={styles.foot}>
      <div className={styles.actions}>
        <Button
          className={styles.run}
          variant={(waiting && !waiting.failed) || anyway !== '' ? 'plain' : 'primary'}
          {...(anyway === '' && !isStarting && input.mode !== 'chat' ? { kbd: 'Mod+Enter' } : {})}
          disabled={!isReady && !isStarting}
          title={why}
          busy={isStarting ? 'Starting' : null}
          onClick={() => run(false)}
        >
          {runWord(current)}
          {anyway}
        </Button>
        <Button
          variant="ghost"
          icon={<StepForward size={13} aria-hidden />}
          disabled={!isReady}
          title={hintWithKeys('Runs one superstep, then pauses. Continue runs the rest.', stepKeys)}
          onClick={() => run(true)}
        >
          Step
        </Button>
        <IconButton
          label="Preview the request"
          icon={<Eye size={14} aria-hidden />}
          onClick={() => preview(false)}
        />
        <PastInputs input={input} />
        <Menu
          align="end"
          width={240}
          trigger={<IconButton label="More ways to run" icon={<Ellipsis size={15} aria-hidden />} />}
        >
          <MenuCheckItem
            checked={options.background}
            disabled={noBackground !== null && !options.background}
            detail={noBackground}
            onChange={(background) => setOptions({ background })}
          >
            Run in the background
          </MenuCheckItem>
          <MenuCheckItem
            checked={options.stateless}
            disabled={noStateless !== null && !options.stateless}
            detail={noStateless}
            onChange={(stateless) => setOptions({ stateless })}
          >
            Run without a thread
          </MenuCheckItem>
          <MenuSeparator />
          <MenuItem icon={<Eye size={14} aria-hidden />} onSelect={() => preview(true)}>
            Preview the request of a step
          </MenuItem>
        </Menu>
        <StopRun />
      </div>
      {input.problem !== null || message === null ? null : (
        <p className={styles.validationError} role="status" title={message}>
          {message} The run may fail because of it.
        </p>
      )}
      {/* The form shows its own errors. */}
      {input.problem !== null || unchecked === null || input.mode === 'form' ? null : (
        <p className={styles.quiet} role="status">
          The input {unchecked}. You can send it anyway.
        </p>
      )}
      {missing === null ? null : (
        <p className={styles.problem} role="status">
          {missing}
        </p>
      )}
      <p className={styles.quiet}>{targetText(current)}</p>
      <FailedStartNotice
        // The resume pane names that of a resume, while there is one.
        failed={waiting !== null && failed !== null && isResumeStart(failed.start) ? null : failed}
        inputText={input.sent ?? input.text}
        onRetried={(start) => {
          if (start.trigger.kind === 'input' && start.trigger.inputText === input.sent) input.onSent();
        }}
      />
    </div>
  );
}

function runWord({ options, checkpointId }: CurrentRun): string {
  if (options.background) return 'Run in background';
  return options.stateless && checkpointId === null ? 'Run without a thread' : 'Run';
}

function targetText({ options, checkpointId, threadId }: CurrentRun): string {
  if (options.stateless && checkpointId === null) {
    return 'Only the events shown here are kept, and interrupts fail.';
  }
  if (options.background) return 'Select it in the list of runs to see its events.';
  return threadId === null ? 'Creates a new thread' : '';
}

/** Beside what starts runs while one is active. The dock's button stays in its place, but may be out of sight. */
function StopRun() {
  const { running } = useCurrentRun();
  const stop = useCommandList().find(({ id }) => id === 'run.stop');
  if (stop === undefined || (stop.blocked !== null && !running)) return null;
  return (
    <IconButton
      className={styles.stop}
      data-active={stop.blocked === null}
      label="Stop run"
      icon={<Square size={12} fill="currentColor" aria-hidden />}
      disabled={stop.blocked !== null}
      onClick={() => runCommand('run.stop')}
    />
  );
}
