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
  // Of what has the checks. With it, checks that are being edited are kept while the list is not shown.
  readonly editId?: string;
  // Whether a check was changed and is not in the list yet.
  readonly onUnsaved?: (isUnsaved: boolean) => void;
  // Of the heading, which has those of forms below it.
  readonly level?: 3 | 4;
}

// A check of an input that is being edited. `index: null` is a new one.
interface EditedCheck {
  // Of its form.
  readonly key: number;
  readonly index: number | null;
  // What the form began with.
  readonly initial: CheckFields;
  readonly fields: CheckFields;
}

let lastKey = 0;

function startEdit(index: number | null, initial: CheckFields): EditedCheck {
  lastKey += 1;
  return { key: lastKey, index, initial, fields: initial };
}

function isChanged({ initial, fields }: EditedCheck): boolean {
  return JSON.stringify(initial) !== JSON.stringify(fields);
}

// Edits of lists that are not shown. Lost on a reload.
const heldEdits = new Map<string, readonly EditedCheck[]>();
const maxHeldLists = 20;

function holdEdits(editId: string, edits: readonly EditedCheck[]): void {
  heldEdits.delete(editId);
  const changed = edits.filter(isChanged);
  if (changed.length === 0) return;
  heldEdits.set(editId, changed);
  const [oldest] = heldEdits.keys();
  if (heldEdits.size > maxHeldLists && oldest !== undefined) heldEdits.delete(oldest);
}

// The edits that were left, without those whose check is another one by now.
function editsOf(editId: string, checks: readonly Check[]): readonly EditedCheck[] {
  return (heldEdits.get(editId) ?? []).filter(({ index, initial }) => {
    if (index === null) return true;
    const check = checks[index];
    return check !== undefined && JSON.stringify(fieldsOf(check)) === JSON.stringify(initial);
  });
}

/** The list of another owner needs another `key`. */
export function CheckList(props: CheckListProps) {
  const { checks, onChange, kinds = checkKinds, note, level = 4, editId, onUnsaved } = props;
  const Heading = level === 3 ? 'h3' : 'h4';
  const [edits, keepEdits] = useState(() => (editId === undefined ? [] : editsOf(editId, checks)));
  const setEdits = (next: readonly EditedCheck[]): void => {
    if (editId !== undefined) holdEdits(editId, next);
    onUnsaved?.(next.some(isChanged));
    keepEdits(next);
  };
  // What was typed into other forms stays; those that are as they were opened are closed.
  const open = (one: EditedCheck): void => setEdits([...edits.filter(isChanged), one]);
  const close = ({ key }: EditedCheck): void => setEdits(edits.filter((other) => other.key !== key));
  const remove = (removed: number): void => {
    onChange(checks.toSpliced(removed, 1));
    setEdits(
      edits.map((one) =>
        one.index !== null && one.index > removed ? { ...one, index: one.index - 1 } : one,
      ),
    );
  };
  const form = (one: EditedCheck) => (
    <CheckForm
      key={one.key}
      level={level === 3 ? 4 : 5}
      fields={one.fields}
      onChange={(fields) =>
        setEdits(edits.map((other) => (other.key === one.key ? { ...one, fields } : other)))
      }
      onDone={(check) => {
        onChange(checks.toSpliced(one.index ?? checks.length, 1, check));
        close(one);
      }}
      onCancel={() => close(one)}
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
            <MenuItem key={kind} onSelect={() => open(startEdit(null, emptyFields(kind)))}>
              {checkTitles[kind]}
            </MenuItem>
          ))}
        </Menu>
      </header>
      {checks.length === 0 && edits.length === 0 ? <p className={styles.quiet}>{note}</p> : null}
      <ul className={styles.checkList}>
        {checks.map((check, index) => {
          const edited = edits.find((one) => one.index === index);
          return (
            // Two checks may be equal, so the key is the index.
            // eslint-disable-next-line react/no-array-index-key
            <li key={index}>
              {edited ? (
                form(edited)
              ) : (
                <div className={styles.check}>
                  <span className={styles.checkText} title={describeCheck(check)}>
                    {describeCheck(check)}
                  </span>
                  <IconButton
                    size="small"
                    label={`Edit check ${index + 1}`}
                    icon={<Pencil size={13} aria-hidden />}
                    onClick={() => open(startEdit(index, fieldsOf(check)))}
                  />
                  <IconButton
                    size="small"
                    label={`Remove check ${index + 1}`}
                    icon={<Trash2 size={13} aria-hidden />}
                    onClick={() => remove(index)}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {edits.filter(({ index }) => index === null).map(form)}
    </section>
  );
}
