import { useUnavailable } from '../../rpc/server-features.ts';
import { Square, Undo2 } from 'lucide-react';
import type { CancelAction } from '../../../shared/model/run.ts';
import { useCommandBindings } from '../../commands/command-registry.ts';
import { useCommandKeys } from '../../commands/keymap.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { shortId } from '../../ui/display/format.ts';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import type { ActiveRunsControl } from './use-active-runs.ts';
import styles from './Composer.module.css';

interface StopButtonsProps {
  readonly connectionId: string;
  readonly control: ActiveRunsControl;
}

/** Stops the thread's only active run, or all of them. Always in the same place, and disabled while nothing runs. */
export function StopButtons({ connectionId, control }: StopButtonsProps) {
  const { active, pending, cancel, stopAll } = control;
  const [only] = active;
  const isIdle = active.length === 0;
  const isMany = active.length > 1;
  const noStop = useUnavailable(connectionId, 'runs.cancel');
  const noRollback = useUnavailable(connectionId, 'runs.cancel', { action: 'rollback' });
  const isDisabled = isIdle || pending !== null || noStop !== null;
  /** Keeps the focus where it is, unlike `disabled`. */
  const act = (isOff: boolean, run: () => void) => ({
    'aria-disabled': isOff,
    onClick: (): void => {
      if (!isOff) run();
    },
  });
  const theOnly = (action: CancelAction) => (): void => {
    if (only) cancel(only, action);
  };
  useCommandBindings({
    'run.stop': {
      connectionId,
      run: isMany ? stopAll : theOnly('interrupt'),
      blocked: isIdle ? 'No run is active.' : pending === null ? null : 'The run is being stopped.',
      ...(isMany
        ? { title: `Stop all ${active.length} runs` }
        : only
          ? { title: `Stop run ${shortId(only.runId)}` }
          : {}),
    },
  });
  const stopKeys = useCommandKeys('run.stop');
  return (
    <>
      <IconButton
        size="small"
        className={styles.stop}
        data-active={!isIdle}
        kbd={stopKeys}
        label={noStop ?? (isMany ? `Stop all ${active.length}` : 'Stop')}
        icon={
          pending?.action === 'interrupt' ? (
            <StatusIcon status="running" size={13} label="" />
          ) : (
            <Square size={12} fill="currentColor" aria-hidden />
          )
        }
        {...act(isDisabled, isMany ? stopAll : theOnly('interrupt'))}
      />
      <IconButton
        size="small"
        className={styles.stop}
        label={noStop ?? noRollback ?? 'Roll back'}
        icon={
          pending?.action === 'rollback' ? (
            <StatusIcon status="running" size={13} label="" />
          ) : (
            <Undo2 size={13} aria-hidden />
          )
        }
        {...act(isDisabled || isMany || noRollback !== null, theOnly('rollback'))}
      />
    </>
  );
}
