import { Kbd } from '../../ui/display/Kbd.tsx';
import styles from './CommandPalette.module.css';

/** `g t` is a sequence of two keys; `Mod+K` is one chord. */
export function KeySequence({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((one, index) => (
        <Kbd key={`${index} ${one}`} keys={shownKey(one)} />
      ))}
    </span>
  );
}

// Keys are printed in capitals; a capital letter is typed with Shift.
function shownKey(key: string): string {
  if (key.length !== 1) return key;
  const upper = key.toUpperCase();
  return key === upper && key !== key.toLowerCase() ? `Shift+${key}` : upper;
}
