import type { ReactNode } from 'react';
import type { ResumeProps } from '../domain/resume-props.ts';
import type { PickedOption } from './InterruptCard.tsx';
import type { AnswerFieldFocus } from './answer/use-answer-field.ts';

export interface ResumePaneProps extends ResumeProps {
  /** Targets of `goto`; empty while unknown. */
  readonly nodeNames: readonly string[];
  readonly renderMessage: (messageText: string) => ReactNode;
  /** The current question, which is scrolled into view. */
  readonly currentId?: string | null;
  /** An option selected from elsewhere. */
  readonly picked?: PickedOption | null;
  /** A field to focus, requested from elsewhere. */
  readonly fieldFocus?: AnswerFieldFocus | null;
  /** Sends the answers that are ready, once per object. */
  readonly submitted?: object | null;
}
