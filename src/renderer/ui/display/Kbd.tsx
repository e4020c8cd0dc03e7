import styles from './Kbd.module.css';

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

const symbols: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Shift: isMac ? '⇧' : 'Shift',
  Alt: isMac ? '⌥' : 'Alt',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Formats `Mod+Enter` for this system: `Ctrl ↵` or `⌘ ↵`. Letters are printed in capitals, as on the keys. */
export function keyText(keys: string): string {
  return keys.split(' ').map(chordText).join(' ');
}

function chordText(chord: string): string {
  // A capital letter is typed with Shift.
  if (/^[A-Z]$/.test(chord)) return `${symbols['Shift']} ${chord}`;
  if (/^[a-z]$/.test(chord)) return chord.toUpperCase();
  return (
    chord
      // The key `+` itself is no separator.
      .split(/(?<=.)\+(?=.)/)
      .map((key) => symbols[key] ?? key)
      .join(' ')
  );
}

/** A tooltip with its shortcut, if it has one: `Step (F10)`. */
export function hintWithKeys(hint: string, keys: string | undefined): string {
  return keys === undefined ? hint : `${hint} (${keyText(keys)})`;
}

/** A key or chord such as `Mod+K`. `Mod` is Command on a Mac and Ctrl elsewhere. */
export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{keyText(keys)}</kbd>;
}
