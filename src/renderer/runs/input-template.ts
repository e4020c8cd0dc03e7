import { isObject, itemsOf, membersOf, parseJson, textOf } from './frame-json.ts';

type Schema = Readonly<Record<string, unknown>>;

/** How deep a template goes into nested objects. */
const deepest = 4;

/**
 * An input to start from, made of a JSON Schema's defaults. `all` has every member; without it only those that are
 * required or have a default, and every member when that would be nothing. `{}` where there is no schema to go by.
 */
export function inputTemplate(schemaText: string | null, all: boolean): string {
  const root = schemaText === null ? undefined : parseJson(schemaText);
  if (!isObject(root)) return '{}';
  const some = valueFor(root, root, all, 0);
  const isEmpty = isObject(some) && Object.keys(some).length === 0;
  return JSON.stringify(isEmpty ? valueFor(root, root, true, 0) : some, null, 2);
}

function valueFor(schema: Schema, root: Schema, all: boolean, depth: number): unknown {
  const { default: preset, const: constant } = schema;
  if (preset !== undefined) return preset;
  if (constant !== undefined) return constant;
  const [example] = itemsOf(schema['examples']);
  if (example !== undefined) return example;
  const [choice] = itemsOf(schema['enum']);
  if (choice !== undefined) return choice;
  if (depth > deepest) return null;
  const alternative = alternativeOf(schema, root);
  if (alternative) return valueFor(alternative, root, all, depth + 1);
  return valueOfType(schema, root, all, depth);
}

function valueOfType(schema: Schema, root: Schema, all: boolean, depth: number): unknown {
  const { type } = schema;
  switch (Array.isArray(type) ? type.find((one) => one !== 'null') : type) {
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'null':
      return null;
    default:
      return isObject(schema['properties'])
        ? objectFor(schema, root, all, depth)
        : type === 'object'
          ? {}
          : null;
  }
}

function objectFor(schema: Schema, root: Schema, all: boolean, depth: number): unknown {
  const required = new Set(itemsOf(schema['required']));
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(membersOf(schema['properties']))) {
    if (!isObject(member)) continue;
    if (!all && !required.has(name) && !hasDefault(member, root)) continue;
    members.push([name, valueFor(member, root, all, depth + 1)]);
  }
  // Entries, not assignment: a member may be called `__proto__` (row J-4).
  return Object.fromEntries(members);
}

function hasDefault(schema: Schema, root: Schema): boolean {
  return schema['default'] !== undefined || alternativeOf(schema, root)?.['default'] !== undefined;
}

/** What a schema stands for: a definition elsewhere, or the first of its alternatives that is not null. */
function alternativeOf(schema: Schema, root: Schema): Schema | null {
  const reference = textOf(schema['$ref']);
  if (reference !== null) return lookUp(root, reference);
  const choices = [...itemsOf(schema['anyOf']), ...itemsOf(schema['oneOf']), ...itemsOf(schema['allOf'])];
  return choices.filter(isObject).find((one) => one['type'] !== 'null') ?? null;
}

function lookUp(root: Schema, reference: string): Schema | null {
  if (!reference.startsWith('#/')) return null;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(at) || !Object.hasOwn(at, name)) return null;
    at = at[name];
  }
  return isObject(at) ? at : null;
}
