import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import type { Expression, ModuleSyntax, RecordEntry } from './module-syntax.ts';
import {
  childrenOf,
  otherExpression,
  partsOf,
  rangeOf,
  readSyntax,
  type NodeHandlers,
  type Scope,
  type SyntaxReader,
} from './syntax-reader.ts';

export function readPython(source: string): Promise<ModuleSyntax> {
  return readSyntax(parser, source, handlers);
}

const handlers: NodeHandlers = {
  String: (node, _scope, { text }) => ({ kind: 'text', value: unquoted(text(node)), ...rangeOf(node) }),
  ContinuedString: (node, _scope, { text }) => ({
    kind: 'text',
    value: node
      .getChildren('String')
      .map((part) => unquoted(text(part)))
      .join(''),
    ...rangeOf(node),
  }),
  LambdaExpression: (node, scope, reader) => reader.readFunction(node, scope, null),
  DictionaryExpression: (node, scope, reader) => {
    const parts = partsOf(node);
    const entries = parts.flatMap((key, index): RecordEntry[] => {
      const value = parts[index + 1]?.name === ':' ? parts[index + 2] : undefined;
      if (!value) return [];
      const named = reader.read(key, scope);
      const name = named.kind === 'text' ? named.value : null;
      return [{ key: name, value: reader.read(value, scope), from: key.from }];
    });
    return { kind: 'record', entries, ...rangeOf(node) };
  },
  AssignStatement: (node, scope, reader) => {
    const children = childrenOf(node);
    const equals = children.findIndex(({ name }) => name === 'AssignOp');
    const targets = children.slice(0, Math.max(equals, 0)).filter(({ name }) => name !== 'TypeDef');
    // `a = b = value`
    const values = equals < 0 ? [] : children.slice(equals + 1);
    const [only] = values.filter(({ name }) => name !== ',');
    const isOne = targets.length === 1 && values.length === 1;
    const read = values.map((value) => (value.name === ',' ? null : reader.read(value, scope)));
    for (const target of targets) {
      const value = isOne && only ? (read[0] ?? null) : null;
      const named = reader.text(target);
      if (target.name === 'VariableName') reader.define(target, value, { node: target, scope });
      else if (/^self\.\w+$/.test(named) && scope.members)
        reader.define(named, value, { node: target, scope: { ...scope, ...scope.members } });
      else reader.visit(target, scope);
    }
    return otherExpression(node);
  },
  ForStatement: (node, scope, reader) => {
    const children = childrenOf(node);
    const end = children.findIndex(({ name }) => name === 'in');
    children.forEach((child, index) => {
      if (index < end && child.name === 'VariableName') reader.define(child, null, { node: child, scope });
      else reader.visit(child, scope);
    });
    return otherExpression(node);
  },
  FunctionDefinition: (node, scope, reader) => define(node, [], scope, reader),
  ClassDefinition: (node, scope, reader) => define(node, [], scope, reader),
  DecoratedStatement: (node, scope, reader) => {
    const decorators = node
      .getChildren('Decorator')
      .map((decorator) => readDecorator(decorator, scope, reader));
    const definition = node.getChild('FunctionDefinition') ?? node.getChild('ClassDefinition');
    return definition ? define(definition, decorators, scope, reader) : otherExpression(node);
  },
  ReturnStatement: (node, scope, reader) => {
    const [value, ...more] = childrenOf(node).filter(({ name }) => name !== 'return');
    if (value) scope.returns.push(reader.read(value, scope));
    for (const one of more) reader.visit(one, scope);
    return otherExpression(node);
  },
  ImportStatement: (node, _scope, reader) => {
    readImport(node, reader);
    return otherExpression(node);
  },
};

