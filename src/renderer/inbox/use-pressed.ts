import { useState } from 'react';
import type { TriageShortcut } from './triage-keys.ts';

/**
 * The key that was pressed for the row that is shown. It means that row only: the one that takes its place when it is
 * answered is not decided by a key that was meant for another.
 */
export function useRowShortcut(
  shownKey: string | null,
): readonly [TriageShortcut | null, (key: TriageShortcut | null) => void] {
  const [pressed, setPressed] = useState<{ readonly key: TriageShortcut; readonly of: string } | null>(null);
  const press = (key: TriageShortcut | null): void =>
    setPressed(key === null || shownKey === null ? null : { key, of: shownKey });
  return [pressed?.of === shownKey ? pressed.key : null, press];
}
