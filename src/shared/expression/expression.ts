export type Expression =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  /** A key of the state, or (`null`) the whole state. */
  | { readonly kind: 'state'; readonly key: string | null }
  | { readonly kind: 'member'; readonly of: Expression; readonly key: Expression }
  | {
      readonly kind: 'call';
      readonly of: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

type UnaryOperator = '!' | '-';
export type BinaryOperator =
  // Lowest precedence first:
  '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

/** Longest expression, in UTF-16 units. */
export const maxExpressionLength = 1000;

/** An invalid expression, or one that can't be evaluated over this state. The message is a sentence for the user. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}
