import { Play, StepForward } from 'lucide-react';
import type { CommandId } from '../commands/palette-commands.ts';
import { runCommand, useCommandList } from '../commands/command-registry.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { Button, type ButtonProps } from '../ui/controls/Button.tsx';
import type { Pause } from './story-entries.ts';
import styles from './story.module.css';

/** What stopped the thread where it is paused, and what lets it go on. */
export function PauseActions({ pause: { reason } }: { readonly pause: Pause }) {
  return (
    <>
      {reason === null ? null : (
        <span className={styles.reason} title={reason}>
          {reason}
        </span>
      )}
      <span className={styles.pause} {...groupProps('Paused')}>
        <CommandButton command="run.continue" variant="primary" icon={<Play size={12} aria-hidden />} />
        <CommandButton command="run.step" variant="ghost" icon={<StepForward size={12} aria-hidden />} />
      </span>
    </>
  );
}

interface CommandButtonProps extends Pick<ButtonProps, 'variant' | 'icon'> {
  readonly command: CommandId;
}

function CommandButton({ command, ...look }: CommandButtonProps) {
  const listed = useCommandList().find(({ id }) => id === command);
  const keys = useCommandKeys(command);
  if (listed?.isBound !== true) return null;
  return (
    <Button
      {...look}
      size="small"
      kbd={keys}
      disabled={listed.blocked !== null}
      title={listed.blocked ?? undefined}
      onClick={(event) => {
        // The row selects its checkpoint, which the thread leaves now.
        event.stopPropagation();
        runCommand(command);
      }}
    >
      {listed.title}
    </Button>
  );
}

/** Pixels that it takes below the first line of its row. */
export function pauseHeight({ reason }: Pause): number {
  return (reason === null ? 0 : 20) + 34;
}
