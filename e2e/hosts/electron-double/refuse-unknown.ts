/** What Node, its inspector, promises and test runners look up on any object. */
const commonMembers = new Set([
  'then',
  'toJSON',
  'inspect',
  'constructor',
  '__esModule',
  'default',
  'domain',
]);

/**
 * Makes reading an unknown member of `part` an error, so that a program that uses more of Electron than the
 * double supports fails by name instead of getting `undefined`. The proxy is at the end of the prototype
 * chain: existing members are found before it, and identity and private fields stay.
 */
export function refuseUnknown<T extends object>(name: string, part: T): T {
  const above = Object.getPrototypeOf(part) as object;
  const wall = new Proxy(above, {
    get(target, key, receiver) {
      const isKnown =
        typeof key === 'symbol' || key in target || commonMembers.has(key) || key.startsWith('_');
      if (isKnown) return Reflect.get(target, key, receiver);
      throw notImplemented(`${name}.${key}`);
    },
  });
  Object.setPrototypeOf(part, wall);
  return part;
}

export function notImplemented(what: string): Error {
  return new Error(`electron double: ${what} is not implemented`);
}
