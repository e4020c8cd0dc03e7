import { useCallback } from 'react';
import { commandDefinitions, type CommandId } from '../../commands/command-definitions.ts';
import { canRunCommand, runCommand } from '../../commands/command-registry.ts';
import { setCollapsed, setDockMaximized, useUiStore } from '../ui-store.ts';

/** Runs commands for palette, keys and app menu. What a command does must not stay hidden in a collapsed dock, or behind a maximized one. */
export function useRunCommand(): (id: CommandId) => void {
  const store = useUiStore();
  return useCallback(
    (id) => {
      if (!canRunCommand(id)) return;
      if (commandDefinitions[id].inDock) setCollapsed(store, 'dock', false);
      if (commandDefinitions[id].group === 'Graph') setDockMaximized(store, false);
      runCommand(id);
    },
    [store],
  );
}
