import { Dialog } from '../../ui/feedback/Dialog.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { KeySequence } from './CommandPalette.tsx';
import type { CommandItem } from '../commands/commands.ts';
import { useUi, useUiStore } from '../workbench/ui-store.ts';
import styles from './ShortcutsDialog.module.css';

export interface ShortcutsDialogProps {
  readonly commands: readonly CommandItem[];
  readonly onClose: () => void;
}

/** Keys that a single view handles. */
const local: readonly (readonly [string, string])[] = [
  ['Start or resume the run, from its editor', 'Mod+Enter'],
  ['Move in a list', 'ArrowDown'],
  ['Choose a row', 'Enter'],
  ['Next question in the inbox', 'J'],
  ['Previous question', 'K'],
  ['Write an answer', 'A'],
  ['Break before a node of the graph', 'B'],
  ['Break after a node of the graph', 'Shift+B'],
  ['Open the node menu', 'Shift+F10'],
  ['Leave a text editor, then Tab', 'Escape'],
];

export function ShortcutsDialog({ commands, onClose }: ShortcutsDialogProps) {
  const store = useUiStore();
  const singleKeys = useUi((state) => state.singleKeys);
  const global = commands.flatMap(({ title, keys }) => (keys === undefined ? [] : [[title, keys] as const]));
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Keyboard shortcuts"
      width={460}
    >
      <dl className={styles.list}>
        {[...global, ...local].map(([title, keys]) => (
          <div key={title} className={styles.line}>
            <dt>{title}</dt>
            <dd>
              <KeySequence keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single keys"
        hint="Keys without Ctrl or Command, such as ? and G T. They never act while text is typed."
        checked={singleKeys}
        onChange={(on) => store.setState({ singleKeys: on })}
      />
    </Dialog>
  );
}
