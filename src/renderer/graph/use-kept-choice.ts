import { useCallback, useMemo } from 'react';
import { draftKey, useDraft } from '../storage/drafts.ts';

/** How a choice is kept as a text. `parse` gets `null` when there is none, and takes what it can't read for none. */
export interface PreferenceFormat<Choice> {
  readonly parse: (text: string | null) => Choice;
  readonly text: (choice: Choice) => string;
}

/** Something that was chosen for the picture of a graph, kept where drafts are. `form` has to stay the same object. */
export function usePreference<Choice>(
  parts: readonly string[],
  form: PreferenceFormat<Choice>,
): readonly [Choice, (choice: Choice) => void] {
  const [text, write] = useDraft(draftKey('graph', ...parts));
  const choice = useMemo(() => form.parse(text), [form, text]);
  const choose = useCallback((next: Choice) => write(form.text(next)), [form, write]);
  return [choice, choose];
}
