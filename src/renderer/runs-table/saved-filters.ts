import { useMemo } from 'react';
import * as z from 'zod/mini';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { RunFilter } from './run-filter.ts';

export const maxSavedFilters = 20;
export const maxFilterNameLength = 60;

const SavedFilter = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(maxFilterNameLength)),
  filter: RunFilter,
});
export type SavedFilter = z.infer<typeof SavedFilter>;

const SavedFilters = z.array(SavedFilter).check(z.maxLength(maxSavedFilters));

/** Stored filters; none if their format is unknown. */
export function parseSavedFilters(text: string | null): readonly SavedFilter[] {
  if (text === null) return [];
  try {
    return SavedFilters.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

/** The filters that are saved for a server, in the order in which they were. */
export function useSavedFilters(connectionId: string) {
  const [text, write] = useDraft(draftKey('runs', 'filters', connectionId));
  const saved = useMemo(() => parseSavedFilters(text), [text]);
  const change = (next: readonly SavedFilter[]): void =>
    write(next.length === 0 ? null : JSON.stringify(next));
  return [saved, change] as const;
}

/** With a filter under this name, in place of one that had it. */
export function withFilter(saved: readonly SavedFilter[], added: SavedFilter): readonly SavedFilter[] {
  return saved.some(({ name }) => name === added.name)
    ? saved.map((one) => (one.name === added.name ? added : one))
    : [...saved, added].slice(0, maxSavedFilters);
}

/** Why a filter can't get this name; `null` if it can. */
export function nameProblem(saved: readonly SavedFilter[], from: string, to: string): string | null {
  if (to.trim() === '') return 'Enter a name.';
  return to.trim() !== from && saved.some(({ name }) => name === to.trim())
    ? 'Another filter has this name.'
    : null;
}
