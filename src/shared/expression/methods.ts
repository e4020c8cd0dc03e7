import { ExpressionError } from './expression.ts';
import { isNumber, isPlain, kindOf, sameValue, type Meter } from './values.ts';

// Python's names of the same methods.
const aliases: Readonly<Record<string, string>> = {
  startswith: 'startsWith',
  endswith: 'endsWith',
  lower: 'toLowerCase',
  upper: 'toUpperCase',
  strip: 'trim',
};

const methods: ReadonlySet<string> = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'at',
  'keys',
]);

// Calls a method of a text, a list or an object. What null is asked is null. Throws `ExpressionError`.
export function callMethod(of: unknown, called: string, args: readonly unknown[], meter: Meter): unknown {
  const name = Object.hasOwn(aliases, called) ? (aliases[called] ?? called) : called;
  if (!methods.has(name)) throw new ExpressionError(`${called}() can’t be called in an expression.`);
  if (of === null || of === undefined) return name === 'includes' ? false : null;
  const [first] = args;
  if (typeof of === 'string') {
    meter.charge(of.length);
    const result = textMethod(of, name, first, meter);
    if (result !== undefined) return result;
  }
  if (Array.isArray(of)) {
    if (name === 'includes') return of.some((item) => sameValue(item, first, meter));
    if (name === 'at' && isNumber(first)) return (of as readonly unknown[]).at(Number(first)) ?? null;
  }
  if (isPlain(of)) {
    meter.charge(1);
    if (name === 'includes') return typeof first === 'string' && Object.hasOwn(of, first);
    if (name === 'keys') {
      const keys = Object.keys(of);
      meter.charge(keys.length);
      return keys;
    }
  }
  throw new ExpressionError(`${called}() can’t be called on ${kindOf(of)} like this.`);
}

function textMethod(of: string, name: string, first: unknown, meter: Meter): unknown {
  if (typeof first === 'string') {
    // In the worst case, a search takes the product of both lengths.
    meter.charge(Math.ceil((of.length * first.length) / 100));
    if (name === 'includes') return of.includes(first);
    if (name === 'startsWith') return of.startsWith(first);
    if (name === 'endsWith') return of.endsWith(first);
  }
  if (name === 'at' && isNumber(first)) return of.at(Number(first)) ?? null;
  if (first !== undefined) return undefined;
  if (name === 'toLowerCase') return of.toLowerCase();
  if (name === 'toUpperCase') return of.toUpperCase();
  return name === 'trim' ? of.trim() : undefined;
}
