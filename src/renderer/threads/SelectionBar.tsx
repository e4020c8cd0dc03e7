import { useUnavailable } from '../rpc/server-features.ts';
import { Scissors, Trash2, X } from 'lucide-react';
import type { Thread } from '../../shared/model/thread.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { groupProps } from '../ui/a11y-props.ts';
import type { ThreadAction } from './thread-action.ts';
import styles from './threads.module.css';

interface SelectionBarProps {
  readonly chosen: readonly Thread[];
  readonly connectionId: string | null;
  readonly onAll: () => void;
  readonly onAct: (act: ThreadAction) => void;
  readonly onStop: () => void;
}

export function SelectionBar({ chosen, connectionId, onAll, onAct, onStop }: SelectionBarProps) {
  const noPrune = useUnavailable(connectionId, 'threads.prune');
  const noDelete = useUnavailable(connectionId, 'threads.delete');
  const none = chosen.length === 0;
  return (
    <div className={styles.selectionBar} {...groupProps('Selected threads')}>
      <span role="status">{chosen.length} chosen</span>
      <Button size="small" variant="ghost" onClick={onAll}>
        All
      </Button>
      <span className={styles.space} />
      <IconButton
        size="small"
        label={noPrune ?? 'Prune the selected threads (keep only their latest state)'}
        icon={<Scissors size={14} aria-hidden />}
        disabled={none || noPrune !== null}
        onClick={() => onAct({ kind: 'prune', threads: chosen })}
      />
      <IconButton
        size="small"
        label={noDelete ?? 'Delete the selected threads'}
        icon={<Trash2 size={14} aria-hidden />}
        disabled={none || noDelete !== null}
        onClick={() => onAct({ kind: 'delete', threads: chosen })}
      />
      <IconButton size="small" label="Clear selection" icon={<X size={14} aria-hidden />} onClick={onStop} />
    </div>
  );
}
