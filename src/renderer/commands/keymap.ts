import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { paletteCommands, commandIds, isCommandId, type CommandId } from './palette-commands.ts';

/** The user's own keys by command; `null`: none. Commands that are not listed have their default keys. */
export type KeyOverrides = { readonly [K in CommandId]?: string | null };

/** Maximum delay before the second key of a sequence, in milliseconds. */
export const sequenceMs = 1200;

export type Keymap = Readonly<Record<CommandId, string | null>>;

const overrides = createStore<KeyOverrides>(() => ({}));

export function setKeyOverrides(next: KeyOverrides): void {
  overrides.setState(next, true);
}

export function currentKeymap(): Keymap {
  return keymapOf(overrides.getState());
}

export function useKeymap(): Keymap {
  const keyOverrides = useStore(overrides);
  return useMemo(() => keymapOf(keyOverrides), [keyOverrides]);
}

export function useCommandKeys(id: CommandId): string | undefined {
  return useStore(overrides, (keyOverrides) => keysOf(keyOverrides, id) ?? undefined);
}

export function keymapOf(keyOverrides: KeyOverrides): Keymap {
  return Object.fromEntries(commandIds.map((id) => [id, keysOf(keyOverrides, id)])) as Record<
    CommandId,
    string | null
  >;
}

// Keys that were chosen under a command's old ID still work.
const renamedCommands: ReadonlyMap<string, CommandId> = new Map([
  ['compare.pass', 'compare.turn'],
  ['view.history', 'view.story'],
]);

/** Stored overrides, or none if the text is not such an object. Unknown commands are left out. */
export function parseKeyOverrides(text: string | null): KeyOverrides {
  const validOverrides: { [K in CommandId]?: string | null } = {};
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (typeof stored !== 'object' || stored === null) return validOverrides;
    for (const [storedId, keys] of Object.entries(stored) as [string, unknown][]) {
      const id = renamedCommands.get(storedId) ?? storedId;
      if (isCommandId(id) && (keys === null || (typeof keys === 'string' && keys.length <= 40)))
        validOverrides[id] = keys;
    }
  } catch {
    return validOverrides;
  }
  return validOverrides;
}

export function keyOverridesText(keyOverrides: KeyOverrides): string | null {
  return Object.keys(keyOverrides).length === 0 ? null : JSON.stringify(keyOverrides);
}

/** Gives a command new keys and takes them from others. Default keys are not stored. */
export function withKeys(keyOverrides: KeyOverrides, id: CommandId, keys: string | null): KeyOverrides {
  const next: { [K in CommandId]?: string | null } = { ...keyOverrides };
  for (const other of conflictsOf(keyOverrides, id, keys)) next[other] = null;
  if ((paletteCommands[id].keys ?? null) === keys) delete next[id];
  else next[id] = keys;
  return next;
}

/**
 * The commands that would no longer be reached if a command got these keys. Commands that share a default
 * key (F5) can't be used at the same time, so among themselves they are no conflict.
 */
export function conflictsOf(
  keyOverrides: KeyOverrides,
  id: CommandId,
  keys: string | null,
): readonly CommandId[] {
  if (keys === null) return [];
  const keymap = keymapOf(keyOverrides);
  return commandIds.filter((other) => {
    const otherKeys = keymap[other];
    if (other === id || otherKeys === null) return false;
    if (otherKeys === keys) {
      return !(paletteCommands[id].keys === keys && paletteCommands[other].keys === keys);
    }
    // A single key hides the sequences that begin with it, and the other way round.
    return otherKeys.startsWith(`${keys} `) || keys.startsWith(`${otherKeys} `);
  });
}

// Keys that the browser, the system or text fields need. They are never taken.
const reserved: readonly (readonly [RegExp, string])[] = [
  [/^Mod\+(Shift\+)?R$/, 'It reloads the window.'],
  [/^Mod\+(Shift\+)?[TNW]$/, 'Browsers keep it for windows and tabs.'],
  [/^Mod\+[ACVXYZ]$|^Mod\+Shift\+Z$/, 'Text fields need it.'],
  [/^Mod\+Q$/, 'It quits the program.'],
  [
    /^(Shift\+)?(Tab|Enter|Escape|Arrow\w+|Backspace|Delete|Home|End|PageUp|PageDown)$/,
    'Lists and fields need it.',
  ],
  [/^ $/, 'Buttons need it.'],
  [/^Mod\+Enter$/, 'It sends the input or the answer.'],
];

export function reservedKeyReason(keys: string): string | null {
  return reserved.find(([pattern]) => pattern.test(keys))?.[1] ?? null;
}

function keysOf(keyOverrides: KeyOverrides, id: CommandId): string | null {
  const changed = keyOverrides[id];
  return changed === undefined ? (paletteCommands[id].keys ?? null) : changed;
}
