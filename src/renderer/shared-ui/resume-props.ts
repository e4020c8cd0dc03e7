import type { PendingInterrupt } from '../../shared/model/thread.ts';
import type { RunEnding } from '../../shared/model/thread-record.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';

export interface ResumeCommand {
  /** `interruptId: null` answers the only pending interrupt, which has no ID. */
  readonly answers: readonly { readonly interruptId: string | null; readonly valueText: string }[];
  readonly goto: readonly string[];
  readonly updateText: string | null;
}

export interface NewestCheckpoint {
  readonly step: number | null;
  readonly onShow: () => void;
}

export interface ResumeProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly interrupts: readonly PendingInterrupt[];
  readonly answered: readonly PendingInterrupt[];
  /** Discarded by an edit inside a subgraph: their nodes ask anew when the thread continues. */
  readonly discarded?: readonly PendingInterrupt[] | undefined;
  /** What is answered or continued; omitted while it is displayed. */
  readonly newest?: NewestCheckpoint | undefined;
  readonly next: readonly string[];
  readonly failed: boolean;
  /** How the last run ended; `null` if the thread was edited since, and if it is unknown. */
  readonly ending: RunEnding | null;
  readonly starting: boolean;
  readonly problem: unknown;
  /** Resolves when the server has accepted the command; rejects otherwise. */
  readonly onResume: (command: ResumeCommand) => Promise<unknown>;
  readonly onContinue: () => void;
  /** Continues for one superstep, where supported. */
  readonly onStep?: () => void;
  /** Shows the request of a command (`null`: continue without one), where supported. */
  readonly onPreview?: (command: ResumeCommand | null) => void;
}

export function interruptsOfCommand(
  command: ResumeCommand,
  interrupts: readonly PendingInterrupt[],
): readonly PendingInterrupt[] {
  return interrupts.filter(({ id }) => command.answers.some(({ interruptId }) => interruptId === id));
}

export function toRunTrigger(command: ResumeCommand | null): RunTrigger {
  if (command === null) return { kind: 'continue' };
  const { answers, goto, updateText } = command;
  return { kind: 'resume', answers: [...answers], goto: [...goto], updateText };
}
