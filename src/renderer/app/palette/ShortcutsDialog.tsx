import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { commandGroups, type CommandId } from '../../commands/palette-commands.ts';
import { useCommandList, type ListedCommand } from '../../commands/command-registry.ts';
import {
  keymapOf,
  keyOverridesText,
  parseKeyOverrides,
  withKeys,
  type KeyOverrides,
} from '../../commands/keymap.ts';
import { isWebHost } from '../../rpc/open-port.ts';
import { useDraft } from '../../storage/drafts.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { keyText } from '../../ui/display/Kbd.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { matchesSearch } from '../../ui/resource-view/use-resource-list.ts';
import { keymapKey } from '../commands/use-stored-keymap.ts';
import { useUi, useUiStore } from '../ui-store.ts';
import { KeyEditor } from './KeyEditor.tsx';
import { KeySequence } from './KeySequence.tsx';
import { ShortcutRow } from './ShortcutRow.tsx';
import styles from './ShortcutsDialog.module.css';

// Keys of the canvas, which gives them to commands that take them.
const ofGraph: readonly (readonly [string, string])[] = [
  ['Break before a node of the graph', 'b'],
  ['Break after a node of the graph', 'B'],
  ['Reset the layout of the graph', 'R'],
  ['Open the node menu', 'Shift+F10'],
];

// Keys that a single view handles. They can't be changed.
const local: readonly (readonly [string, string])[] = [
  ['Start or resume the run, from its editor', 'Mod+Enter'],
  ['Next row of a list', 'ArrowDown'],
  ['Next row of a list', 'j'],
  ['Previous row of a list', 'ArrowUp'],
  ['Previous row of a list', 'k'],
  ['Choose a row', 'Enter'],
  ['Next question in the inbox', 'j'],
  ['Previous question', 'k'],
  ['Write an answer', 'a'],
  ...ofGraph,
  ['Leave a text editor', 'Escape Tab'],
];

const localGroup = 'In specific views';

// `ctrl k` and `Ctrl+K` as the keys are displayed, `mod+k` as they are stored.
function matchesKeys(keys: string, search: string): boolean {
  const spaced = (text: string): string => text.toLowerCase().replaceAll('+', ' ').trim();
  return [keys, keyText(keys)].some((text) => spaced(text).includes(spaced(search)));
}

function countText(count: number): string {
  return count === 1 ? '1 shortcut' : `${count} shortcuts`;
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const store = useUiStore();
  const singleKeys = useUi((state) => state.singleKeys);
  const commands = useCommandList();
  const [text, write] = useDraft(keymapKey);
  const keyOverrides = parseKeyOverrides(text);
  const [search, setSearch] = useState('');
  const [editedId, setEditedId] = useState<CommandId | null>(null);
  const save = (next: KeyOverrides): void => {
    write(keyOverridesText(next));
    setEditedId(null);
  };
  const keymap = keymapOf(keyOverrides);
  const isShown = (group: string, title: string, keys: string | null): boolean =>
    matchesSearch(`${group} ${title}`, search) || (keys !== null && matchesKeys(keys, search));
  const shownGroups = commandGroups.flatMap((group) => {
    const rows = commands.filter(
      (one) => one.group === group && (one.id === editedId || isShown(group, one.title, keymap[one.id])),
    );
    return rows.length === 0 ? [] : [{ group, rows }];
  });
  const shownLocal = local.filter(([title, keys]) => isShown(localGroup, title, keys));
  const titles = Object.fromEntries(commands.map(({ id, title }) => [id, title]));
  const count = shownGroups.reduce((sum, { rows }) => sum + rows.length, shownLocal.length);
  const row = (command: ListedCommand) =>
    command.id === editedId ? (
      <KeyEditor
        key={command.id}
        command={command}
        overrides={keyOverrides}
        titleOf={(id) => titles[id] ?? id}
        ofGraph={ofGraph}
        onSave={(keys) => save(withKeys(keyOverrides, command.id, keys))}
        onCancel={() => setEditedId(null)}
      />
    ) : (
      <ShortcutRow
        key={command.id}
        command={command}
        overrides={keyOverrides}
        onEdit={() => setEditedId(command.id)}
        onReset={() => save(withKeys(keyOverrides, command.id, command.keys ?? null))}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        // Escape leaves the editor first.
        if (editedId !== null) setEditedId(null);
        else onClose();
      }}
      title="Keyboard shortcuts"
      width={560}
      footer={
        <>
          <Button
            variant="ghost"
            onClick={() => store.setState({ modal: 'none', documentationOpen: true, requestsOpen: false })}
          >
            Documentation
          </Button>
          <Button variant="ghost" onClick={() => store.setState({ modal: 'legend' })}>
            Legend
          </Button>
          <Button
            variant="ghost"
            icon={<RotateCcw size={14} aria-hidden />}
            disabled={Object.keys(keyOverrides).length === 0}
            onClick={() => save({})}
          >
            Reset all keys
          </Button>
        </>
      }
    >
      <TextField
        type="search"
        hideLabel
        label="Search shortcuts"
        placeholder="Search by command or key"
        value={search}
        onChange={setSearch}
      />
      {isWebHost() ? (
        <p className={styles.note}>
          While a command is unavailable, the browser uses its key: F5 then reloads the page. Ctrl+R always
          does.
        </p>
      ) : null}
      {shownGroups.map(({ group, rows }) => (
        <section key={group}>
          <h3 className={styles.heading}>{group}</h3>
          <ul className={styles.list}>{rows.map(row)}</ul>
        </section>
      ))}
      {shownLocal.length === 0 ? null : (
        <section>
          <h3 className={styles.heading}>{localGroup}</h3>
          <ul className={styles.list}>
            {shownLocal.map(([title, keys]) => (
              <li key={`${title} ${keys}`} className={styles.line}>
                <span>{title}</span>
                <KeySequence keys={keys} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={count === 0 ? styles.none : 'visually-hidden'} aria-live="polite">
        {search.trim() === '' ? '' : count === 0 ? 'No shortcut matches.' : countText(count)}
      </p>
      <Switch
        label="Single keys"
        hint="Keys without Ctrl or Command, such as ? and G T. They do nothing while you type text."
        checked={singleKeys}
        onChange={(on) => store.setState({ singleKeys: on })}
      />
    </Dialog>
  );
}
