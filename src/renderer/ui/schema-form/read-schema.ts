import { JsonText } from '../../../exact-json/json-text.ts';
import { parseExact } from '../../../exact-json/parse-exact.ts';
import { stringifyExact } from '../../../exact-json/stringify.ts';
import { limitsOf } from './limits.ts';
import {
  kindWord,
  type FieldFacts,
  type FieldKind,
  type SchemaField,
  type SchemaOption,
} from './schema-field.ts';

type Schema = Readonly<Record<string, unknown>>;

/** How deep alternatives may lie in alternatives. */
const deepestChoice = 6;

/** How many references may follow one another before a schema is taken for one that only refers to itself. */
const mostReferences = 32;

/**
 * The form of a JSON Schema (any draft); `null` for a text that is none. What a form can't show (conditions, negations,
 * tuples of patterns, things unknown) becomes a field for any JSON. Nothing is compiled or evaluated.
 */
export function readSchema(schemaText: string | null): SchemaField | null {
  if (schemaText === null) return null;
  let root: unknown;
  try {
    root = parseExact(schemaText, 'spelling');
  } catch {
    return null;
  }
  return isSchema(root) ? fieldOf(root, root) : null;
}

const anything: SchemaField = {
  title: null,
  description: null,
  defaultText: null,
  nullable: false,
  kind: 'any',
};

function fieldOf(schema: unknown, root: Schema, depth = 0): SchemaField {
  if (!isSchema(schema)) return anything;
  const whole = withoutReferences(schema, root);
  if (whole === null) return anything;
  const alternatives = alternativesOf(whole);
  if (alternatives !== null)
    return depth < deepestChoice ? choiceOf(whole, alternatives, root, depth) : anything;
  return { ...factsOf(whole), ...kindOf(whole, root) };
}

/** Follows `$ref` and joins `allOf`; what stands beside a reference wins. `null` when it never ends. */
function withoutReferences(schema: Schema, root: Schema): Schema | null {
  let whole = schema;
  for (let step = 0; step < mostReferences; step += 1) {
    const { $ref: reference, allOf, ...rest } = whole;
    if (typeof reference === 'string') {
      const target = lookUp(root, reference);
      if (target === null) return { ...rest, ...(Array.isArray(allOf) ? { allOf } : {}) };
      whole = { ...target, ...rest, ...(Array.isArray(allOf) ? { allOf } : {}) };
    } else if (Array.isArray(allOf)) {
      const parts = allOf.filter(isSchema);
      const references = parts.some((part) => '$ref' in part || 'allOf' in part);
      whole = references
        ? { ...rest, allOf: parts.map((part) => opened(part, root)) }
        : joined([...parts, rest]);
    } else {
      return whole;
    }
  }
  return null;
}

/** One step of a part of `allOf`: its reference followed, or its own parts joined. */
function opened(part: Schema, root: Schema): Schema {
  const { $ref: reference, allOf, ...rest } = part;
  if (typeof reference === 'string') return { ...lookUp(root, reference), ...rest };
  return Array.isArray(allOf) ? joined([...allOf.filter(isSchema), rest]) : part;
}

function joined(parts: readonly Schema[]): Schema {
  const all = (name: string): unknown[] => parts.map((part) => part[name]).filter((one) => one !== undefined);
  const properties = Object.assign(
    Object.create(null) as object,
    ...all('properties').filter(isSchema),
  ) as object;
  return {
    ...(Object.assign({}, ...parts) as Schema),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(all('required').length === 0 ? {} : { required: all('required').flat() }),
  };
}

function lookUp(root: Schema, reference: string): Schema | null {
  if (!reference.startsWith('#')) return null;
  let at: unknown = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = unescaped(part);
    if (Array.isArray(at)) at = (at as unknown[])[Number(name)];
    else if (isSchema(at) && Object.hasOwn(at, name)) at = at[name];
    else return null;
  }
  return isSchema(at) ? at : null;
}

