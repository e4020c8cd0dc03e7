// A constructor that returns its argument: a class that extends it adds its private fields to that object.
const ExistingObject = function (value: object): object {
  return value;
} as unknown as new (value: object) => object;

export interface FieldCache<K extends object, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

/**
 * A `WeakMap` for many keys that are made together with their values: it stores a value in a private field of its key. Garbage
 * collections go through the whole table of a `WeakMap`, each entry of which costs more than the value itself.
 */
export function createFieldCache<K extends object, V>(): FieldCache<K, V> {
  class CachedValue extends ExistingObject {
    #value: V;

    constructor(key: K, value: V) {
      super(key);
      this.#value = value;
    }

    static set(key: K, value: V): void {
      const target = #value in key ? key : new CachedValue(key, value);
      target.#value = value;
    }

    static get(key: K): V | undefined {
      return #value in key ? key.#value : undefined;
    }
  }
  return CachedValue;
}
