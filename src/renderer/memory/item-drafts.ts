import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoreItem, StoreItemRef } from '../../shared/model/store-item.ts';
import { itemId } from './queries.ts';

/** An edit that is not saved. */
export interface ItemDraft {
  /** The item as it was when the edit began. */
  readonly base: StoreItem;
  readonly text: string;
}

/** Edits survive the selection of another item and of another view, until the page is left. */
const drafts = createStore<ReadonlyMap<string, ItemDraft>>(() => new Map());

export function useItemDraft(connectionId: string, item: StoreItemRef) {
  const key = `${connectionId} ${itemId(item)}`;
  const draft = useStore(drafts, (all) => all.get(key) ?? null);
  const setDraft = (next: ItemDraft | null): void => {
    const all = new Map(drafts.getState());
    if (next === null) all.delete(key);
    else all.set(key, next);
    drafts.setState(all, true);
  };
  return { draft, setDraft };
}
