import type { ReactNode } from 'react';
import type { ResumeProps } from '../shared-ui/resume-props.ts';

export interface ResumePaneProps extends ResumeProps {
  readonly nodeNames: readonly string[];
  readonly renderMessage: (messageText: string) => ReactNode;
  /** Accepts the answer commands with this `paneId`; none if omitted. */
  readonly paneId?: string;
  readonly currentId?: string | null;
}
