import { useEffect } from 'react';
import { parseKeyOverrides, setKeyOverrides } from '../../commands/keymap.ts';
import { draftKey, useDraft } from '../../storage/drafts.ts';

export const keymapKey = draftKey('keymap');

export function useStoredKeymap(): void {
  const [text] = useDraft(keymapKey);
  useEffect(() => setKeyOverrides(parseKeyOverrides(text)), [text]);
}
