import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { checkKinds, describeCheck, type Check, type CheckKind } from '../../shared/inputs/check.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '../ui/popups/Menu.tsx';
import { emptyFields, fieldsOf, type CheckFields } from './check-fields.ts';
import { checkTitles } from './check-titles.ts';
import { CheckForm } from './CheckForm.tsx';
import styles from './InputsView.module.css';

interface CheckListProps {
  readonly checks: readonly Check[];
  readonly onChange: (checks: readonly Check[]) => void;
  // Those that may be added.
  readonly kinds?: readonly CheckKind[];
  // What holds without checks, and where they are kept.
  readonly note: string;
  // Of what has the checks. With it, a check that is being edited is kept while the list is not shown.
  readonly editId?: string;
  // Whether a check was changed and is not in the list yet.
  readonly onUnsaved?: (isUnsaved: boolean) => void;
  // Of the heading, which has those of forms below it.
  readonly level?: 3 | 4;
}

// A check of an input that is being edited. `index: null` is a new one.
interface EditedCheck {
  readonly index: number | null;
  // What the form began with.
  readonly initial: CheckFields;
  readonly fields: CheckFields;
}

function startEdit(index: number | null, initial: CheckFields): EditedCheck {
  return { index, initial, fields: initial };
}

function isChanged({ initial, fields }: EditedCheck): boolean {
  return JSON.stringify(initial) !== JSON.stringify(fields);
}

// Edits of lists that are not shown. Lost on a reload.
const heldEdits = new Map<string, EditedCheck>();
const maxHeldEdits = 20;

function holdEdit(editId: string, edited: EditedCheck | null): void {
  heldEdits.delete(editId);
  if (edited === null || !isChanged(edited)) return;
  heldEdits.set(editId, edited);
  const [oldest] = heldEdits.keys();
  if (heldEdits.size > maxHeldEdits && oldest !== undefined) heldEdits.delete(oldest);
}

// The edit that was left, unless its check is another one by now.
function heldEdit(editId: string, checks: readonly Check[]): EditedCheck | null {
  const held = heldEdits.get(editId) ?? null;
  if (held === null || held.index === null) return held;
  const check = checks[held.index];
  const isSame = check !== undefined && JSON.stringify(fieldsOf(check)) === JSON.stringify(held.initial);
  return isSame ? held : null;
}

/** The list of another owner needs another `key`. */
export function CheckList(props: CheckListProps) {
  const { checks, onChange, kinds = checkKinds, note, level = 4, editId, onUnsaved } = props;
  const Heading = level === 3 ? 'h3' : 'h4';
  const [edited, keepEdited] = useState(() => (editId === undefined ? null : heldEdit(editId, checks)));
  const setEdited = (next: EditedCheck | null): void => {
    if (editId !== undefined) holdEdit(editId, next);
    onUnsaved?.(next !== null && isChanged(next));
    keepEdited(next);
  };
  const done = (check: Check): void => {
    const index = edited?.index ?? checks.length;
    onChange(checks.toSpliced(index, 1, check));
    setEdited(null);
  };
  const form = (one: EditedCheck) => (
    <CheckForm
      key={one.fields.kind}
      level={level === 3 ? 4 : 5}
      fields={one.fields}
      onChange={(fields) => setEdited({ ...one, fields })}
      onDone={done}
      onCancel={() => setEdited(null)}
    />
  );
  return (
    <section className={styles.checks} aria-label="Checks">
      <header className={styles.sectionHead}>
        <Heading>Checks</Heading>
        <Menu
          trigger={
            <Button size="small" icon={<Plus size={13} aria-hidden />}>
              Add check
            </Button>
          }
        >
          {kinds.map((kind) => (
            <MenuItem key={kind} onSelect={() => setEdited(startEdit(null, emptyFields(kind)))}>
              {checkTitles[kind]}
            </MenuItem>
          ))}
        </Menu>
      </header>
      {checks.length === 0 && edited === null ? <p className={styles.quiet}>{note}</p> : null}
      <ul className={styles.checkList}>
        {checks.map((check, index) => (
          // Two checks may be equal, so the key is the index.
          // eslint-disable-next-line react/no-array-index-key
          <li key={index}>
            {edited?.index === index ? (
              form(edited)
            ) : (
              <div className={styles.check}>
                <span className={styles.checkText}>{describeCheck(check)}</span>
                <IconButton
                  size="small"
                  label={`Edit check ${index + 1}`}
                  icon={<Pencil size={13} aria-hidden />}
                  onClick={() => setEdited(startEdit(index, fieldsOf(check)))}
                />
                <IconButton
                  size="small"
                  label={`Remove check ${index + 1}`}
                  icon={<Trash2 size={13} aria-hidden />}
                  onClick={() => {
                    setEdited(null);
                    onChange(checks.toSpliced(index, 1));
                  }}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && edited.index === null ? form(edited) : null}
    </section>
  );
}
