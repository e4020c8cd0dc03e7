import { Kbd } from '../../ui/display/Kbd.tsx';
import styles from './CommandPalette.module.css';

/** `g t` is a sequence of two keys; `Mod+K` is one chord. */
export function KeySequence({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((one, index) => (
        <Kbd key={`${index} ${one}`} keys={one} />
      ))}
    </span>
  );
}
