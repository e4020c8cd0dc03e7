import { PencilLine, RotateCcw } from 'lucide-react';
import { keymapOf, type KeyOverrides } from '../../commands/keymap.ts';
import type { ListedCommand } from '../../commands/command-registry.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { KeySequence } from './KeySequence.tsx';
import styles from './ShortcutsDialog.module.css';

export interface ShortcutRowProps {
  readonly command: ListedCommand;
  readonly overrides: KeyOverrides;
  readonly onEdit: () => void;
  readonly onReset: () => void;
}

export function ShortcutRow({ command: { id, title }, overrides, onEdit, onReset }: ShortcutRowProps) {
  const keys = keymapOf(overrides)[id];
  return (
    <li className={styles.line}>
      <span>{title}</span>
      <span className={styles.end}>
        {keys === null ? <span className={styles.none}>none</span> : <KeySequence keys={keys} />}
        {id in overrides ? (
          <IconButton
            size="small"
            label={`Reset the keys for ${title}`}
            icon={<RotateCcw size={13} aria-hidden />}
            onClick={onReset}
          />
        ) : null}
        <IconButton
          size="small"
          label={`Change the keys for ${title}`}
          icon={<PencilLine size={13} aria-hidden />}
          onClick={onEdit}
        />
      </span>
    </li>
  );
}
