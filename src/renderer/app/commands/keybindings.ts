import { useEffect } from 'react';
import { commandIds, type CommandId } from '../../commands/palette-commands.ts';
import { canRunCommand } from '../../commands/command-registry.ts';
import { currentKeymap, sequenceMs } from '../../commands/keymap.ts';
import { useUiStore } from '../ui-store.ts';
import { useRunCommand } from './use-run-command.ts';

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A key press in the notation of `CommandDefinition.keys`: `Mod+K`, `Shift+F5`, `?`, `g`. `null` for a bare modifier. */
export function keybindingOf(press: KeyPress, isMac: boolean): string | null {
  const { key, altKey, shiftKey } = press;
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return null;
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (other || altKey) return null;
  // Shift is part of a printed character (`?`), but not of a named key.
  const isPrinted = key.length === 1;
  if (!mod) return isPrinted || !shiftKey ? key : `Shift+${key}`;
  return `Mod+${shiftKey ? 'Shift+' : ''}${isPrinted ? key.toUpperCase() : key}`;
}

/** Whether a key works while text is typed: chords and function keys. */
export function isChord(keys: string): boolean {
  return keys.startsWith('Mod+') || /^(Shift\+)?F\d+$/.test(keys);
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest(
      'input:not([type=radio]), textarea, select, [contenteditable], [role=menu], [role=dialog]',
    ) !== null
  );
}

export const isMac = typeof navigator === 'object' && /mac|iphone|ipad/i.test(navigator.platform);

function commandFor(keys: string | null): CommandId | null {
  if (keys === null) return null;
  const keymap = currentKeymap();
  return commandIds.find((id) => keymap[id] === keys && canRunCommand(id)) ?? null;
}

export function useKeybindings(): void {
  const store = useUiStore();
  const run = useRunCommand();
  useEffect(() => {
    let before: { readonly text: string; readonly at: number } | null = null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      const text = keybindingOf(event, isMac);
      if (text === null) return;
      const { modal, singleKeys } = store.getState();
      const chord = isChord(text);
      if (modal !== 'none' || (chord ? isInDialog(event.target) : isTyping(event.target) || !singleKeys))
        return;

      const sequence = before && event.timeStamp - before.at < sequenceMs ? `${before.text} ${text}` : null;
      before = chord ? null : { text, at: event.timeStamp };
      const command = commandFor(sequence) ?? commandFor(text);
      if (command === null) return;
      before = null;
      event.preventDefault();
      run(command);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store, run]);
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role=dialog], [role=alertdialog]') !== null;
}
