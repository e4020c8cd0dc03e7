import { ArrowDownUp, Equal, EqualNot, PanelLeft, PanelRight, type LucideIcon } from 'lucide-react';
import type { AlignedExecution, Alignment, ExecutionMark } from '../../shared/model/comparison.ts';
import { statusLabels } from '../../shared/status-labels.ts';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { emptyStepsText, stepKey, stepText } from './aligned-steps.ts';
import styles from './Compare.module.css';
import { boundedDuration } from './fact-rows.ts';

const icons: Readonly<Record<ExecutionMark, LucideIcon | null>> = {
  same: Equal,
  'other-output': EqualNot,
  'other-input': EqualNot,
  'only-left': PanelLeft,
  'only-right': PanelRight,
  unknown: null,
};

interface StepListProps {
  readonly alignment: Alignment;
  readonly steps: readonly AlignedExecution[];
  readonly selectedKey: string | null;
  readonly onSelect: (step: AlignedExecution) => void;
}

// What ran on both sides or on one, aligned by node and visit, in the order in which it ran.
export function StepList({ alignment, steps, selectedKey, onSelect }: StepListProps) {
  return (
    <div className={styles.steps}>
      <div className={styles.stepHead} aria-hidden>
        <span />
        <span>Node</span>
        <span>Left</span>
        <span>Right</span>
      </div>
      <Listbox
        label="Steps"
        items={steps}
        keyOf={stepKey}
        selectedKey={selectedKey}
        onSelect={onSelect}
        render={(step) => <StepRow step={step} />}
      />
      {steps.length === 0 ? <p className={styles.note}>{emptyStepsText(alignment)}</p> : null}
      {alignment.isCut ? (
        <p className={styles.note}>
          More steps ran than are listed, or some are still running. A step listed for one side only may have
          run on both.
        </p>
      ) : null}
    </div>
  );
}

function StepRow({ step }: { readonly step: AlignedExecution }) {
  const { node, path, visit, left, right, mark, moved } = step;
  const Icon = moved && mark === 'same' ? ArrowDownUp : icons[mark];
  return (
    <div className={styles.step} data-mark={mark} data-testid="aligned-step">
      <span className={styles.stepMark}>{Icon === null ? '?' : <Icon size={13} aria-hidden />}</span>
      <span className={styles.stepName}>
        <span>
          {path.length === 0 ? null : <span className={styles.quiet}>{`${path.join(' › ')} › `}</span>}
          {node}
          {visit === 1 ? null : <span className={styles.quiet}> visit {visit}</span>}
        </span>
        <small>{stepText(step)}</small>
      </span>
      <Time label="left" ran={left} />
      <Time label="right" ran={right} />
    </div>
  );
}

function Time({ label, ran }: { readonly label: string; readonly ran: AlignedExecution['left'] }) {
  const text =
    ran === null
      ? 'did not run'
      : ran.status === 'finished'
        ? (boundedDuration(ran) ?? 'time unknown')
        : statusLabels[ran.status];
  return (
    <span className={styles.time}>
      <span className="visually-hidden">{label}: </span>
      {ran === null ? (
        <span title={text}>
          –<span className="visually-hidden">{text}</span>
        </span>
      ) : (
        text
      )}
    </span>
  );
}
