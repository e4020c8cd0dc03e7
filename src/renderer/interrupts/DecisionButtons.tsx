import { Check, CircleSlash, X } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import type { DecisionOption } from './decision-options.ts';
import styles from './Interrupts.module.css';

export interface DecisionButtonsProps {
  readonly label: string;
  readonly options: readonly DecisionOption[];
  readonly chosen: DecisionOption | null;
  readonly blocked: string | null;
  /** For a moment, or while an answer is sent; looks the same, so that nothing flickers. */
  readonly isLocked: boolean;
  readonly onSend: (option: DecisionOption) => void;
  readonly onStart: (option: DecisionOption) => void;
}

export function DecisionButtons(props: DecisionButtonsProps) {
  const { label, options, chosen, blocked, isLocked, onSend, onStart } = props;
  return (
    <div role="group" aria-label={label} className={styles.decisions}>
      {options.map((option, index) => (
        <AnswerButton
          key={option.label}
          variant={option.isComplete ? (index === 0 ? 'primary' : 'plain') : 'ghost'}
          icon={option.isComplete ? iconOf(option.label) : null}
          isPressed={chosen === option}
          isLocked={option.isComplete && isLocked}
          blocked={option.isComplete ? blocked : null}
          onAnswer={() => (option.isComplete ? onSend(option) : onStart(option))}
        >
          {option.label}
        </AnswerButton>
      ))}
    </div>
  );
}

export interface AnswerButtonProps {
  readonly variant: 'primary' | 'plain' | 'ghost';
  readonly icon: ReactNode;
  /** Its accessible name, if that is not its text. */
  readonly label?: string;
  readonly isPressed?: boolean;
  readonly isLocked: boolean;
  readonly blocked: string | null;
  readonly onAnswer: () => void;
  readonly children: ReactNode;
}

/** An answer can't be undone: only the first click of a double click counts, and a held key doesn't repeat. */
export function AnswerButton(props: AnswerButtonProps) {
  const { variant, icon, label, isPressed, isLocked, blocked, onAnswer, children } = props;
  return (
    <Button
      variant={variant}
      size="small"
      icon={icon}
      disabled={blocked !== null}
      {...(label === undefined ? {} : { 'aria-label': label })}
      title={blocked ?? undefined}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      {...(isLocked ? { 'aria-disabled': true } : {})}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
      }}
      onClick={(event: MouseEvent) => {
        event.stopPropagation();
        if (!isLocked && event.detail <= 1) onAnswer();
      }}
    >
      {children}
    </Button>
  );
}

export function iconOf(label: string): ReactNode {
  if (label.startsWith('Approve')) return <Check size={12} aria-hidden />;
  if (label.startsWith('Reject')) return <X size={12} aria-hidden />;
  return label.startsWith('Ignore') ? <CircleSlash size={12} aria-hidden /> : null;
}
