import type { Expression } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';

// - `json`: The code of a JSON text.
// - `state`: A key of the state, and (`null`) the whole state.
// - `later`: A function without parameters.
// - `helper`: The name of a helper, which the test then has.
export interface CodeDialect {
  readonly json: (text: string) => string;
  readonly state: (key: string | null) => string;
  readonly not: (code: string) => string;
  readonly later: (code: string) => string;
  readonly helper: (name: ExpressionHelper) => string;
}

const operators = { '+': 'plus', '-': 'minus', '*': 'times', '/': 'divided', '%': 'remainder' } as const;
const methods = {
  startsWith: 'beginsWith',
  startswith: 'beginsWith',
  endsWith: 'finishesWith',
  endswith: 'finishesWith',
  toLowerCase: 'lowerCase',
  lower: 'lowerCase',
  toUpperCase: 'upperCase',
  upper: 'upperCase',
  trim: 'trimmed',
  strip: 'trimmed',
  keys: 'keysOf',
  includes: 'includes',
  at: 'itemAt',
} as const;

// Helpers that expressions call. They mean the same as in the studio, which also refuses what makes no sense.
type ExpressionHelper =
  | (typeof operators)[keyof typeof operators]
  | (typeof methods)[keyof typeof methods]
  | 'member'
  | 'either'
  | 'both'
  | 'equal'
  | 'order'
  | 'truthy'
  | 'unsupported';

// The code of an expression, whose helpers both languages call by the same names. Throws `ExpressionError`.
export function expressionCode(text: string, dialect: CodeDialect): string {
  return codeOf(parseExpression(text), dialect);
}

function codeOf(expression: Expression, dialect: CodeDialect): string {
  const code = (part: Expression): string => codeOf(part, dialect);
  const call = (name: ExpressionHelper, args: readonly string[]): string =>
    `${dialect.helper(name)}(${args.join(', ')})`;
  switch (expression.kind) {
    case 'literal':
      return dialect.json(literalText(expression.value));
    case 'list':
      return `[${expression.items.map(code).join(', ')}]`;
    case 'state':
      return dialect.state(expression.key);
    case 'member':
      return call('member', [code(expression.of), code(expression.key)]);
    case 'call': {
      const { of, name, args } = expression;
      if (!Object.hasOwn(methods, name)) return call('unsupported', [dialect.json(JSON.stringify(name))]);
      return call(methods[name as keyof typeof methods], [of, ...args.slice(0, 1)].map(code));
    }
    case 'unary':
      return expression.operator === '!'
        ? dialect.not(call('truthy', [code(expression.operand)]))
        : call('minus', ['0', code(expression.operand)]);
    case 'binary': {
      const [left, right] = [code(expression.left), code(expression.right)];
      switch (expression.operator) {
        case '||':
          return call('either', [left, dialect.later(right)]);
        case '&&':
          return call('both', [left, dialect.later(right)]);
        case '==':
          return call('equal', [left, right]);
        case '!=':
          return dialect.not(call('equal', [left, right]));
        case 'in':
          return call('includes', [right, left]);
        case '<':
        case '<=':
        case '>':
        case '>=':
          return `(${call('order', [left, right])} ${expression.operator} 0)`;
        default:
          return call(operators[expression.operator], [left, right]);
      }
    }
  }
}

// Numbers keep their token.
function literalText(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return String(value);
  return JSON.stringify(value ?? null);
}
