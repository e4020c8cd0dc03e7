import { Button } from '../../ui/controls/Button.tsx';
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
      <p>Another window or client changed this, too. Choose what to save.</p>
      {conflicts.map(({ field, mine, theirs, onChoose }) => (
        <fieldset key={field} className={styles.conflict}>
          <legend>{field}</legend>
          <Button size="small" onClick={() => onChoose('mine')}>
            <span className={styles.value}>Keep {mine === '' ? 'nothing' : `“${mine}”`}</span>
          </Button>
          <Button size="small" onClick={() => onChoose('theirs')}>
            <span className={styles.value}>Use {theirs === '' ? 'nothing' : `“${theirs}”`}</span>
          </Button>
        </fieldset>
      ))}
    </section>
  );
}
