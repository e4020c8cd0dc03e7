import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { CommandId } from '../../commands/palette-commands.ts';
import type { ListedCommand } from '../../commands/command-registry.ts';
import { conflictsOf, keymapOf, reservedKeyReason, type KeyOverrides } from '../../commands/keymap.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { keyText } from '../../ui/display/Kbd.tsx';
import { isChord, isMac, keybindingOf } from '../commands/keybindings.ts';
import styles from './ShortcutsDialog.module.css';

export interface KeyEditorProps {
  readonly command: ListedCommand;
  readonly overrides: KeyOverrides;
  readonly titleOf: (id: CommandId) => string;
  // What keys do on the canvas unless a command has them, with these keys.
  readonly ofGraph: readonly (readonly [title: string, keys: string])[];
  readonly onSave: (keys: string | null) => void;
  readonly onCancel: () => void;
}

export function KeyEditor({ command, overrides, titleOf, ofGraph, onSave, onCancel }: KeyEditorProps) {
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [keys, setKeys] = useState<string | null>(null);
  useEffect(() => input.current?.focus(), []);
  const reserved = keys === null ? null : reservedKeyReason(keys);
  const others = [
    ...conflictsOf(overrides, command.id, keys).map(titleOf),
    // A sequence takes its first key.
    ...ofGraph.flatMap(([title, own]) => (keys === own || keys?.startsWith(`${own} `) ? title : [])),
  ].map((title) => `“${title}”`);
  const current = keymapOf(overrides)[command.id];

  const onKeyDown = (event: KeyboardEvent): void => {
    const pressed = keybindingOf(event, isMac);
    if (pressed === null || pressed === 'Tab' || pressed === 'Shift+Tab' || pressed === 'Escape') return;
    // The browser keeps its own keys also while they are recorded: Ctrl+R reloads.
    if (pressed === 'Enter' || reservedKeyReason(pressed) === null) event.preventDefault();
    if (pressed === 'Enter') {
      if (keys !== null && reserved === null) onSave(keys);
    } else if (pressed === 'Backspace') {
      setKeys(null);
    } else {
      const canFollow = keys !== null && keys.length === 1 && !isChord(pressed) && pressed.length === 1;
      setKeys(canFollow ? `${keys} ${pressed}` : pressed);
    }
  };
  return (
    <li className={styles.editor}>
      <div className={styles.line}>
        <span>{command.title}</span>
        <input
          ref={input}
          className={styles.field}
          aria-label={`New keys for ${command.title}`}
          aria-describedby={noteId}
          placeholder="Press keys"
          value={keys === null ? '' : keys.split(' ').map(keyText).join(', then ')}
          readOnly
          onKeyDown={onKeyDown}
        />
      </div>
      <p id={noteId} className={styles.note} role="status">
        {reserved !== null
          ? `This key can’t be used. ${reserved}`
          : others.length > 0
            ? `Used by ${others.join(' and ')}, which will lose it.`
            : 'Press a key, two single keys in a row, or a key with Ctrl or Command. Press Enter to save.'}
      </p>
      <div className={styles.buttons}>
        <Button size="small" disabled={keys === null || reserved !== null} onClick={() => onSave(keys)}>
          Save
        </Button>
        <Button size="small" variant="ghost" disabled={current === null} onClick={() => onSave(null)}>
          No keys
        </Button>
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </li>
  );
}
