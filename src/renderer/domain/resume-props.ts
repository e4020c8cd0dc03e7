import type { PendingInterrupt } from '../../shared/model/threads/thread.ts';
import type { RunTrigger } from '../../shared/model/runs/run-request.ts';

/** How a waiting thread goes on. Texts are JSON. */
export interface ResumeCommand {
  /** `interruptId: null` answers the one question that waits and has no id. */
  readonly answers: readonly { readonly interruptId: string | null; readonly valueText: string }[];
  readonly goto: readonly string[];
  readonly updateText: string | null;
}

/** What the pane that answers is told by whoever shows it: the dock and the inbox, which are other features. */
export interface ResumeProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly interrupts: readonly PendingInterrupt[];
  /** Answered while others of the same step still wait. */
  readonly answered: readonly PendingInterrupt[];
  /** Nodes that run when the thread goes on. */
  readonly next: readonly string[];
  /** The last run failed at these nodes. */
  readonly failed: boolean;
  /** A run is being started. */
  readonly starting: boolean;
  /** Why the last start failed, if it did. */
  readonly problem: unknown;
  /** Resolves once the server took the command; rejects when it did not. */
  readonly onResume: (command: ResumeCommand) => Promise<unknown>;
  readonly onContinue: () => void;
  /** Goes on for one superstep, where that is offered. */
  readonly onStep?: () => void;
  /** Shows the request that a command would make (`null`: one that only goes on), where that is offered. */
  readonly onPreview?: (command: ResumeCommand | null) => void;
}

/** Those of the shown interrupts that a command answers. */
export function answeredInterrupts(
  command: ResumeCommand,
  interrupts: readonly PendingInterrupt[],
): readonly PendingInterrupt[] {
  return interrupts.filter(({ id }) => command.answers.some(({ interruptId }) => interruptId === id));
}

/** How a run with this command begins; `null` only goes on. */
export function toRunBegin(command: ResumeCommand | null): RunTrigger {
  if (command === null) return { kind: 'continue' };
  const { answers, goto, updateText } = command;
  return { kind: 'resume', answers: [...answers], goto: [...goto], updateText };
}
