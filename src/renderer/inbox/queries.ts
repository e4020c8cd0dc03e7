import { useSubscription } from '../rpc/use-subscription.ts';
import { countText } from './waiting-threads.ts';

export function useInbox() {
  return useSubscription('inbox.watch', {});
}

/** Number of pending threads as text; `null` for none. */
export function useInboxCount(): string | null {
  const { item } = useInbox();
  return item === null ? null : countText(item);
}
