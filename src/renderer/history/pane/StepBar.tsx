import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { groupProps } from '../../ui/a11y-props.ts';
import { CheckpointMenu, type CheckpointActions } from '../list/CheckpointMenu.tsx';
import { checkpointTitle } from '../list/checkpoint-labels.ts';
import type { CheckpointEntry } from '../list/history-entries.ts';
import styles from '../history.module.css';
import type { CheckpointStepper } from './use-checkpoint-stepper.ts';

interface StepBarProps extends CheckpointActions {
  readonly steps: CheckpointStepper;
  readonly entry: CheckpointEntry | null;
}

/** Steps along the branch of the selected checkpoint. */
export function StepBar({ steps, entry, ...acts }: StepBarProps) {
  const { branch, at, hasOlder, go } = steps;
  const own = branch[at];
  return (
    <div className={styles.steps} {...groupProps('Time travel')}>
      <IconButton
        size="small"
        label="Older checkpoint"
        kbd="["
        icon={<ChevronLeft size={15} />}
        disabled={at <= 0}
        onClick={() => go(at - 1)}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label="Checkpoint of this branch"
        aria-valuetext={own ? `${checkpointTitle(own)}, ${at + 1} of ${branch.length}` : 'none'}
        min={0}
        max={Math.max(branch.length - 1, 0)}
        value={Math.max(at, 0)}
        disabled={branch.length < 2}
        onChange={(event) => go(Number(event.target.value))}
      />
      <IconButton
        size="small"
        label="Newer checkpoint"
        kbd="]"
        icon={<ChevronRight size={15} />}
        disabled={at >= branch.length - 1}
        onClick={() => go(at + 1)}
      />
      <span
        className={styles.count}
        title={hasOlder ? 'Older checkpoints of this branch are not loaded yet' : undefined}
      >
        {at + 1} of {branch.length}
        {hasOlder ? ' loaded' : ''}
      </span>
      {entry === null ? null : (
        <Menu
          align="end"
          side="top"
          width={240}
          trigger={<IconButton size="small" label="Checkpoint actions" icon={<Ellipsis size={15} />} />}
        >
          <CheckpointMenu entry={entry} picked={null} {...acts} />
        </Menu>
      )}
    </div>
  );
}
