import { submodule, type Module } from './project-modules.ts';
import type { Definition, Expression, Import, ModuleSyntax } from './module-syntax.ts';

/** An expression and the file that it is in. */
export interface Located {
  readonly module: Module;
  readonly value: Expression;
}

/**
 * What a name or an expression stands for, after all names that lead to it.
 *
 * - `defined`: A definition, or a value where it is written. `isOnly`: there is no other that it may be.
 * - `module`: A whole file of the project.
 * - `package`: Something of an installed package.
 */
export type Meaning =
  | {
      readonly kind: 'defined';
      readonly module: Module;
      readonly from: number;
      readonly name: string | null;
      readonly value: Expression | null;
      readonly decorators: readonly Expression[];
      readonly isOnly: boolean;
    }
  | { readonly kind: 'module'; readonly module: Module }
  | { readonly kind: 'package'; readonly specifier: string; readonly name: string | null };

type Defined = Extract<Meaning, { kind: 'defined' }>;

// Names that lead to names: more are a circle.
const maxDepth = 30;
// Of one name in all: files that export all of each other, or classes that extend each other, can be followed in many ways.
const maxWork = 2000;

interface Steps {
  readonly depth: number;
  readonly work: { left: number };
}

function firstStep(): Steps {
  return { depth: 0, work: { left: maxWork } };
}

function deeper({ depth, work }: Steps): Steps {
  return { depth: depth + 1, work };
}

function isWithinLimits({ depth, work }: Steps): boolean {
  work.left -= 1;
  return depth <= maxDepth && work.left >= 0;
}

/** Follows a name, also into other files of the project. `null`: unknown, such as a parameter. */
export function resolveName(
  module: Module,
  name: string,
  position: number,
  steps = firstStep(),
): Meaning | null {
  if (!isWithinLimits(steps)) return null;
  const definitions = definitionsAt(module, name, position);
  const [first] = definitions;
  if (first) return followMeaning(definedBy(module, first, definitions.length === 1), steps);
  const imported = module.syntax.imports.find(({ local }) => local === name);
  if (imported) return resolveImport(module, imported, deeper(steps));
  for (const { exported, specifier } of module.syntax.exports) {
    const other = exported === null && specifier !== null ? module.imported.get(specifier) : undefined;
    const meaning = other ? resolveExport(other, name, deeper(steps)) : null;
    if (meaning) return meaning;
  }
  return null;
}

/** What a module offers under a name. */
export function resolveExport(module: Module, name: string, steps = firstStep()): Meaning | null {
  if (!isWithinLimits(steps)) return null;
  for (const one of module.syntax.exports) {
    if (one.exported !== name || one.name === null) continue;
    if (one.specifier === null) return resolveName(module, one.name, 0, deeper(steps));
    const other = module.imported.get(one.specifier);
    return other
      ? resolveExport(other, one.name, deeper(steps))
      : { kind: 'package', specifier: one.specifier, name: one.name };
  }
  return resolveName(module, name, 0, deeper(steps));
}

/** What an expression stands for: itself, unless it is a name or a member of something known. */
export function resolveExpression({ module, value }: Located, steps = firstStep()): Meaning | null {
  if (!isWithinLimits(steps)) return null;
  if (value.kind === 'name') return resolveName(module, value.name, value.from, deeper(steps));
  if (value.kind === 'member') return resolveMember({ module, value }, deeper(steps));
  return { kind: 'defined', module, from: value.from, name: null, value, decorators: [], isOnly: true };
}

/** The text that an expression has, if it is written somewhere. */
export function textOf(located: Located): string | null {
  const { value } = located;
  if (value.kind === 'text') return value.value;
  if (value.kind === 'member' && value.property === 'value')
    return textOf({ module: located.module, value: value.object });
  if (value.kind !== 'name' && value.kind !== 'member') return null;
  const meaning = resolveExpression(located);
  if (meaning?.kind === 'defined')
    return meaning.isOnly && meaning.value?.kind === 'text' ? meaning.value.value : null;
  if (meaning?.kind === 'package' && /langgraph/.test(meaning.specifier)) {
    if (meaning.name === 'START') return '__start__';
    if (meaning.name === 'END') return '__end__';
  }
  return null;
}

function resolveImport(module: Module, { specifier, imported }: Import, steps: Steps): Meaning | null {
  const other = module.imported.get(specifier);
  if (imported === null)
    return other ? { kind: 'module', module: other } : { kind: 'package', specifier, name: null };
  const meaning = other ? resolveExport(other, imported, steps) : null;
  if (meaning) return meaning;
  const file = module.imported.get(submodule(specifier, imported));
  if (file) return { kind: 'module', module: file };
  return other ? null : { kind: 'package', specifier, name: imported };
}

