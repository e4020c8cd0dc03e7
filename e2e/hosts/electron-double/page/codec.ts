/**
 * What crosses between page and program. Electron clones anything that structured clone knows; the studio sends texts,
 * so the double takes JSON's own types and refuses the rest by name, never changing a value in silence.
 */
export function encode(value: unknown): string {
  check(value);
  return JSON.stringify(value);
}

export function decode(text: string): unknown {
  return JSON.parse(text);
}

function check(value: unknown): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new Error('An object could not be cloned.');
  if (Array.isArray(value)) return value.forEach(check);
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.values(value).forEach(check);
  }
  throw new Error(`electron double: cloning of ${Object.prototype.toString.call(value)} is not implemented`);
}
