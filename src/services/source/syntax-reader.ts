import { setImmediate } from 'node:timers/promises';
import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import type {
  Definition,
  Export,
  Expression,
  Import,
  CallExpression,
  FunctionExpression,
  ModuleSyntax,
  RecordEntry,
} from './module-syntax.ts';

/** Where names are defined: a module or a function. `members`: the extent of its class, if it is a method. */
export interface Scope {
  readonly from: number;
  readonly to: number;
  readonly returns: Expression[];
  readonly members: { readonly from: number; readonly to: number } | null;
}

export type NodeHandlers = Readonly<
  Record<string, (node: SyntaxNode, scope: Scope, reader: SyntaxReader) => Expression | null>
>;

export interface SyntaxReader {
  /** Reads an expression, and with it all definitions and calls in it. */
  read(node: SyntaxNode, scope: Scope): Expression;
  /** Reads statements. */
  visit(node: SyntaxNode, scope: Scope): void;
  define(
    name: SyntaxNode | string,
    value: Expression | null,
    place: { readonly node: SyntaxNode; readonly scope: Scope; readonly decorators?: readonly Expression[] },
  ): void;
  /** A function whose body has a scope of its own. */
  readFunction(node: SyntaxNode, scope: Scope, name: string | null): FunctionExpression;
  text(node: SyntaxNode): string;
  readonly imports: Import[];
  readonly exports: Export[];
}

// Expressions in one another, without chains of calls. Deeper ones are not read.
const maxDepth = 300;

const passedThrough = new Set(['ParenthesizedExpression', 'AwaitExpression', 'InstantiationExpression']);

// Milliseconds of parsing after which others get their turn.
const sliceMs = 20;

/**
 * Reads a module with the parser and the handlers of its language. Never rejects for what it reads: what it does not
 * know is left out.
 */
export async function readSyntax(
  parser: Parser,
  source: string,
  handlers: NodeHandlers,
): Promise<ModuleSyntax> {
  const parse = parser.startParse(source);
  let tree: Tree | null = null;
  for (let startedAt = performance.now(); tree === null; tree = parse.advance()) {
    if (performance.now() - startedAt < sliceMs) continue;
    await setImmediate();
    startedAt = performance.now();
  }
  return toModuleSyntax(tree, source, handlers);
}

