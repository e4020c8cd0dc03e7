import { createStore, type StoreApi } from 'zustand/vanilla';

/** A store with an external source that is attached while anyone listens. */
export interface RefCountedStore<T> extends StoreApi<T> {
  isInUse(): boolean;
}

/** `attach` runs with the first listener, and its return value with the last; the state stays in between. */
export function createRefCountedStore<T>(initial: T, attach: () => () => void): RefCountedStore<T> {
  const store = createStore<T>(() => initial);
  let listeners = 0;
  let detach = (): void => undefined;
  return {
    ...store,
    isInUse: () => listeners > 0,
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener);
      listeners += 1;
      if (listeners === 1) detach = attach();
      return () => {
        unsubscribe();
        listeners -= 1;
        if (listeners === 0) detach();
      };
    },
  };
}
