import { GitCompareArrows } from 'lucide-react';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { MenuItem } from '../ui/popups/Menu.tsx';
import {
  entryName,
  isSameSide,
  pickForCompare,
  useCompareTray,
  waitingEntry,
  type TrayEntry,
} from './compare-tray.ts';

interface CompareItemProps {
  readonly entry: TrayEntry;
  readonly what?: string;
  // As of a menu item.
  readonly command?: string;
}

export function CompareItem({ entry, what, command }: CompareItemProps) {
  const { label, isWaiting } = useComparePick(entry);
  return (
    <MenuItem
      icon={<GitCompareArrows size={14} aria-hidden />}
      disabled={isWaiting}
      command={command}
      detail={isWaiting ? 'Waits in the compare tray' : undefined}
      onSelect={() => pickForCompare(entry)}
    >
      {what === undefined ? label : label.replace('Compare', `Compare ${what}`)}
    </MenuItem>
  );
}

export interface CompareButtonProps {
  readonly entry: TrayEntry;
  readonly what?: string;
  readonly onPick?: () => void;
}

export function CompareButton({ entry, what, onPick }: CompareButtonProps) {
  const { label, isWaiting } = useComparePick(entry);
  return (
    <Button
      size="small"
      variant="ghost"
      icon={<GitCompareArrows size={13} aria-hidden />}
      disabled={isWaiting}
      title={isWaiting ? 'It waits in the compare tray.' : label}
      onClick={() => {
        pickForCompare(entry);
        onPick?.();
      }}
    >
      {`Compare${what === undefined ? '' : ` ${what}`}${label === first ? '…' : ' with picked'}`}
    </Button>
  );
}

export function CompareIconButton({ entry }: { readonly entry: TrayEntry }) {
  const { label, isWaiting } = useComparePick(entry);
  return (
    <IconButton
      size="small"
      label={isWaiting ? 'It waits in the compare tray' : label}
      icon={<GitCompareArrows size={14} aria-hidden />}
      disabled={isWaiting}
      onClick={() => pickForCompare(entry)}
    />
  );
}

const first = 'Compare…';

function useComparePick({ side }: TrayEntry): { readonly label: string; readonly isWaiting: boolean } {
  const other = useCompareTray(waitingEntry);
  return {
    label: other === null ? first : `Compare with ${entryName(other)}`,
    isWaiting: other !== null && isSameSide(other.side, side),
  };
}
