import { type BinaryOperator, type Expression, ExpressionError, maxExpressionLength } from './expression.ts';
import { tokenize, type Token } from './tokenize.ts';

// Deepest nesting of parentheses, brackets and signs.
const maxDepth = 50;

const literals: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
  True: true,
  False: false,
  None: null,
};

// How operators are written, from the weakest to the strongest; `not` is between the second and third.
const levels: readonly Readonly<Record<string, BinaryOperator>>[] = [
  { '||': '||', or: '||' },
  { '&&': '&&', and: '&&' },
  {
    '==': '==',
    '===': '==',
    '!=': '!=',
    '!==': '!=',
    '<': '<',
    '<=': '<=',
    '>': '>',
    '>=': '>=',
    in: 'in',
  },
  { '+': '+', '-': '-' },
  { '*': '*', '/': '/', '%': '%' },
];
const comparing = 2;

// Names that can't be keys of the state; `$["in"]` reads such a key.
const reserved = new Set(['or', 'and', 'not', 'in', 'len']);

/**
 * Parses an expression over a state, as JavaScript and Python write them: `revision > 2`,
 * `messages[-1].type == "tool"`, `"urgent" in tags and not approved`, `len(messages)`. There are no loops,
 * functions or patterns, so that evaluating one always ends. Throws `ExpressionError` for anything else.
 */
export function parseExpression(text: string): Expression {
  if (text.trim() === '') throw new ExpressionError('The expression is empty.');
  if (text.length > maxExpressionLength)
    throw new ExpressionError(`The expression is longer than ${maxExpressionLength} characters.`);
  const parser = new Parser(tokenize(text));
  return parser.whole();
}

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#level(0);
    if (this.#next.kind !== 'end') throw new ExpressionError(`Unexpected “${this.#next.text}”.`);
    return expression;
  }

  get #next(): Token {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '' };
  }

  // Skips this sign or word, if it is next.
  #skips(text: string): boolean {
    const { kind, text: next } = this.#next;
    if ((kind !== 'sign' && kind !== 'name') || next !== text) return false;
    this.#position += 1;
    return true;
  }

  #expects(text: string): void {
    if (this.#skips(text)) return;
    const { kind, text: nextText } = this.#next;
    throw new ExpressionError(
      kind === 'end' ? `“${text}” is missing at the end.` : `“${text}” is missing before “${nextText}”.`,
    );
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new ExpressionError('The expression is nested too deeply.');
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #level(level: number): Expression {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    if (level === comparing && this.#skips('not')) {
      return { kind: 'unary', operator: '!', operand: this.#nested(() => this.#level(comparing)) };
    }
    let left = this.#level(level + 1);
    for (let isFirst = true; ; isFirst = false) {
      const operator = this.#operator(operators);
      if (operator === null) return left;
      if (level === comparing && !isFirst)
        throw new ExpressionError('Comparisons can’t be chained. Join them with &&.');
      const right = this.#level(level + 1);
      left =
        operator === 'not in'
          ? { kind: 'unary', operator: '!', operand: { kind: 'binary', operator: 'in', left, right } }
          : { kind: 'binary', operator, left, right };
    }
  }

  #operator(operators: Readonly<Record<string, BinaryOperator>>): BinaryOperator | 'not in' | null {
    const { kind, text } = this.#next;
    if (kind !== 'sign' && kind !== 'name') return null;
    if (text === 'not' && 'in' in operators && this.#tokens[this.#position + 1]?.text === 'in') {
      this.#position += 2;
      return 'not in';
    }
    if (!Object.hasOwn(operators, text)) return null;
    this.#position += 1;
    return operators[text] ?? null;
  }

  #unary(): Expression {
    for (const operator of ['!', '-'] as const) {
      if (this.#skips(operator))
        return { kind: 'unary', operator, operand: this.#nested(() => this.#unary()) };
    }
    return this.#withMembers(this.#primary());
  }

  #withMembers(start: Expression): Expression {
    let of = start;
    for (;;) {
      if (this.#skips('.') || this.#skips('?.')) {
        const name = this.#name();
        of = this.#skips('(')
          ? { kind: 'call', of, name, args: this.#items(')') }
          : { kind: 'member', of, key: { kind: 'literal', value: name } };
      } else if (this.#skips('[')) {
        const key = this.#nested(() => this.#level(0));
        this.#expects(']');
        of = { kind: 'member', of, key };
      } else {
        return of;
      }
    }
  }

  #name(): string {
    const { kind, text } = this.#next;
    if (kind !== 'name') throw new ExpressionError('A name is missing after the dot.');
    this.#position += 1;
    return text;
  }

  #items(closing: string): Expression[] {
    const items: Expression[] = [];
    if (this.#skips(closing)) return items;
    do items.push(this.#nested(() => this.#level(0)));
    while (this.#skips(','));
    this.#expects(closing);
    return items;
  }

  #primary(): Expression {
    const token = this.#next;
    if (token.kind === 'end') throw new ExpressionError('The expression ends too early.');
    this.#position += 1;
    if (token.kind === 'number' || token.kind === 'text') return { kind: 'literal', value: token.value };
    const { text } = token;
    if (token.kind === 'sign') {
      if (text === '[') return { kind: 'list', items: this.#items(']') };
      if (text !== '(') throw new ExpressionError(`Unexpected “${text}”.`);
      const inner = this.#nested(() => this.#level(0));
      this.#expects(')');
      return inner;
    }
    if (Object.hasOwn(literals, text)) return { kind: 'literal', value: literals[text] };
    if (text === '$') return { kind: 'state', key: null };
    if (this.#skips('(')) return functionCall(text, this.#items(')'));
    if (reserved.has(text)) throw new ExpressionError(`Unexpected “${text}”.`);
    return { kind: 'state', key: text };
  }
}

function functionCall(name: string, args: readonly Expression[]): Expression {
  const [of] = args;
  if (name !== 'len' || of === undefined || args.length !== 1)
    throw new ExpressionError(`There is no function ${name}. The only function is len(value).`);
  return { kind: 'member', of, key: { kind: 'literal', value: 'length' } };
}
