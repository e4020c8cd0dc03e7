import { Button } from '../ui/controls/Button.tsx';
import type { RebasedForm } from './use-rebased-form.ts';
import styles from './EditConflicts.module.css';

export interface EditConflict {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
  readonly onChoose: (choice: 'mine' | 'theirs') => void;
}

export function EditConflicts({ conflicts }: { readonly conflicts: readonly EditConflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <section className={styles.conflicts} aria-label="Changed elsewhere" role="alert">
      <p>Another window or client also changed this. Choose what to save.</p>
      {conflicts.map(({ field, mine, theirs, onChoose }) => (
        <fieldset key={field} className={styles.conflict}>
          <legend>{field}</legend>
          <Button size="small" title={mine} onClick={() => onChoose('mine')}>
            <span className={styles.value}>Keep {mine === '' ? 'nothing' : `“${mine}”`}</span>
          </Button>
          <Button size="small" title={theirs} onClick={() => onChoose('theirs')}>
            <span className={styles.value}>Use {theirs === '' ? 'nothing' : `“${theirs}”`}</span>
          </Button>
        </fieldset>
      ))}
    </section>
  );
}

interface FormConflictsProps<F> {
  readonly rebased: RebasedForm<F>;
  readonly saved: F;
  readonly labels: Readonly<Record<keyof F, string>>;
}

/** The conflicts of a form whose fields are texts. */
export function FormConflicts<F extends { readonly [K in keyof F]: string }>({
  rebased: { form, conflicts, resolve },
  saved,
  labels,
}: FormConflictsProps<F>) {
  return (
    <EditConflicts
      conflicts={conflicts.map((field) => ({
        field: labels[field],
        mine: form[field],
        theirs: saved[field],
        onChoose: (choice) => resolve(field, choice),
      }))}
    />
  );
}
