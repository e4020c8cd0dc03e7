import type { ContextBridge } from 'electron';

/**
 * Values that cross a context bridge are copies: functions are wrapped, objects lose their prototype, the
 * result is frozen. Page and preload share one world here, so this shows the shape of the exposed API,
 * without isolation.
 */
function cross(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...args: unknown[]): unknown => cross(Reflect.apply(value, undefined, args.map(cross)));
  }
  if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) return Object.freeze(value.map(cross));
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    throw new Error('electron double: a bridge of other than plain objects is not implemented');
  }
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cross(inner)])));
}

/** A bridge, and the names that it exposed on the window. */
export function createContextBridge(exposed: Set<string>): Pick<ContextBridge, 'exposeInMainWorld'> {
  return {
    exposeInMainWorld(name, api) {
      if (Object.hasOwn(window, name)) {
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${name}`);
      }
      Object.defineProperty(window, name, { value: cross(api), enumerable: true });
      exposed.add(name);
    },
  };
}
