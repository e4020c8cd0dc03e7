/** What Node, its inspector, promises and test runners look for on any object. */
const askedOfAnything = new Set([
  'then',
  'toJSON',
  'inspect',
  'constructor',
  '__esModule',
  'default',
  'domain',
]);

/**
 * Makes reading anything that `part` does not have an error, so that a program which uses more of Electron than the
 * double knows fails by name instead of meeting `undefined`. A proxy goes to the end of the prototype chain: what exists
 * is found before it, identity and private fields stay as they are.
 */
export function refuseUnknown<T extends object>(name: string, part: T): T {
  const above = Object.getPrototypeOf(part) as object;
  const wall = new Proxy(above, {
    get(target, key, receiver) {
      const known =
        typeof key === 'symbol' || key in target || askedOfAnything.has(key) || key.startsWith('_');
      if (known) return Reflect.get(target, key, receiver);
      throw notImplemented(`${name}.${key}`);
    },
  });
  Object.setPrototypeOf(part, wall);
  return part;
}

export function notImplemented(what: string): Error {
  return new Error(`electron double: ${what} is not implemented`);
}
