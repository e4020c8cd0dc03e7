import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import type { Expression, ModuleSyntax, RecordEntry } from './module-syntax.ts';
import {
  childrenOf,
  methodEntry,
  otherExpression,
  partsOf,
  rangeOf,
  readSyntax,
  type NodeHandlers,
  type Scope,
  type SyntaxReader,
} from './syntax-reader.ts';

export function readJavaScript(source: string, hasMarkup: boolean): Promise<ModuleSyntax> {
  return readSyntax(parser.configure({ dialect: hasMarkup ? 'ts jsx' : 'ts' }), source, handlers);
}

const handlers: NodeHandlers = {
  String: (node, _scope, { text }) => ({ kind: 'text', value: unquoted(text(node)), ...rangeOf(node) }),
  TemplateString: (node, scope, reader) => {
    if (node.getChild('Interpolation') === null)
      return { kind: 'text', value: unquoted(reader.text(node)), ...rangeOf(node) };
    for (const child of childrenOf(node)) reader.visit(child, scope);
    return otherExpression(node);
  },
  // `x as T`, `x satisfies T`, `x!`
  BinaryExpression: (node, scope, reader) => {
    const [value, operator] = childrenOf(node);
    return value && (operator?.name === 'as' || operator?.name === 'satisfies')
      ? reader.read(value, scope)
      : null;
  },
  PostfixExpression: (node, scope, reader) => (node.firstChild ? reader.read(node.firstChild, scope) : null),
  ArrowFunction: (node, scope, reader) => reader.readFunction(node, scope, null),
  FunctionExpression: (node, scope, reader) => reader.readFunction(node, scope, nameOf(node, reader)),
  ClassExpression: readClass,
  ObjectExpression: (node, scope, reader) => ({
    kind: 'record',
    entries: node.getChildren('Property').map((property) => readProperty(property, scope, reader)),
    ...rangeOf(node),
  }),
  VariableDeclaration: (node, scope, reader) => {
    const children = childrenOf(node);
    children.forEach((child, index) => {
      if (
        child.name !== 'VariableDefinition' &&
        child.name !== 'ObjectPattern' &&
        child.name !== 'ArrayPattern'
      )
        return;
      const equals = children.findIndex(
        ({ name }, place) => place > index && (name === 'Equals' || name === ','),
      );
      const value = children[equals]?.name === 'Equals' ? children[equals + 1] : undefined;
      const read = value === undefined ? null : reader.read(value, scope);
      if (child.name === 'VariableDefinition') reader.define(child, read, { node: child, scope });
      else reader.visit(child, scope);
    });
    return otherExpression(node);
  },
  FunctionDeclaration: (node, scope, reader) => {
    const name = node.getChild('VariableDefinition');
    const value = reader.readFunction(node, scope, nameOf(node, reader));
    if (name) reader.define(name, value, { node: name, scope });
    return value;
  },
  ClassDeclaration: (node, scope, reader) => {
    const name = node.getChild('VariableDefinition');
    const value = readClass(node, scope, reader);
    if (name) reader.define(name, value, { node: name, scope });
    return value;
  },
  EnumDeclaration: (node, scope, reader) => {
    const name = node.getChild('TypeDefinition');
    const parts = partsOf(node.getChild('EnumBody') ?? node);
    const entries = parts.flatMap((part, index): RecordEntry[] => {
      const value = parts[index + 1]?.name === 'Equals' ? parts[index + 2] : undefined;
      return part.name === 'PropertyName' && value
        ? [{ key: reader.text(part), value: reader.read(value, scope), from: part.from }]
        : [];
    });
    if (name) reader.define(name, { kind: 'record', entries, ...rangeOf(node) }, { node: name, scope });
    return otherExpression(node);
  },
  ReturnStatement: (node, scope, reader) => {
    const value = childrenOf(node).find(({ name }) => name !== 'return' && name !== ';');
    if (value) scope.returns.push(reader.read(value, scope));
    return otherExpression(node);
  },
  AssignmentExpression: (node, scope, reader) => {
    const [target, , value] = childrenOf(node);
    if (!target || !value) return null;
    const read = reader.read(value, scope);
    const named = reader.text(target);
    if (target.name === 'VariableName') reader.define(target, read, { node: target, scope });
    else if (/^this\.\w+$/.test(named) && scope.members)
      reader.define(named, read, { node: target, scope: { ...scope, ...scope.members } });
    return read;
  },
  ImportDeclaration: (node, _scope, reader) => {
    const specifier = specifierOf(node, reader);
    if (specifier === null) return otherExpression(node);
    const add = (local: SyntaxNode, imported: string | null): void => {
      reader.imports.push({ local: reader.text(local), specifier, imported, from: local.from });
    };
    const whole = node.getChild('Star') !== null;
    const main = node.getChild('VariableDefinition');
    if (main) add(main, whole ? null : 'default');
    for (const { name, local } of namesOf(node.getChild('ImportGroup'))) add(local, reader.text(name));
    return otherExpression(node);
  },
  ExportDeclaration: (node, scope, reader) => {
    const specifier = specifierOf(node, reader);
    const group = node.getChild('ExportGroup');
    for (const { name, local } of namesOf(group))
      reader.exports.push({ exported: reader.text(local), specifier, name: reader.text(name) });
    if (specifier !== null && node.getChild('Star'))
      reader.exports.push({ exported: null, specifier, name: null });
    if (group || specifier !== null) return otherExpression(node);
    const children = childrenOf(node).filter(({ name }) => name !== 'export' && name !== ';');
    const value = children.at(-1);
    if (!value) return otherExpression(node);
    const read = reader.read(value, scope);
    if (children[0]?.name === 'default') reader.define('default', read, { node: value, scope });
    return read;
  },
};

