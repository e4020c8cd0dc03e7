import { useMemo } from 'react';
import { z } from 'zod';
import { StoreItem, type StoreItemRef } from '../../shared/model/store-item.ts';
import { draftKey, readDraft, useDraft, writeDraft } from '../storage/drafts.ts';
import { itemId } from './queries.ts';

export interface ItemDraft {
  readonly base: StoreItem;
  readonly text: string;
  readonly ttl: string;
}

// Stored apart from the texts, which change with each key.
const StoredBase = z.strictObject({ base: StoreItem, ttl: z.string() });

export function useItemDraft(connectionId: string, item: StoreItemRef) {
  const keyOf = (part: string): string => draftKey('store-item', connectionId, itemId(item), part);
  const [baseText, writeBase] = useDraft(keyOf('base'));
  const [text, writeText] = useDraft(keyOf('text'));
  const stored = useMemo(() => parseBase(baseText), [baseText]);
  const draft: ItemDraft | null = stored === null || text === null ? null : { ...stored, text };
  const setDraft = (next: ItemDraft | null): void => {
    const { base, ttl } = next ?? {};
    if (base !== stored?.base || ttl !== stored?.ttl)
      writeBase(base === undefined ? null : JSON.stringify({ base, ttl }));
    writeText(next?.text ?? null);
  };
  return { draft, setDraft };
}

export function forgetItemDrafts(connectionId: string, items: readonly StoreItemRef[]): void {
  for (const item of items)
    for (const part of ['base', 'text']) {
      const key = draftKey('store-item', connectionId, itemId(item), part);
      if (readDraft(key) !== null) writeDraft(key, null);
    }
}

// A damaged one counts as none.
function parseBase(text: string | null): Pick<ItemDraft, 'base' | 'ttl'> | null {
  if (text === null) return null;
  try {
    return StoredBase.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
