import { z } from 'zod';
import { draftKey, useDraft, writeDraft } from '../../storage/drafts.ts';

const Parts = z.record(z.string(), z.string());

/** Stores field text that isn't valid JSON yet, next to the edit but not as part of it. */
export function useInvalidField(place: readonly string[], name: string) {
  const [kept, setKept] = useDraft(draftKey('state-parts', ...place));
  const parts = read(kept);
  const setPart = (text: string | null): void => {
    const others = Object.entries(parts).filter(([key]) => key !== name);
    const next = text === null ? others : [...others, [name, text]];
    setKept(next.length === 0 ? null : JSON.stringify(Object.fromEntries(next)));
  };
  return [parts[name] ?? null, setPart] as const;
}

export function clearInvalidFields(place: readonly string[]): void {
  writeDraft(draftKey('state-parts', ...place), null);
}

function read(kept: string | null): Readonly<Record<string, string>> {
  if (kept === null) return {};
  try {
    return Parts.safeParse(JSON.parse(kept)).data ?? {};
  } catch {
    return {};
  }
}
