/**
 * Whether `text.slice(start, end)` is a plain decimal of at most 17 digits that is, for sure, what an engine writes for
 * the double next to it: `JSON.parse` and back keeps it. False says nothing. Reckons with the digits in place, several
 * times faster than parsing and writing the number.
 *
 * With u the value of the last digit and x the double: x * 10^decimals and what that product lacks are exact (T. Dekker,
 * 1971), so the distance of x from the decimal is known in units of u. The decimal is what is written for x when it is
 * nearer than u / 2 and no decimal with fewer digits, a multiple of 10u, also rounds to x.
 */
export function isKnownExact(text: string, start: number, end: number): boolean {
  let high = 0;
  let low = 0;
  let lowScale = 1;
  let count = 0;
  let decimals = -1;
  for (let at = text.charCodeAt(start) === 0x2d ? start + 1 : start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) {
      decimals = 0;
      continue;
    }
    if (code < 0x30 || code > 0x39) return false;
    if (decimals >= 0) decimals += 1;
    // Zeros in front are no digits of the number.
    if (count === 0 && code === 0x30) continue;
    count += 1;
    if (count > 17) return false;
    if (count <= 9) high = high * 10 + code - 0x30;
    else {
      low = low * 10 + code - 0x30;
      lowScale *= 10;
    }
  }
  // 30 bits times a power of ten up to 10^8 is exact.
  const whole = high * lowScale;
  const digits = whole + low;
  if (count === 0 || decimals >= powersOfTen.length) return false;
  // Up to here neighbours among doubles are nearer to each other than decimals with as many places.
  if (digits <= 2 ** 52) return true;
  const scale = powersOfTen[Math.max(0, decimals)] ?? 1;
  let x = digits / scale;
  let distance = distanceOf(x, scale, whole, low);
  let reach = halfUlp(x) * scale;
  if (Math.abs(distance) >= reach) {
    // Rounded twice, to the neighbour of the double that is meant.
    x -= distance / scale;
    distance = distanceOf(x, scale, whole, low);
    reach = halfUlp(x) * scale;
  }
  const last = low % 10;
  const margin = 1e-6;
  return (
    Math.abs(distance) < Math.min(0.5, reach) - margin &&
    last + distance > reach + margin &&
    10 - last - distance > reach + margin
  );
}

/** A double holds them exactly up to 10^22. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const splitter = 2 ** 27 + 1;

/** `x * scale` less `whole + low`, which are integers. */
function distanceOf(x: number, scale: number, whole: number, low: number): number {
  const product = x * scale;
  return productError(x, scale, product) - (whole - product + low);
}

/** `a * b` as it is, less `product`, which is `a * b` rounded. */
function productError(a: number, b: number, product: number): number {
  const ca = splitter * a;
  const highA = ca - (ca - a);
  const lowA = a - highA;
  const cb = splitter * b;
  const highB = cb - (cb - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

const bits = new Uint32Array(2);
const number = new Float64Array(bits.buffer);
number[0] = 1;
/** The half of a double that holds its exponent. */
const exponentAt = bits[0] === 0 ? 1 : 0;

/** How far a decimal may lie from a double that it rounds to; 0 for a power of two, whose neighbours are uneven. */
function halfUlp(x: number): number {
  number[0] = x;
  const upper = bits[exponentAt] ?? 0;
  if ((bits[1 - exponentAt] ?? 0) === 0 && (upper & 0xfffff) === 0) return 0;
  bits[exponentAt] = (upper & 0x7ff00000) >>> 0;
  bits[1 - exponentAt] = 0;
  return (number[0] ?? 0) * 2 ** -53;
}
