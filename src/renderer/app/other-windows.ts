import * as z from 'zod/mini';
import { parseJson } from '../../shared/parse-json.ts';
import { SharedSettings, storageKey, type UiStore } from './ui-store.ts';

const Stored = z.object({ state: SharedSettings });

/**
 * Takes over the settings that another window changes, and leaves the selection to the next window. Returns a cleanup
 * function.
 */
export function syncWithOtherWindows(store: UiStore): () => void {
  const follow = ({ key, newValue }: StorageEvent): void => {
    if (key !== storageKey) return;
    const state = store.getState();
    const { theme, singleKeys } = Stored.safeParse(parseJson(newValue ?? 'null')).data?.state ?? state;
    // Each change is stored, which other windows notice.
    if (theme !== state.theme || singleKeys !== state.singleKeys) store.setState({ theme, singleKeys });
  };
  const keep = (): void => store.setState({});
  addEventListener('storage', follow);
  addEventListener('focus', keep);
  return () => {
    removeEventListener('storage', follow);
    removeEventListener('focus', keep);
  };
}
