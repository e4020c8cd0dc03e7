import { useCallback } from 'react';
import { paletteCommands, type CommandId } from '../../commands/palette-commands.ts';
import { canRunCommand, runCommand } from '../../commands/command-registry.ts';
import { setCollapsed, setDockMaximized, useUiStore } from '../ui-store.ts';

/**
 * Runs commands for palette, keys and app menu. What a command does must not stay hidden in a collapsed dock, or behind
 * a maximized one.
 */
export function useRunCommand(): (id: CommandId) => void {
  const store = useUiStore();
  return useCallback(
    (id) => {
      if (!canRunCommand(id)) return;
      if (paletteCommands[id].inDock) setCollapsed(store, 'dock', false);
      if (paletteCommands[id].group === 'Graph') setDockMaximized(store, false);
      runCommand(id);
    },
    [store],
  );
}
