import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Menu } from '../ui/popups/Menu.tsx';
import { groupProps } from '../ui/a11y-props.ts';
import { CheckpointMenu, type CheckpointActions } from './CheckpointMenu.tsx';
import { checkpointOriginLabel, positionLabel } from '../shared-ui/checkpoint.ts';
import type { CheckpointEntry } from './story-entries.ts';
import { focusGroupProps } from '../ui/controls/focus-group-props.ts';
import styles from './story.module.css';
import type { CheckpointStepper } from './use-checkpoint-stepper.ts';

interface StepBarProps extends CheckpointActions {
  readonly steps: CheckpointStepper;
  readonly entry: CheckpointEntry | null;
}

export function StepBar({ steps, entry, ...acts }: StepBarProps) {
  const { branch, index, hasOlder, go } = steps;
  const currentCheckpoint = branch[index];
  const position = positionLabel(currentCheckpoint, branch.at(-1));
  // Where the slider begins if the branch has older checkpoints, which are not loaded.
  const firstStep = hasOlder ? (branch[0]?.step ?? '?') : null;
  return (
    <div className={styles.steps} {...groupProps('Time travel')} {...focusGroupProps('horizontal')}>
      <IconButton
        size="small"
        label="Older checkpoint"
        kbd="["
        icon={<ChevronLeft size={15} />}
        disabled={index <= 0}
        onClick={() => go(index - 1)}
      />
      {firstStep === null ? null : (
        <span
          className={styles.count}
          title={`The slider begins at step ${firstStep}. Older checkpoints of this branch are not loaded.`}
        >
          from {firstStep}
        </span>
      )}
      <input
        type="range"
        className={styles.slider}
        aria-label="Checkpoint of this branch"
        aria-valuetext={
          currentCheckpoint
            ? [
                checkpointOriginLabel(currentCheckpoint.source, entry && acts.factsOf(entry)),
                position,
                ...(firstStep === null ? [] : [`loaded from step ${firstStep}`]),
              ].join(', ')
            : 'none'
        }
        min={0}
        max={Math.max(branch.length - 1, 0)}
        value={Math.max(index, 0)}
        disabled={branch.length < 2}
        onChange={(event) => go(Number(event.target.value))}
      />
      <IconButton
        size="small"
        label="Newer checkpoint"
        kbd="]"
        icon={<ChevronRight size={15} />}
        disabled={index >= branch.length - 1}
        onClick={() => go(index + 1)}
      />
      <span className={styles.count}>{position}</span>
      {entry === null ? null : (
        <Menu
          align="end"
          side="top"
          width={240}
          target={`checkpoint of step ${entry.checkpoint.step ?? '?'}`}
          trigger={<IconButton size="small" label="Checkpoint actions" icon={<Ellipsis size={15} />} />}
        >
          <CheckpointMenu entry={entry} picked={null} {...acts} />
        </Menu>
      )}
    </div>
  );
}
