/** The only member of an encoded byte array. */
const bytesName = '__electronDoubleBytes';

/**
 * Encodes what crosses between page and program. Electron clones anything that structured clone supports; the
 * studio sends texts and bytes, so the double supports these and JSON's types and rejects the rest by name,
 * never changing a value silently.
 */
export function encode(value: unknown): string {
  check(value);
  return JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof Uint8Array ? { [bytesName]: base64(inner) } : inner,
  );
}

export function decode(text: string): unknown {
  return JSON.parse(text, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || !(bytesName in inner)) return inner;
    return Uint8Array.from(atob(String(inner[bytesName])), (one) => one.charCodeAt(0));
  });
}

function base64(bytes: Uint8Array): string {
  let text = '';
  // A call takes a limited number of arguments.
  for (let index = 0; index < bytes.length; index += 8192)
    text += String.fromCharCode(...bytes.subarray(index, index + 8192));
  return btoa(text);
}

function check(value: unknown): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new Error('An object could not be cloned.');
  if (value instanceof Uint8Array) return;
  if (Array.isArray(value)) return value.forEach(check);
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.values(value).forEach(check);
  }
  throw new Error(`electron double: cloning of ${Object.prototype.toString.call(value)} is not implemented`);
}
