import type { Expression } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';

/** How a language writes what expressions are made of. */
export interface CodeDialect {
  /** The code of a JSON text. */
  readonly json: (text: string) => string;
  /** A key of the state, and (`null`) the whole state. */
  readonly state: (key: string | null) => string;
  readonly not: (code: string) => string;
  /** A function without parameters. */
  readonly later: (code: string) => string;
  /** A calculation: `left + right`. */
  readonly calculate: (left: string, operator: string, right: string) => string;
  /** A method of a text that takes nothing, or a text. */
  readonly method: (of: string, name: string, args: readonly string[]) => string;
}

/** The code of an expression, whose helpers both languages call by the same names. Throws `ExpressionError`. */
export function expressionCode(text: string, dialect: CodeDialect): string {
  return codeOf(parseExpression(text), dialect);
}

const comparisons: Readonly<Record<string, string>> = { '<': '< 0', '<=': '<= 0', '>': '> 0', '>=': '>= 0' };

function codeOf(expression: Expression, dialect: CodeDialect): string {
  const code = (part: Expression): string => codeOf(part, dialect);
  switch (expression.kind) {
    case 'literal':
      return dialect.json(literalText(expression.value));
    case 'list':
      return `[${expression.items.map(code).join(', ')}]`;
    case 'state':
      return dialect.state(expression.key);
    case 'member':
      return `member(${code(expression.of)}, ${code(expression.key)})`;
    case 'call':
      return callCode(code(expression.of), expression.name, expression.args.map(code), dialect);
    case 'unary':
      return expression.operator === '!'
        ? dialect.not(`truthy(${code(expression.operand)})`)
        : dialect.calculate('0', '-', code(expression.operand));
    case 'binary': {
      const [left, right] = [code(expression.left), code(expression.right)];
      switch (expression.operator) {
        case '||':
          return `either(${left}, ${dialect.later(right)})`;
        case '&&':
          return `both(${left}, ${dialect.later(right)})`;
        case '==':
          return `equal(${left}, ${right})`;
        case '!=':
          return dialect.not(`equal(${left}, ${right})`);
        case 'in':
          return `includes(${right}, ${left})`;
        case '<':
        case '<=':
        case '>':
        case '>=':
          return `(order(${left}, ${right}) ${comparisons[expression.operator] ?? ''})`;
        default:
          return dialect.calculate(left, expression.operator, right);
      }
    }
  }
}

function callCode(of: string, name: string, args: readonly string[], dialect: CodeDialect): string {
  const [first = ''] = args;
  if (name === 'includes') return `includes(${of}, ${first})`;
  if (name === 'at') return `member(${of}, ${first})`;
  return dialect.method(of, name, args);
}

/** Numbers keep their token. */
function literalText(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return String(value);
  return JSON.stringify(value ?? null);
}
