interface Range {
  readonly from: number;
  readonly to: number;
}

/** An expression as far as the search needs it, the same for JavaScript and Python. Positions are offsets in the file's text. */
export type Expression = Range &
  (
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'text'; readonly value: string }
    | CallParts
    | MemberParts
    | { readonly kind: 'function'; readonly name: string | null; readonly returns: readonly Expression[] }
    | ClassParts
    | { readonly kind: 'record'; readonly entries: readonly RecordEntry[] }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'other' }
  );

interface CallParts {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly args: readonly Expression[];
  // Arguments by name (Python).
  readonly keywords: ReadonlyMap<string, Expression>;
}

interface MemberParts {
  readonly kind: 'member';
  readonly object: Expression;
  readonly property: string;
  readonly propertyFrom: number;
}

interface ClassParts {
  readonly kind: 'class';
  readonly name: string | null;
  readonly bases: readonly Expression[];
  readonly members: readonly RecordEntry[];
}

export type CallExpression = Extract<Expression, { kind: 'call' }>;
export type FunctionExpression = Extract<Expression, { kind: 'function' }>;

/** `key`: `null` if it is computed. `from`: where the key is. */
export interface RecordEntry {
  readonly key: string | null;
  readonly value: Expression;
  readonly from: number;
}

/**
 * What a name stands for. `value`: `null` for a parameter, and for what is not one expression. `scope`: where the name
 * can be used.
 */
export interface Definition {
  readonly name: string;
  readonly from: number;
  readonly value: Expression | null;
  readonly decorators: readonly Expression[];
  readonly scope: Range;
}

/** `imported`: `null` for the whole module. */
export interface Import {
  readonly local: string;
  readonly specifier: string;
  readonly imported: string | null;
  readonly from: number;
}

/** `specifier`: `null` for what the module itself defines. `name: null`: everything of that module. */
export interface Export {
  readonly exported: string | null;
  readonly specifier: string | null;
  readonly name: string | null;
}

export interface ModuleSyntax {
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly calls: readonly CallExpression[];
}
