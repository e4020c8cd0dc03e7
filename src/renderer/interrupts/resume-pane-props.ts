import type { ReactNode } from 'react';
import type { ResumeProps } from '../domain/resume-props.ts';
import type { PickedOption } from './InterruptCard.tsx';
import type { AnswerFieldFocus } from './answer/use-answer-field.ts';

export interface ResumePaneProps extends ResumeProps {
  /** Nodes that a command may go to; none while they are not known. */
  readonly nodeNames: readonly string[];
  readonly renderMessage: (messageText: string) => ReactNode;
  /** The question that is looked at; it is brought into sight. */
  readonly currentId?: string | null;
  /** A choice that was made from elsewhere. */
  readonly picked?: PickedOption | null;
  /** Where somebody wants to write, from elsewhere. */
  readonly fieldFocus?: AnswerFieldFocus | null;
  /** Sends what is ready, once for each new object. */
  readonly submitted?: object | null;
}
