// A set with an upper bound: adding one too many evicts the oldest.
export interface EvictingSet<T> {
  add(item: T): void;
  delete(item: T): void;
  readonly size: number;
}

// Bounds what peers can hold open before they have shown a token. Refusing newcomers instead would
// let whoever came first lock the user out.
export function createEvictingSet<T>(limit: number, evict: (oldest: T) => void): EvictingSet<T> {
  const items = new Set<T>();
  return {
    add(item) {
      items.add(item);
      for (const oldest of items) {
        if (items.size <= limit) return;
        items.delete(oldest);
        evict(oldest);
      }
    },
    delete: (item) => {
      items.delete(item);
    },
    get size() {
      return items.size;
    },
  };
}