function nameOf(node: SyntaxNode, { text }: SyntaxReader): string | null {
  const name = node.getChild('VariableDefinition');
  return name ? text(name) : null;
}

function readClass(node: SyntaxNode, scope: Scope, reader: SyntaxReader): Expression {
  const extended = node.getChild('extends')?.nextSibling;
  const inner: Scope = { ...scope, members: rangeOf(node) };
  const members = partsOf(node.getChild('ClassBody') ?? node).flatMap((member): RecordEntry[] => {
    const key = member.getChild('PropertyDefinition');
    if (!key) return [];
    if (member.name === 'MethodDeclaration') return [methodEntry(member, key, inner, reader)];
    const value = member.getChild('Equals')?.nextSibling;
    if (!value) return [];
    const read = reader.read(value, inner);
    reader.define(`this.${reader.text(key)}`, read, { node: key, scope: { ...scope, ...rangeOf(node) } });
    return [{ key: reader.text(key), value: read, from: key.from }];
  });
  const bases = extended ? [reader.read(extended, scope)] : [];
  return { kind: 'class', name: nameOf(node, reader), bases, members, ...rangeOf(node) };
}

function readProperty(property: SyntaxNode, scope: Scope, reader: SyntaxReader): RecordEntry {
  const [key] = childrenOf(property);
  const colon = property.getChild(':');
  const value = colon?.nextSibling;
  if (key && value) {
    const isText = key.name === 'String';
    const isNamed = isText || key.name === 'PropertyDefinition';
    const named = isText ? unquoted(reader.text(key)) : reader.text(key);
    return { key: isNamed ? named : null, value: reader.read(value, scope), from: key.from };
  }
  const name = property.getChild('PropertyDefinition');
  if (name && property.getChild('ParamList')) return methodEntry(property, name, scope, reader);
  // `{ plan }`
  const shorthand = name ? reader.text(name) : null;
  const range = rangeOf(property);
  return {
    key: shorthand,
    value: shorthand === null ? otherExpression(property) : { kind: 'name', name: shorthand, ...range },
    from: range.from,
  };
}

// `{ a, b as c }`, without types.
function namesOf(group: SyntaxNode | null): { readonly name: SyntaxNode; readonly local: SyntaxNode }[] {
  if (!group) return [];
  const parts = childrenOf(group);
  return parts.flatMap((name, index) => {
    if (name.name !== 'VariableName' && name.name !== 'VariableDefinition') return [];
    const before = parts[index - 1]?.name;
    if (before === 'as' || before === 'type') return [];
    const renamed = parts[index + 1]?.name === 'as' ? parts[index + 2] : undefined;
    return [{ name, local: renamed ?? name }];
  });
}

function specifierOf(node: SyntaxNode, { text }: SyntaxReader): string | null {
  const specifier = node.getChild('String');
  return specifier ? unquoted(text(specifier)) : null;
}

function unquoted(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}
