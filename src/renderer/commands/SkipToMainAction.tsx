import { runCommand } from './command-registry.ts';
import styles from './skip-link.module.css';

/** A link that only the keyboard shows. Each part of the window begins with one, so that Run is never far. */
export function SkipToMainAction() {
  return (
    <button type="button" className={styles.skip} data-skip onClick={() => runCommand('run.focus')}>
      Skip to the main action
    </button>
  );
}
