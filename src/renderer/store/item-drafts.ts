import { useMemo } from 'react';
import { z } from 'zod';
import { StoreItem, type StoreItemRef } from '../../shared/model/store-item.ts';
import { draftKey, readDraft, useDraft, writeDraft } from '../storage/drafts.ts';
import { itemId } from './queries.ts';
import { ttlMinutesOf } from './TtlField.tsx';

export interface ItemDraft {
  readonly base: StoreItem;
  readonly text: string;
  readonly ttl: string;
}

// Stored apart from the texts, which change with each key.
const StoredBase = z.strictObject({ base: StoreItem, ttl: z.string() });

export function useItemDraft(connectionId: string, item: StoreItemRef) {
  const [baseText, writeBase] = useDraft(partKey(connectionId, item, 'base'));
  const [text, writeText] = useDraft(partKey(connectionId, item, 'text'));
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

/** After a draft was saved as `saved`: what was typed meanwhile is an edit of that. */
export function settleItemDraft(
  connectionId: string,
  saved: StoreItem,
  sent: { readonly valueText: string; readonly ttlMinutes: number | null },
): void {
  const baseKey = partKey(connectionId, saved, 'base');
  const stored = parseBase(readDraft(baseKey));
  const text = readDraft(partKey(connectionId, saved, 'text'));
  const isTtlSent = stored !== null && ttlMinutesOf(stored.ttl) === sent.ttlMinutes;
  if (stored === null || (text === sent.valueText && isTtlSent))
    return forgetItemDrafts(connectionId, [saved]);
  writeDraft(baseKey, JSON.stringify({ base: saved, ttl: isTtlSent ? '' : stored.ttl }));
}

export function forgetItemDrafts(connectionId: string, items: readonly StoreItemRef[]): void {
  for (const item of items)
    for (const part of ['base', 'text'] as const) writeDraft(partKey(connectionId, item, part), null);
}

function partKey(connectionId: string, item: StoreItemRef, part: 'base' | 'text'): string {
  return draftKey('store-item', connectionId, itemId(item), part);
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
