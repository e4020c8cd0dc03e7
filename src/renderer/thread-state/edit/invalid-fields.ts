import { z } from 'zod';
import { draftKey, useDraft, writeDraft } from '../../storage/drafts.ts';

const Parts = z.record(z.string(), z.string());

/** Stores field text that isn't valid JSON yet, next to the edit but not as part of it. */
export function useInvalidField(keyParts: readonly string[], name: string) {
  const [stored, setStored] = useDraft(draftKey('state-parts', ...keyParts));
  const parts = parseInvalidFields(stored);
  const setPart = (text: string | null): void => {
    const others = Object.entries(parts).filter(([key]) => key !== name);
    const next = text === null ? others : [...others, [name, text]];
    setStored(next.length === 0 ? null : JSON.stringify(Object.fromEntries(next)));
  };
  return [parts[name] ?? null, setPart] as const;
}

export function clearInvalidFields(keyParts: readonly string[]): void {
  writeDraft(draftKey('state-parts', ...keyParts), null);
}

function parseInvalidFields(stored: string | null): Readonly<Record<string, string>> {
  if (stored === null) return {};
  try {
    return Parts.safeParse(JSON.parse(stored)).data ?? {};
  } catch {
    return {};
  }
}
