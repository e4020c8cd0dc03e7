import type { ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import type { PickedChoice } from './InterruptCard.tsx';

/** How a waiting thread goes on. Texts are JSON. */
export interface ResumeCommand {
  readonly answers: readonly { readonly interruptId: string; readonly valueText: string }[];
  readonly goto: readonly string[];
  readonly updateText: string | null;
}

export interface ResumePaneProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly interrupts: readonly PendingInterrupt[];
  /** Answered while others of the same step still wait. */
  readonly answered: readonly PendingInterrupt[];
  /** Nodes that run when the thread goes on. */
  readonly next: readonly string[];
  /** Nodes that a command may go to; none where commands are not offered. */
  readonly nodeNames: readonly string[];
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
  readonly renderMessage: (messageText: string) => ReactNode;
  /** The question that is looked at; it is brought into sight. */
  readonly currentId?: string | null;
  /** A choice that was made from elsewhere. */
  readonly picked?: PickedChoice | null;
  /** Sends what is ready, once for each new object. */
  readonly submitted?: object | null;
}
