import type { Thread } from '../../shared/model/thread.ts';

export type ThreadAction =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit'; readonly thread: Thread }
  | { readonly kind: 'delete'; readonly threads: readonly Thread[] }
  | { readonly kind: 'prune'; readonly threads: readonly Thread[] };
