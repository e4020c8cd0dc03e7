import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { checkKinds, describeCheck, type Check } from '../../shared/inputs/check.ts';
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
}

/** The checks of an input. `index: null` is a new one. */
interface EditedCheck {
  readonly index: number | null;
  readonly fields: CheckFields;
}

export function CheckList({ checks, onChange }: CheckListProps) {
  const [edited, setEdited] = useState<EditedCheck | null>(null);
  const done = (check: Check): void => {
    const index = edited?.index ?? checks.length;
    onChange(checks.toSpliced(index, 1, check));
    setEdited(null);
  };
  const form = (one: EditedCheck) => (
    <CheckForm key={one.fields.kind} initial={one.fields} onDone={done} onCancel={() => setEdited(null)} />
  );
  return (
    <section className={styles.checks} aria-label="Checks">
      <header className={styles.sectionHead}>
        <h4>Checks</h4>
        <Menu
          trigger={
            <Button size="small" icon={<Plus size={13} aria-hidden />}>
              Add check
            </Button>
          }
        >
          {checkKinds.map((kind) => (
            <MenuItem key={kind} onSelect={() => setEdited({ index: null, fields: emptyFields(kind) })}>
              {checkTitles[kind]}
            </MenuItem>
          ))}
        </Menu>
      </header>
      {checks.length === 0 && edited === null ? (
        <p className={styles.quiet}>
          Without checks, a run passes if it does not fail. Checks look at its result, and are kept in the
          file.
        </p>
      ) : null}
      <ul className={styles.checkList}>
        {checks.map((check, index) => (
          // Two checks may be alike: only their places tell them apart.
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
