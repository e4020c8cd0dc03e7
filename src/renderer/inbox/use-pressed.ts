import { useState } from 'react';
import type { TriageKey } from './triage-keys.ts';

/**
 * The key that was pressed for the row that is shown. It means that row only: the one that takes its place when it is
 * answered is not decided by a key that was meant for another.
 */
export function usePressed(
  shownKey: string | null,
): readonly [TriageKey | null, (key: TriageKey | null) => void] {
  const [pressed, setPressed] = useState<{ readonly key: TriageKey; readonly of: string } | null>(null);
  const press = (key: TriageKey | null): void =>
    setPressed(key === null || shownKey === null ? null : { key, of: shownKey });
  return [pressed?.of === shownKey ? pressed.key : null, press];
}
