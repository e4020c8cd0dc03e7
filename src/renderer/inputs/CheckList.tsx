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
  // Of the heading, which has those of forms below it.
  readonly level?: 3 | 4;
}

// The checks of an input. `index: null` is a new one.
interface EditedCheck {
  readonly index: number | null;
  readonly fields: CheckFields;
}

export function CheckList({ checks, onChange, kinds = checkKinds, note, level = 4 }: CheckListProps) {
  const Heading = level === 3 ? 'h3' : 'h4';
  const [edited, setEdited] = useState<EditedCheck | null>(null);
  const done = (check: Check): void => {
    const index = edited?.index ?? checks.length;
    onChange(checks.toSpliced(index, 1, check));
    setEdited(null);
  };
  const form = (one: EditedCheck) => (
    <CheckForm
      key={one.fields.kind}
      level={level === 3 ? 4 : 5}
      initial={one.fields}
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
            <MenuItem key={kind} onSelect={() => setEdited({ index: null, fields: emptyFields(kind) })}>
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
                  onClick={() => setEdited({ index, fields: fieldsOf(check) })}
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
