/**
 * Whether a number token survives `JSON.parse` and back with its value: false for 9007199254740993, 1e400, -0 and a
 * decimal with more digits than a double keeps; true for 1.0, whose value is kept though its spelling is not.
 */
export function isExactDouble(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  return canonical(token) === canonical(String(value));
}

/** Sign, digits without zeros at either end, and a power of ten: one spelling for each value. */
function canonical(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.slice(0, endOfDigits(digits));
  if (trimmed === '') return `${sign}0`;
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

/** Where the zeros at the end begin. An expression would look from each zero of a server's number to the end (row U-12). */
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end -= 1;
  return end;
}
