import { ExactNumber } from 'exact-json';
import { type BinaryOperator, type Expression, ExpressionError } from './expression.ts';
import { callMethod } from './methods.ts';
import { compareNumbers, isNumber, kindOf, sameValue, type Meter } from './values.ts';
import { isRecord } from '../narrow.ts';

// What one evaluation may cost: characters compared or copied, and values visited. Takes some milliseconds.
const maxWork = 500_000;

/** Values of a state by key, parsed by `parseExact`; `null` as a key stands for the whole state. */
export type StateReader = (key: string | null) => unknown;

/**
 * Evaluates an expression over a state. A missing key, and a member of nothing, are null; comparing null by
 * size is false. Bounded by a budget, whatever the state. Throws `ExpressionError`.
 */
export function evaluateExpression(expression: Expression, read: StateReader): unknown {
  let left = maxWork;
  const meter: Meter = {
    charge(work) {
      left -= work;
      if (left < 0) throw new ExpressionError('The expression takes too long to evaluate on this state.');
    },
  };
  return new Evaluation(read, meter).of(expression);
}

/** Empty texts, lists and objects, 0 and null count as false, as in Python. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isNumber(value)) return Number(value) !== 0;
  if (isRecord(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

class Evaluation {
  readonly #read: StateReader;
  readonly #meter: Meter;

  constructor(read: StateReader, meter: Meter) {
    this.#read = read;
    this.#meter = meter;
  }

  of(expression: Expression): unknown {
    this.#meter.charge(1);
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'list':
        return expression.items.map((item) => this.of(item));
      case 'state':
        return this.#read(expression.key) ?? null;
      case 'member':
        return this.#member(this.of(expression.of), this.of(expression.key));
      case 'call':
        return callMethod(
          this.of(expression.of),
          expression.name,
          expression.args.map((arg) => this.of(arg)),
          this.#meter,
        );
      case 'unary': {
        const value = this.of(expression.operand);
        if (expression.operator === '!') return !isTruthy(value);
        if (!isNumber(value)) throw new ExpressionError(`Can’t negate ${kindOf(value)}.`);
        return value instanceof ExactNumber ? negated(value) : -value;
      }
      case 'binary':
        return this.#binary(expression.operator, expression.left, expression.right);
    }
  }

  #member(of: unknown, key: unknown): unknown {
    if (of === null || of === undefined) return null;
    if (Array.isArray(of) || typeof of === 'string') {
      if (key === 'length') return of.length;
      if (isNumber(key)) return of.at(Number(key)) ?? null;
      throw new ExpressionError(`${capital(kindOf(of))} has no member ${keyText(key)}.`);
    }
    if (!isRecord(of) || of instanceof ExactNumber)
      throw new ExpressionError(`${capital(kindOf(of))} has no members.`);
    // Objects of a state have no `toString` that could be trusted.
    if (typeof key !== 'string' && !isNumber(key))
      throw new ExpressionError(`${capital(kindOf(of))} has no member ${keyText(key)}.`);
    const name = String(key);
    if (Object.hasOwn(of, name)) return of[name] ?? null;
    return name === 'length' ? Object.keys(of).length : null;
  }

  #binary(operator: BinaryOperator, leftPart: Expression, rightPart: Expression): unknown {
    const left = this.of(leftPart);
    if (operator === '||') return isTruthy(left) ? left : this.of(rightPart);
    if (operator === '&&') return isTruthy(left) ? this.of(rightPart) : left;
    const right = this.of(rightPart);
    switch (operator) {
      case '==':
        return sameValue(left, right, this.#meter);
      case '!=':
        return !sameValue(left, right, this.#meter);
      case 'in':
        return callMethod(right, 'includes', [left], this.#meter);
      case '<':
        return this.#order(left, right, (by) => by < 0);
      case '<=':
        return this.#order(left, right, (by) => by <= 0);
      case '>':
        return this.#order(left, right, (by) => by > 0);
      case '>=':
        return this.#order(left, right, (by) => by >= 0);
      default:
        return this.#arithmetic(operator, left, right);
    }
  }

  #order(left: unknown, right: unknown, holds: (by: number) => boolean): boolean {
    if (left === null || right === null) return false;
    if (isNumber(left) && isNumber(right)) return holds(compareNumbers(left, right));
    if (typeof left === 'string' && typeof right === 'string') {
      this.#meter.charge(Math.min(left.length, right.length));
      return holds(left < right ? -1 : left > right ? 1 : 0);
    }
    throw new ExpressionError(`Can’t compare ${kindOf(left)} with ${kindOf(right)}.`);
  }

  #arithmetic(operator: '+' | '-' | '*' | '/' | '%', left: unknown, right: unknown): unknown {
    if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
      this.#meter.charge(left.length + right.length);
      return left + right;
    }
    if (!isNumber(left) || !isNumber(right))
      throw new ExpressionError(`Can’t calculate ${kindOf(left)} ${operator} ${kindOf(right)}.`);
    const [a, b] = [Number(left), Number(right)];
    switch (operator) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      case '/':
        return a / b;
      case '%':
        return a % b;
    }
  }
}

function negated({ text }: ExactNumber): ExactNumber {
  return new ExactNumber(text.startsWith('-') ? text.slice(1) : `-${text}`);
}

function keyText(key: unknown): string {
  return typeof key === 'string' ? key : `called ${kindOf(key)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
