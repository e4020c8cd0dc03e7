import { useState } from 'react';
import type { StartAttempt } from './request/composer-props.ts';

/** What a start is about: shown only there. `threadId: null`: the thread that it would create. */
export interface StartScope {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly threadId: string | null;
}

export function scopeKeyOf({ connectionId, assistantId, threadId }: StartScope): string {
  return JSON.stringify([connectionId, assistantId, threadId]);
}

/** The last start of each thread and assistant, until it has succeeded or its failure was left behind. */
export function useStartAttempts(scope: StartScope) {
  const key = scopeKeyOf(scope);
  const [attempts, setAttempts] = useState<ReadonlyMap<string, StartAttempt>>(new Map());
  const [shownKey, setShownKey] = useState(key);
  const change = (of: string, attempt: StartAttempt | null): void =>
    setAttempts((before) => {
      const after = new Map(before);
      if (attempt === null) after.delete(of);
      else after.set(of, attempt);
      return after;
    });
  // Somebody who comes back should not be told what failed before. What fails meanwhile is new to them.
  if (shownKey !== key) {
    setShownKey(key);
    if (attempts.get(shownKey)?.error) change(shownKey, null);
  }
  return { current: attempts.get(key) ?? null, change };
}
