import { useMissingCapability, useMissingForRun } from '../../rpc/server-features.ts';
import type { WaitingReason } from '../model/select-run.ts';
import { Ellipsis, Eye, StepForward } from 'lucide-react';
import { useIsMutating } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCommandBindings } from '../../commands/command-registry.ts';
import { useCommandKeys } from '../../commands/keymap.ts';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { hintWithKeys } from '../../ui/display/Kbd.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from '../../ui/popups/Menu.tsx';
import { queryKeys } from '../../queries/query-keys.ts';
import { useCurrentRun, type CurrentRun } from '../current-run.ts';
import { useRunSession } from '../run-session.ts';
import { isResumeStart } from './run-start.ts';
import { FailedStartNotice } from './FailedStartNotice.tsx';
import { ForkNotice } from './ForkNotice.tsx';
import { InputEditor } from './InputEditor.tsx';
import { useComposerInput } from './use-composer-input.ts';
import styles from './Composer.module.css';

export function DiscardWarning({ waiting: { interrupts, answered } }: { readonly waiting: WaitingReason }) {
  const interruptedNodes = [...new Set(interrupts.map(({ nodeId }) => shown(nodeId)))].join(', ');
  return (
    <p className={styles.warning}>
      This thread waits for {interrupts.length === 1 ? 'an answer' : `${interrupts.length} answers`}. A new
      run starts from the beginning and discards the pending interrupts of {interruptedNodes}
      {answered.length === 0
        ? ''
        : ` and the answers given so far (${answered.map(({ nodeId }) => shown(nodeId)).join(', ')})`}
      . To answer, use Resume.
    </p>
  );
}

function shown(nodeId: string): string {
  return nodeId.replaceAll(':', ' › ');
}

export function NewRun({ assistant }: { readonly assistant: Assistant }) {
  const session = useRunSession();
  const current = useCurrentRun();
  const { connectionId, checkpointId, waiting, isThreadBusy, isStarting, options, setOptions } = current;
  const { failed } = current;
  const input = useComposerInput(connectionId, assistant.assistantId);
  // A busy thread accepts a second run only with a multitask strategy other than reject.
  const isHeld = isThreadBusy && options.multitaskStrategy === 'reject' && !options.stateless;
  // A run that starts before the new thread is selected would run on the one that the user has just left.
  const isCreatingThread = useIsMutating({ mutationKey: queryKeys.threadCreation(connectionId) }) > 0;
  const missing = useMissingForRun(connectionId, options, checkpointId !== null);
  const held =
    missing ??
    (isCreatingThread ? 'The new thread is being created.' : null) ??
    (isHeld ? 'A run is under way.' : null);
  const isReady = input.sent !== null && input.problem === null && !isStarting && held === null;

  const { message, unchecked } = input.bySchema;
  const anyway = message === null ? '' : ' anyway';

  const run = (step: boolean): void => {
    if (!isReady || input.sent === null) return;
    const trigger = { kind: 'input', inputText: input.sent } as const;
    void current.onRun({ trigger, checkpointId, step }).then((taken) => taken && input.onSent());
  };
  const keyPressed = useRef(false);
  /** The shortcut may be pressed before the last input is validated. */
  const runByKey = async (): Promise<void> => {
    if (keyPressed.current) return;
    keyPressed.current = true;
    try {
      const fits = input.bySchema.settled ? message === null : await input.bySchema.fits();
      if (fits) run(false);
    } finally {
      keyPressed.current = false;
    }
  };
  const preview = (step: boolean): void =>
    session.setState({
      previewed: { trigger: { kind: 'input', inputText: input.sent ?? input.text }, checkpointId, step },
    });
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
      run: () => void runByKey(),
      blocked: blocked ?? (message === null ? null : `${message} Use “Run anyway” to send it.`),
      ...(isPaused ? { title: 'Run from the beginning, discarding what waits' } : {}),
    },
    // Of a paused thread, the next superstep continues it.
    'run.step': isPaused ? null : { run: () => run(true), blocked, connectionId },
    'run.preview': { run: () => preview(false) },
  });
  return (
    <>
      {waiting && waiting.interrupts.length > 0 ? <DiscardWarning waiting={waiting} /> : null}
      {checkpointId === null ? null : <ForkNotice checkpointId={checkpointId} />}
      <InputEditor input={input} onSubmit={() => void runByKey()} />
      {input.problem === null ? null : (
        <p className={styles.problem} role="status">
          {input.problem}
        </p>
      )}
      <div className={styles.foot}>
        <div className={styles.actions}>
          <Button
            className={styles.run}
            variant={(waiting && !waiting.failed) || anyway !== '' ? 'plain' : 'primary'}
            {...(anyway === '' && !isStarting ? { kbd: input.mode === 'chat' ? 'Enter' : 'Mod+Enter' } : {})}
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
            title={hintWithKeys('Runs one superstep, then stops. Continue runs the rest.', stepKeys)}
            onClick={() => run(true)}
          >
            Step
          </Button>
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
            <MenuItem icon={<Eye size={14} aria-hidden />} onSelect={() => preview(false)}>
              Preview the request
            </MenuItem>
            <MenuItem icon={<Eye size={14} aria-hidden />} onSelect={() => preview(true)}>
              Preview the request of a step
            </MenuItem>
          </Menu>
        </div>
        {input.problem !== null || message === null ? null : (
          <p className={styles.validationError} role="status" title={message}>
            {message} The run may fail over it.
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
    </>
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