function unescaped(part: string): string {
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The alternatives of `anyOf`, `oneOf` or a list of types; `null` where there are none. */
function alternativesOf(schema: Schema): readonly unknown[] | null {
  for (const name of ['anyOf', 'oneOf']) {
    const { [name]: list } = schema;
    if (Array.isArray(list) && list.length > 0) return list as unknown[];
  }
  const { type } = schema;
  if (!Array.isArray(type) || 'enum' in schema || 'const' in schema) return null;
  return type.map((one) => ({ ...schema, type: one as unknown, title: undefined, description: undefined }));
}

/** One of several forms. Null is told apart, since it is part of most of them. */
function choiceOf(
  schema: Schema,
  alternatives: readonly unknown[],
  root: Schema,
  depth: number,
): SchemaField {
  const options = alternatives.map((one) => {
    const alternative = withShared(schema, one, root);
    return { alternative, field: fieldOf(alternative, root, depth + 1) };
  });
  const others = options.filter(({ field }) => field.kind !== 'null');
  const facts = factsOf(schema);
  const nullable = others.length < options.length || others.some(({ field }) => field.nullable);
  const [only] = others;
  if (only === undefined) return { ...facts, kind: 'null', nullable: false };
  if (others.length === 1) {
    return {
      ...only.field,
      title: facts.title ?? only.field.title,
      description: facts.description ?? only.field.description,
      defaultText: facts.defaultText ?? only.field.defaultText,
      nullable,
    };
  }
  if (others.every(({ field }) => field.kind === 'enum')) {
    const texts = others.flatMap(({ field }) => (field.kind === 'enum' ? field.texts : []));
    return { ...facts, kind: 'enum', texts, nullable };
  }
  return { ...facts, kind: 'choice', options: labelled(others, root), nullable };
}

/** Members that stand beside the alternatives belong to each of them. */
function withShared(schema: Schema, alternative: unknown, root: Schema): unknown {
  const { properties, required } = schema;
  if (!('anyOf' in schema || 'oneOf' in schema) || !isSchema(properties) || !isSchema(alternative)) {
    return alternative;
  }
  const whole = withoutReferences(alternative, root) ?? {};
  return joined([{ type: 'object', properties, ...(required === undefined ? {} : { required }) }, whole]);
}

function labelled(
  options: readonly { readonly alternative: unknown; readonly field: SchemaField }[],
  root: Schema,
): readonly SchemaOption[] {
  const labels = options.map(
    ({ alternative, field }) =>
      field.title ?? tagOf(alternative, root) ?? kindWord({ ...field, nullable: false }),
  );
  return options.map(({ field }, index) => {
    const label = labels[index] ?? field.kind;
    const isAlone = labels.filter((one) => one === label).length === 1;
    return { label: isAlone ? label : `${label} ${index + 1}`, field };
  });
}

/** What tells an alternative from its siblings: the one value of a member like `type`. */
function tagOf(alternative: unknown, root: Schema): string | null {
  const whole = isSchema(alternative) ? withoutReferences(alternative, root) : null;
  const properties = whole?.['properties'];
  for (const member of isSchema(properties) ? Object.values(properties) : []) {
    if (!isSchema(member)) continue;
    const { const: constant, enum: list } = member;
    const value: unknown = constant ?? (Array.isArray(list) && list.length === 1 ? list[0] : undefined);
    if (typeof value === 'string') return value;
  }
  return null;
}

function factsOf(schema: Schema): FieldFacts {
  const { title, description, default: preset, nullable, langgraph_type: mark } = schema;
  const limits = limitsOf(schema);
  return {
    ...(limits === undefined ? {} : { limits }),
    ...(mark === 'messages' ? { messages: true } : {}),
    title: typeof title === 'string' && title !== '' ? title : null,
    description: typeof description === 'string' && description !== '' ? description : null,
    defaultText: preset === undefined ? null : stringifyExact(preset),
    nullable: nullable === true,
  };
}

function kindOf(schema: Schema, root: Schema): FieldKind & Partial<FieldFacts> {
  if (schema['const'] !== undefined) return { kind: 'enum', texts: [stringifyExact(schema['const'])] };
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0) return enumOf(schema['enum'] as unknown[]);
  switch (schema['type'] ?? impliedType(schema)) {
    case 'string':
      return { kind: 'string', format: typeof schema['format'] === 'string' ? schema['format'] : null };
    case 'integer':
      return { kind: 'number', integer: true };
    case 'number':
      return { kind: 'number', integer: false };
    case 'boolean':
      return { kind: 'boolean' };
    case 'null':
      return { kind: 'null' };
    case 'array':
      return arrayOf(schema, root);
    case 'object':
      return objectOf(schema, root);
    default:
      return { kind: 'any' };
  }
}

function impliedType(schema: Schema): string | null {
  if (isSchema(schema['properties'])) return 'object';
  return schema['items'] === undefined ? null : 'array';
}

function enumOf(values: readonly unknown[]): FieldKind & Partial<FieldFacts> {
  const texts = values.map((value) => stringifyExact(value)).filter((text) => text !== 'null');
  if (texts.length === 0) return { kind: 'null' };
  return { kind: 'enum', texts, ...(texts.length < values.length ? { nullable: true } : {}) };
}

function arrayOf(schema: Schema, root: Schema): FieldKind {
  const { items, prefixItems, additionalItems } = schema;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? additionalItems : items;
  return {
    kind: 'array',
    item: () => fieldOf(rest, root),
    first: tuple.map((one: unknown) => () => fieldOf(one, root)),
  };
}

function objectOf(schema: Schema, root: Schema): FieldKind {
  const { properties, required, additionalProperties } = schema;
  const isMap = additionalProperties === undefined ? !isSchema(properties) : additionalProperties !== false;
  const needed = new Set(Array.isArray(required) ? required : []);
  return {
    kind: 'object',
    members: Object.entries(isSchema(properties) ? properties : {}).map(([key, member]) => ({
      key,
      required: needed.has(key),
      field: () => fieldOf(member, root),
    })),
    others: isMap ? () => fieldOf(additionalProperties, root) : null,
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
}