function resolveMember({ module, value }: Located, steps: Steps): Meaning | null {
  if (value.kind !== 'member') return null;
  const { object, property } = value;
  if (object.kind === 'name' && (object.name === 'self' || object.name === 'this'))
    return resolveOwnMember(module, object.name, property, value.from, steps);
  // `import app.nodes`
  const dotted = module.text.slice(value.from, value.to);
  const file = module.syntax.imports.find(({ local }) => local.includes('.') && local === dotted);
  if (file) return resolveImport(module, file, steps);
  const meaning = resolveExpression({ module, value: object }, steps);
  if (meaning?.kind === 'module') return resolveExport(meaning.module, property, steps);
  if (meaning?.kind === 'package') return { ...meaning, name: property };
  return meaning?.kind === 'defined' ? memberOf(meaning, property, steps) : null;
}

// A method or a field of the class around it.
function resolveOwnMember(
  module: Module,
  self: string,
  property: string,
  position: number,
  steps: Steps,
): Meaning | null {
  const around = module.syntax.definitions
    .filter(({ value }) => value?.kind === 'class' && value.from <= position && position < value.to)
    .toSorted((a, b) => b.from - a.from);
  for (const definition of around) {
    const member = memberOf(definedBy(module, definition, true), property, steps);
    if (member) return member;
  }
  const fields = definitionsAt(module, `${self}.${property}`, position);
  const [field] = fields;
  return field ? followMeaning(definedBy(module, field, fields.length === 1), steps) : null;
}

function memberOf(owner: Defined, property: string, steps: Steps): Meaning | null {
  const { module, value } = owner;
  if (value?.kind === 'call') {
    // An instance: `Nodes().plan`
    const made = resolveExpression({ module, value: value.callee }, deeper(steps));
    return made?.kind === 'defined' && made.value?.kind === 'class'
      ? memberOf(made, property, deeper(steps))
      : null;
  }
  const entries = value?.kind === 'record' ? value.entries : value?.kind === 'class' ? value.members : [];
  const entry = entries.findLast(({ key }) => key === property);
  if (entry) {
    const { value: member } = entry;
    if (member.kind === 'name' || member.kind === 'member')
      return resolveExpression({ module, value: member }, deeper(steps));
    return {
      kind: 'defined',
      module,
      from: entry.from,
      name: property,
      value: member,
      decorators: [],
      isOnly: owner.isOnly,
    };
  }
  if (value?.kind !== 'class') return null;
  for (const base of value.bases) {
    const meaning = resolveExpression({ module, value: base }, deeper(steps));
    const member = meaning?.kind === 'defined' ? memberOf(meaning, property, deeper(steps)) : null;
    if (member) return member;
  }
  return null;
}

// `const plan = makePlan` leads to makePlan.
function followMeaning(meaning: Defined, steps: Steps): Meaning | null {
  const { value, module } = meaning;
  if (value === null) return null;
  if (value.kind !== 'name' && value.kind !== 'member') return meaning;
  return resolveExpression({ module, value }, deeper(steps)) ?? meaning;
}

function definedBy(module: Module, definition: Definition, isOnly: boolean): Defined {
  const { from, value, decorators, name } = definition;
  return { kind: 'defined', module, from, name, value, decorators, isOnly };
}

// All definitions of a name in the innermost scope that has one; the last is usually the one that counts.
function definitionsAt(module: Module, name: string, position: number): Definition[] {
  const visible = definitionsOf(module.syntax, name).filter(
    ({ scope }) => scope.from <= position && position <= scope.to,
  );
  const innermost = visible.reduce((most, { scope }) => Math.max(most, scope.from), 0);
  return visible.filter(({ scope }) => scope.from === innermost).toReversed();
}

const byName = new WeakMap<ModuleSyntax, ReadonlyMap<string, readonly Definition[]>>();

/** All definitions of a name in a file. */
export function definitionsOf(syntax: ModuleSyntax, name: string): readonly Definition[] {
  let definitions = byName.get(syntax);
  if (definitions === undefined) {
    definitions = groupByName(syntax.definitions);
    byName.set(syntax, definitions);
  }
  return definitions.get(name) ?? [];
}

function groupByName(definitions: readonly Definition[]): ReadonlyMap<string, readonly Definition[]> {
  const groups = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const group = groups.get(definition.name);
    if (group === undefined) groups.set(definition.name, [definition]);
    else group.push(definition);
  }
  return groups;
}
