import type { ReactNode } from 'react';
import type { ResumeProps } from '../domain/resume-props.ts';

export interface ResumePaneProps extends ResumeProps {
  /** Targets of `goto`; empty while unknown. */
  readonly nodeNames: readonly string[];
  readonly renderMessage: (messageText: string) => ReactNode;
  /** Accepts the answer commands with this `paneId`; none if omitted. */
  readonly paneId?: string;
  /** The current question, which is scrolled into view. */
  readonly currentId?: string | null;
}
