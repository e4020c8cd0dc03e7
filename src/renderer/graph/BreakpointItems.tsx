import { ListChecks, Trash2 } from 'lucide-react';
import { everyNode, isCheckedByStudio } from '../../shared/model/breakpoint.ts';
import { dispatch } from '../commands/command-queue.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import { breakpointConditionsText, breakpointPlace } from '../shared-ui/breakpoint-labels.ts';
import type { Breakpoints } from '../shared-ui/breakpoints.ts';
import { MenuCheckItem, MenuItem, MenuLabel, MenuSeparator } from '../ui/popups/Menu.tsx';

// Longest list in a menu; the dialog has all of them.
const maxItems = 12;

export function BreakpointItems({ breakpoints }: { readonly breakpoints: Breakpoints }) {
  const keys = useCommandKeys('breakpoint.list');
  const listed = breakpoints.all.filter((one) => one.nodeId !== everyNode || isCheckedByStudio(one));
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
      {listed.slice(0, maxItems).map((one) => (
        <MenuCheckItem
          key={one.id}
          checked={one.enabled}
          detail={breakpointConditionsText(one) || null}
          onChange={(enabled) => breakpoints.enable(enabled, one.id)}
        >
          {breakpointPlace(one)}
        </MenuCheckItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<ListChecks size={14} aria-hidden />}
        kbd={keys}
        command="breakpoint.list"
        onSelect={() => dispatch({ type: 'edit-breakpoints', nodeId: null })}
      >
        Edit breakpoints
      </MenuItem>
      <MenuItem
        icon={<Trash2 size={14} aria-hidden />}
        disabled={breakpoints.all.length === 0}
        command="breakpoint.clear"
        onSelect={breakpoints.clear}
      >
        Clear all breakpoints
      </MenuItem>
    </>
  );
}