function toModuleSyntax(tree: Tree, source: string, handlers: NodeHandlers): ModuleSyntax {
  const definitions: Definition[] = [];
  const calls: CallExpression[] = [];
  let depth = 0;

  const text = (node: SyntaxNode): string => source.slice(node.from, node.to);

  const nested = <T>(otherwise: T, read: () => T): T => {
    if (depth >= maxDepth) return otherwise;
    depth += 1;
    try {
      return read();
    } finally {
      depth -= 1;
    }
  };

  const reader: SyntaxReader = {
    imports: [],
    exports: [],
    text,
    read: (node, scope) =>
      nested<Expression>(otherExpression(node), () => {
        if (isLink(node)) return readChain(node, scope);
        if (passedThrough.has(node.name)) {
          const inner = childrenOf(node).find((child) => child.name !== '(' && child.name !== 'await');
          return inner === undefined ? otherExpression(node) : reader.read(inner, scope);
        }
        if (node.name === 'VariableName' || node.name === 'this') {
          return { kind: 'name', name: text(node), ...rangeOf(node) };
        }
        const handled = handlers[node.name]?.(node, scope, reader);
        if (handled) return handled;
        if (node.name === 'ArrayExpression' || node.name === 'TupleExpression') {
          const items = partsOf(node).map((child) => reader.read(child, scope));
          return { kind: 'list', items, ...rangeOf(node) };
        }
        visitChildren(node, scope);
        return otherExpression(node);
      }),
    visit: (node, scope) =>
      nested(undefined, () => {
        if (isLink(node) || handlers[node.name] !== undefined) reader.read(node, scope);
        else visitChildren(node, scope);
      }),
    define: (name, value, { node, scope, decorators = [] }) => {
      const range = { from: scope.from, to: scope.to };
      const named = typeof name === 'string' ? name : text(name);
      definitions.push({ name: named, from: node.from, value, decorators, scope: range });
    },
    readFunction: (node, scope, name) => {
      const inner: Scope = { ...rangeOf(node), returns: [], members: scope.members };
      const parameters = node.getChild('ParamList');
      for (const parameter of parameters?.getChildren('VariableName') ?? [])
        reader.define(parameter, null, { node: parameter, scope: inner });
      if (parameters) visitChildren(parameters, inner);
      const body = node.lastChild;
      if (body && body.name !== 'ParamList') {
        if (body.name === 'Block' || body.name === 'Body') visitChildren(body, inner);
        else inner.returns.push(reader.read(body, inner));
      }
      return { kind: 'function', name, returns: inner.returns, ...rangeOf(node) };
    },
  };

  function visitChildren(node: SyntaxNode, scope: Scope): void {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      // A name that a pattern or a loop defines.
      if (child.name === 'VariableDefinition') reader.define(child, null, { node: child, scope });
      else reader.visit(child, scope);
    }
  }

  // `a.b(1).c(2)`: from its root up, without recursion, as a graph can be one chain of a thousand calls.
  function readChain(node: SyntaxNode, scope: Scope): Expression {
    const links: SyntaxNode[] = [];
    let root: SyntaxNode = node;
    for (; isLink(root);) {
      links.push(root);
      const inner = childrenOf(root).find((child) => child.name !== 'new');
      if (inner === undefined) break;
      root = inner;
    }
    let value = isLink(root) ? otherExpression(root) : reader.read(root, scope);
    for (const link of links.toReversed()) {
      if (link.name === 'MemberExpression') {
        const property = link.getChild('PropertyName');
        if (property === null) {
          const [, index] = partsOf(link);
          if (index) reader.visit(index, scope);
          value = otherExpression(link);
        } else {
          const name = text(property);
          value = {
            kind: 'member',
            object: value,
            property: name,
            propertyFrom: property.from,
            ...rangeOf(link),
          };
        }
      } else {
        value = { kind: 'call', callee: value, ...readArguments(link, scope), ...rangeOf(link) };
        calls.push(value);
      }
    }
    return value;
  }

  function readArguments(call: SyntaxNode, scope: Scope): Pick<CallExpression, 'args' | 'keywords'> {
    const args: Expression[] = [];
    const keywords = new Map<string, Expression>();
    const list = call.getChild('ArgList');
    const parts = list === null ? [] : partsOf(list);
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (!part) continue;
      const value = parts[index + 2];
      if (part.name === 'VariableName' && parts[index + 1]?.name === 'AssignOp' && value) {
        keywords.set(text(part), reader.read(value, scope));
        index += 2;
      } else args.push(reader.read(part, scope));
    }
    return { args, keywords };
  }

  visitChildren(tree.topNode, { from: 0, to: source.length, returns: [], members: null });
  return { definitions, imports: reader.imports, exports: reader.exports, calls };
}

function isLink({ name }: SyntaxNode): boolean {
  return name === 'CallExpression' || name === 'NewExpression' || name === 'MemberExpression';
}

export function rangeOf({ from, to }: SyntaxNode): { from: number; to: number } {
  return { from, to };
}

export function otherExpression(node: SyntaxNode): Expression {
  return { kind: 'other', ...rangeOf(node) };
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (!child.type.isError && !child.name.endsWith('Comment')) children.push(child);
  }
  return children;
}

/** The children of a list, without its punctuation. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => !/^[()[\]{},.]$|^\?\.$/.test(name));
}

/** An entry whose value is a function of that name. */
export function methodEntry(
  node: SyntaxNode,
  key: SyntaxNode,
  scope: Scope,
  reader: SyntaxReader,
): RecordEntry {
  const name = reader.text(key);
  return { key: name, value: reader.readFunction(node, scope, name), from: key.from };
}
