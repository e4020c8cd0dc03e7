import { ArrowDown, ArrowRight, RotateCcw } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import type { FlowDirection } from '../model/layout-types.ts';

export interface LayoutControlsProps {
  readonly direction: FlowDirection;
  readonly onDirection: (direction: FlowDirection) => void;
  /** `null` while all nodes are at their automatic positions. */
  readonly onReset: (() => void) | null;
}

/** Flow direction, and reset of dragged positions. */
export function LayoutControls({ direction, onDirection, onReset }: LayoutControlsProps) {
  const isDown = direction === 'down';
  return (
    <>
      <IconButton
        label={isDown ? 'Lay out left to right' : 'Lay out top to bottom'}
        icon={isDown ? <ArrowDown size={15} aria-hidden /> : <ArrowRight size={15} aria-hidden />}
        onClick={() => onDirection(isDown ? 'right' : 'down')}
      />
      {onReset === null ? null : (
        <Button
          variant="ghost"
          icon={<RotateCcw size={14} aria-hidden />}
          title="Reset all nodes to the automatic layout (R)"
          onClick={onReset}
        >
          Reset layout
        </Button>
      )}
    </>
  );
}
