import { Trash2 } from 'lucide-react';
import { everyNode, type Breakpoints } from '../../domain/breakpoints.ts';
import { MenuCheckItem, MenuItem, MenuLabel, MenuSeparator } from '../../ui/popups/Menu.tsx';
import { breakpointCount } from './breakpoint-markers.ts';

/** Menu items for an assistant's breakpoints: single nodes, every node, and none. */
export function BreakpointItems({ breakpoints }: { readonly breakpoints: Breakpoints }) {
  const single = (['before', 'after'] as const).flatMap((side) =>
    breakpoints[side].flatMap((nodeId) => (nodeId === everyNode ? [] : { side, nodeId })),
  );
  return (
    <>
      <MenuLabel>Breakpoints</MenuLabel>
      {(['before', 'after'] as const).map((side) => (
        <MenuCheckItem
          key={side}
          checked={breakpoints[side].includes(everyNode)}
          onChange={(on) => breakpoints.setAll(side, on)}
        >
          {side === 'before' ? 'Before every node' : 'After every node'}
        </MenuCheckItem>
      ))}
      {single.map(({ side, nodeId }) => (
        <MenuCheckItem key={`${side} ${nodeId}`} checked onChange={() => breakpoints.toggle(nodeId, side)}>
          {`${side === 'before' ? 'Before' : 'After'} ${nodeId}`}
        </MenuCheckItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 size={14} aria-hidden />}
        disabled={breakpointCount(breakpoints) === 0}
        onSelect={breakpoints.clear}
      >
        Clear all breakpoints
      </MenuItem>
    </>
  );
}
