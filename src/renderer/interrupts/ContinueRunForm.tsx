import { Eye, Play, StepForward } from 'lucide-react';
import { useCommandBindings } from '../commands/command-registry.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { formatNodeCounts } from '../../shared/format-node-counts.ts';
import { endingText } from '../../shared/status-labels.ts';
import { AnswerRefusedError } from '../run-state/answer-guard.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { CommandFields, Refusal } from './CommandFields.tsx';
import { nodePathLabel } from './group-interrupts.ts';
import { UnanswerableList } from './UnanswerableList.tsx';
import { useCommandFields } from './use-command-fields.ts';
import styles from './Interrupts.module.css';
import type { ResumePaneProps } from './Answers.tsx';

/**
 * For a thread that is paused without an answerable interrupt: at a breakpoint, after a stop or a failure.
 */
export function ContinueRunForm(
  props: ResumePaneProps & { readonly unaddressed: readonly PendingInterrupt[] },
) {
  const {
    connectionId,
    threadId,
    next,
    nodeNames,
    failed,
    starting,
    problem,
    unaddressed,
    discarded = [],
  } = props;
  const command = useCommandFields(connectionId, threadId);
  const nodes = formatNodeCounts(next);
  const continueRun = async (): Promise<void> => {
    if (starting || command.blocked !== null) return;
    if (command.isEmpty) return props.onContinue();
    try {
      await props.onResume({ answers: [], ...command.value });
    } catch {
      // The error is shown below; the input is not lost.
      return;
    }
    command.clear();
  };
  const blocked = starting ? 'The run is starting.' : command.blocked;
  useCommandBindings({
    [failed ? 'run.retry' : 'run.continue']: { run: () => void continueRun(), blocked, connectionId },
    'run.step':
      !failed && props.onStep && command.isEmpty ? { run: props.onStep, blocked, connectionId } : null,
  });
  return (
    <div className={styles.question}>
      <div className={styles.list}>
        {unaddressed.length > 0 ? (
          <UnanswerableList {...props} interrupts={unaddressed} />
        ) : (
          <p className={styles.quiet}>
            {discarded.length > 0 ? discardedText(discarded) : stopText(props, nodes)}
          </p>
        )}
        <CommandFields command={command} nodeNames={nodeNames} />
      </div>
      <div className={styles.foot}>
        {problem === null ? null : (
          <ErrorNotice
            // Its question has gone, and with it the form that it was written in.
            action={problem instanceof AnswerRefusedError ? 'Resume failed' : 'Continue failed'}
            error={problem}
          />
        )}
        <Refusal command={command} />
        <div className={styles.actions}>
          <Button
            variant="primary"
            icon={<Play size={13} aria-hidden />}
            disabled={command.blocked !== null}
            title={command.blocked ?? undefined}
            busy={starting ? 'Starting' : null}
            onClick={() => void continueRun()}
          >
            {command.isEmpty ? 'Continue' : 'Continue with a command'}
          </Button>
          {props.onStep && command.isEmpty ? (
            <Button
              variant="ghost"
              icon={<StepForward size={13} aria-hidden />}
              disabled={blocked !== null}
              title={command.blocked ?? 'Runs one superstep, then pauses.'}
              onClick={props.onStep}
            >
              Step
            </Button>
          ) : null}
          {props.onPreview && command.problem === null ? (
            <IconButton
              label="Preview the request"
              icon={<Eye size={14} aria-hidden />}
              onClick={() => props.onPreview?.(command.isEmpty ? null : { answers: [], ...command.value })}
            />
          ) : null}
          {nodes === '' ? null : (
            <span className={styles.quiet} title={nodes}>
              runs {nodes} next
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

function stopText({ ending, failed }: Pick<ResumePaneProps, 'ending' | 'failed'>, nodes: string): string {
  const then = nodes === '' ? '' : ` Continuing runs ${nodes}.`;
  switch (ending?.kind) {
    case 'paused':
      return ending.place === 'unknown' ? stoppedText(nodes) : `${capitalize(endingText(ending))}.`;
    case 'cancelled':
    case 'timed-out':
      return `The last run ${ending.kind === 'cancelled' ? 'was cancelled' : 'timed out'}.${then}`;
    case 'failed':
      return ending.isRecursionLimit
        ? `The last run failed at its recursion limit.${then}`
        : failedText(nodes);
    default:
      return failed ? failedText(nodes) : stoppedText(nodes);
  }
}

function failedText(nodes: string): string {
  return `The last run failed.${nodes === '' ? '' : ` Continuing runs ${nodes} again.`}`;
}

function stoppedText(nodes: string): string {
  return `Stopped before ${nodes === '' ? 'its next node' : nodes}.`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const maxNodes = 5;

function discardedText(discarded: readonly PendingInterrupt[]): string {
  const nodes = [...new Set(discarded.map(({ nodeId }) => nodePathLabel(nodeId)))];
  const names =
    nodes.length > maxNodes ? `${nodes.slice(0, maxNodes).join(', ')} and more` : nodes.join(', ');
  return discarded.length === 1
    ? `A state update inside ${names} has discarded its question. Continue the run, and it is asked again.`
    : `A state update inside ${names} has discarded their questions. Continue the run, and they are asked again.`;
}
