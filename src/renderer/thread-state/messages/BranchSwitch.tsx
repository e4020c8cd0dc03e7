import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import type { MessageBranches } from './message-branches.ts';
import styles from './messages.module.css';

interface BranchSwitchProps {
  readonly branches: MessageBranches;
  readonly onGo: (checkpointId: string) => void;
}

export function BranchSwitch({ branches: { checkpointIds, current }, onGo }: BranchSwitchProps) {
  const step = (by: 1 | -1) => {
    const target = checkpointIds[current + by];
    return { disabled: target === undefined, onClick: () => target !== undefined && onGo(target) };
  };
  return (
    <span className={styles.branches} role="group" aria-label="Branches of this message">
      <IconButton
        size="small"
        label="Previous branch"
        icon={<ChevronLeft size={13} aria-hidden />}
        {...step(-1)}
      />
      <span>
        {current + 1} / {checkpointIds.length}
      </span>
      <IconButton
        size="small"
        label="Next branch"
        icon={<ChevronRight size={13} aria-hidden />}
        {...step(1)}
      />
    </span>
  );
}