// The decorator's call has no node of its own.
function readDecorator(decorator: SyntaxNode, scope: Scope, reader: SyntaxReader): Expression {
  const names = decorator.getChildren('VariableName').concat(decorator.getChildren('PropertyName'));
  const last = names.toSorted((a, b) => a.from - b.from).at(-1);
  if (!last) return otherExpression(decorator);
  const callee: Expression = { kind: 'name', name: reader.text(last), ...rangeOf(last) };
  const list = decorator.getChild('ArgList');
  if (!list) return callee;
  const parts = partsOf(list);
  const args: Expression[] = [];
  const keywords = new Map<string, Expression>();
  parts.forEach((part, index) => {
    if (part.name === 'AssignOp') {
      const [name, value] = [parts[index - 1], parts[index + 1]];
      if (name && value) keywords.set(reader.text(name), reader.read(value, scope));
    } else if (parts[index - 1]?.name !== 'AssignOp' && parts[index + 1]?.name !== 'AssignOp')
      args.push(reader.read(part, scope));
  });
  return { kind: 'call', callee, args, keywords, ...rangeOf(decorator) };
}

function define(
  node: SyntaxNode,
  decorators: readonly Expression[],
  scope: Scope,
  reader: SyntaxReader,
): Expression {
  const name = node.getChild('VariableName');
  if (!name) return otherExpression(node);
  const value =
    node.name === 'ClassDefinition'
      ? readClass(node, scope, reader)
      : reader.readFunction(node, scope, reader.text(name));
  reader.define(name, value, { node: name, scope, decorators });
  return value;
}

function readClass(node: SyntaxNode, scope: Scope, reader: SyntaxReader): Expression {
  const list = node.getChild('ArgList');
  const bases = (list ? partsOf(list) : []).map((base) => reader.read(base, scope));
  const inner: Scope = { ...scope, members: rangeOf(node) };
  const body = node.getChild('Body');
  const members = (body ? childrenOf(body) : []).flatMap((statement): RecordEntry[] => {
    const member = statement.name === 'DecoratedStatement' ? statement.lastChild : statement;
    const key = member?.getChild('VariableName');
    if (!member || !key) {
      reader.visit(statement, inner);
      return [];
    }
    if (member.name === 'FunctionDefinition') {
      return [
        {
          key: reader.text(key),
          value: reader.readFunction(member, inner, reader.text(key)),
          from: key.from,
        },
      ];
    }
    const value = member.name === 'AssignStatement' ? member.getChild('AssignOp')?.nextSibling : null;
    return value ? [{ key: reader.text(key), value: reader.read(value, inner), from: key.from }] : [];
  });
  const name = node.getChild('VariableName');
  return { kind: 'class', name: name ? reader.text(name) : null, bases, members, ...rangeOf(node) };
}

// `import a.b as c, d`, `from ..a import b as c, d`, `from .a import *`
function readImport(node: SyntaxNode, reader: SyntaxReader): void {
  const children = childrenOf(node).filter(({ name }) => name !== '(' && name !== ')');
  const isFrom = children[0]?.name === 'from';
  const start = children.findIndex(({ name }) => name === 'import');
  const origin = isFrom
    ? children
        .slice(1, start)
        .map((part) => reader.text(part))
        .join('')
    : null;
  let named: SyntaxNode[] = [];
  let local: SyntaxNode | null = null;
  const end = (): void => {
    const [first] = named;
    if (!first) return;
    const path = named.map((part) => reader.text(part)).join('.');
    if (origin !== null && path === '*')
      reader.exports.push({ exported: null, specifier: origin, name: null });
    else if (origin !== null)
      reader.imports.push({
        local: reader.text(local ?? first),
        specifier: origin,
        imported: path,
        from: first.from,
      });
    else {
      const whole = { imported: null, from: first.from };
      // `import a.b` also makes the name `a`.
      if (!local) reader.imports.push({ local: reader.text(first), specifier: reader.text(first), ...whole });
      if (local || named.length > 1)
        reader.imports.push({ local: local ? reader.text(local) : path, specifier: path, ...whole });
    }
    named = [];
    local = null;
  };
  for (let index = start + 1; index < children.length; index += 1) {
    const child = children[index];
    if (!child) continue;
    if (child.name === ',') end();
    else if (child.name === 'as') {
      local = children[index + 1] ?? null;
      index += 1;
    } else if (child.name === 'VariableName' || child.name === '*') named.push(child);
  }
  end();
}

function unquoted(literal: string): string {
  const [, prefix = '', quote = '', body = ''] = /^([a-zA-Z]*)('''|"""|'|")([\s\S]*)\2$/.exec(literal) ?? [];
  if (quote === '') return literal;
  return /r/i.test(prefix) ? body : body.replaceAll(/\\(.)/g, '$1');
}
