import { draftKey, readDraft, writeDraft } from '../../storage/drafts.ts';

/** Puts an input into the composer, to be changed and run; in a view that shows all of it. */
export function loadInput(connectionId: string, assistantId: string, text: string): void {
  writeDraft(draftKey('input', connectionId, assistantId), text);
  const mode = draftKey('input-mode', connectionId, assistantId);
  if (readDraft(mode) !== 'form') writeDraft(mode, 'json');
}
