import { Pin, PinOff } from 'lucide-react';
import type { GraphNode } from '../../shared/model/graph.ts';
import { dispatch } from '../commands/command-queue.ts';
import type { Pins } from '../shared-ui/stored-pins.ts';
import { MenuItem } from '../ui/popups/Menu.tsx';
import { canBreakAt } from './breakpoint-markers.ts';

export const noInnerPin = 'Only top-level nodes can be pinned';

interface PinItemsProps {
  readonly node: GraphNode;
  readonly threadId: string | null;
  readonly pins: Pins;
  readonly onPinLast: (nodeId: string) => void;
}

/** The items of a node's menu about its pinned output. */
export function PinItems({ node, threadId, pins, onPinLast }: PinItemsProps) {
  const isPinned = pins.all.some(({ nodeId }) => nodeId === node.id);
  const blocked = canBreakAt(node) ? null : noInnerPin;
  return (
    <>
      <MenuItem
        icon={<Pin size={14} aria-hidden />}
        detail={blocked ?? (threadId === null ? 'No thread selected' : undefined)}
        disabled={blocked !== null || threadId === null}
        onSelect={() => onPinLast(node.id)}
      >
        Pin last output
      </MenuItem>
      <MenuItem
        icon={<Pin size={14} aria-hidden />}
        disabled={blocked !== null}
        command="pin.edit"
        onSelect={() => dispatch({ type: 'edit-pin', nodeId: node.id })}
      >
        {isPinned ? 'Edit pin…' : 'Pin an output…'}
      </MenuItem>
      {isPinned ? (
        <MenuItem
          icon={<PinOff size={14} aria-hidden />}
          command="pin.remove"
          onSelect={() => pins.remove(node.id)}
        >
          Unpin
        </MenuItem>
      ) : null}
    </>
  );
}
