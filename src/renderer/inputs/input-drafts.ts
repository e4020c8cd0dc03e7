import { z } from 'zod';
import { draftKey, readDraft, writeDraft } from '../storage/drafts.ts';

// An edit that is not saved, and the revision that it started with.
const InputDraft = z.strictObject({ base: z.string(), text: z.string() });
export type InputDraft = z.infer<typeof InputDraft>;

export function inputDraftKey(connectionId: string, path: string): string {
  return draftKey('input', connectionId, path);
}

export function serializeInputDraft(draft: InputDraft): string {
  return JSON.stringify(draft);
}

/** `null` without a draft; a damaged one counts as none. */
export function parseInputDraft(stored: string | null): InputDraft | null {
  if (stored === null) return null;
  try {
    return InputDraft.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

/** After `text` was saved as `revision`: what was typed meanwhile is an edit of that. */
export function settleInputDraft(
  connectionId: string,
  { path, revision }: { readonly path: string; readonly revision: string },
  text: string,
): void {
  const key = inputDraftKey(connectionId, path);
  const draft = parseInputDraft(readDraft(key));
  const isOver = draft === null || draft.text === text;
  writeDraft(key, isOver ? null : serializeInputDraft({ base: revision, text: draft.text }));
}

/** After a file was renamed, which keeps its revision. */
export function moveInputDraft(connectionId: string, from: string, to: string): void {
  writeDraft(inputDraftKey(connectionId, to), readDraft(inputDraftKey(connectionId, from)));
  writeDraft(inputDraftKey(connectionId, from), null);
}
