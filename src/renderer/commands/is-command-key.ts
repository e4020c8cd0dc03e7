import { canRunCommand } from './command-registry.ts';
import { currentKeymap } from './keymap.ts';
import { commandIds, type CommandId } from './palette-commands.ts';

/**
 * Whether the window does something with these keys, in the notation of `CommandDefinition.keys`: they run a command that can
 * be used now, or begin its sequence. `except` lists commands that the caller carries out itself.
 */
export function isCommandKey(keys: string, except: readonly CommandId[] = []): boolean {
  const keymap = currentKeymap();
  return commandIds.some((id) => {
    const own = keymap[id];
    const isMeant = own === keys || own?.startsWith(`${keys} `) === true;
    return isMeant && !except.includes(id) && canRunCommand(id);
  });
}
