import { useEffect, useRef } from 'react';
import type { CommandItem } from './commands.ts';
import { useUiStore } from '../workbench/ui-store.ts';

/** The part of a keyboard event that keybindings use. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A key press in the notation of `CommandItem.keys`: `Mod+K`, `?`, `g`. `null` for a bare modifier. */
export function keybindingOf(press: KeyPress, isMac: boolean): string | null {
  const { key, altKey, shiftKey } = press;
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return null;
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (other || altKey) return null;
  if (!mod) return key;
  return `Mod+${shiftKey ? 'Shift+' : ''}${key.length === 1 ? key.toUpperCase() : key}`;
}

/** Whether the target handles keys itself: a text field, a menu, a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]') !== null
  );
}

const isMac = typeof navigator === 'object' && /mac|iphone|ipad/i.test(navigator.platform);

/** Maximum delay before the second key of a sequence. */
const sequenceMs = 1200;

/**
 * Runs commands by their keys. Chords work everywhere except in dialogs; single keys only outside text
 * fields, and not if they are turned off (they interfere with speech input).
 */
export function useKeybindings(commands: readonly CommandItem[]): void {
  const store = useUiStore();
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    let before: { readonly text: string; readonly at: number } | null = null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      const text = keybindingOf(event, isMac);
      if (text === null) return;
      const { modal, singleKeys } = store.getState();
      const isChord = text.startsWith('Mod+');
      if (isChord ? modal !== 'none' : isTyping(event.target) || !singleKeys || modal !== 'none') return;

      const sequence = before && event.timeStamp - before.at < sequenceMs ? `${before.text} ${text}` : null;
      before = isChord ? null : { text, at: event.timeStamp };
      const find = (keys: string | null) =>
        latest.current.find((one) => one.keys !== undefined && one.keys === keys);
      const command = find(sequence) ?? find(text);
      if (!command) return;
      before = null;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store]);
}
