import { parseExact, stringifyExact } from 'exact-json';
import { constraintsOf } from './constraints.ts';
import {
  isSchema,
  mergeSchemas,
  resolveReference,
  consumeSteps,
  dereference,
  type SchemaReadState,
  type ReadBounds,
  type Schema,
} from './resolve-schema.ts';
import {
  fieldKindLabel,
  type FieldInfo,
  type FieldKind,
  type SchemaField,
  type SchemaOption,
} from './schema-field.ts';
import { truncate } from '../../../shared/truncate.ts';

// Maximum nesting of alternatives.
const deepestChoice = 6;

// For the window: reading takes some tens of milliseconds at most, whatever the schema.
export const windowBounds: ReadBounds = {
  text: 1_000_000,
  members: 1000,
  alternatives: 200,
  steps: 300_000,
  stepsOfOne: 30_000,
};

const unbounded: ReadBounds = {
  text: Infinity,
  members: Infinity,
  alternatives: Infinity,
  steps: Infinity,
  stepsOfOne: Infinity,
};

// Several parts of the window read the same few schemas.
const maxCached = 16;
const remembered = new Map<string, SchemaField | null>();

/**
 * Reads a JSON Schema of any draft as a form; `null` if the text is not a schema or is too long. What a form
 * can't show (conditions, negations, tuples of patterns, unknown keywords, anything beyond the bounds)
 * becomes a field for any JSON. Nothing is compiled or evaluated.
 */
export function readSchema(schemaText: string | null): SchemaField | null {
  if (schemaText === null) return null;
  const cached = remembered.get(schemaText);
  if (cached !== undefined) return cached;
  const field = read(schemaText, windowBounds);
  remembered.set(schemaText, field);
  const [oldest] = remembered.keys();
  if (remembered.size > maxCached && oldest !== undefined) remembered.delete(oldest);
  return field;
}

// Without bounds, for workers, which can be terminated.
export function readSchemaUnbounded(schemaText: string): SchemaField | null {
  return read(schemaText, unbounded);
}

function read(schemaText: string, bounds: ReadBounds): SchemaField | null {
  if (schemaText.length > bounds.text) return null;
  let root: unknown;
  try {
    root = parseExact(schemaText, 'spelling');
  } catch {
    return null;
  }
  return isSchema(root)
    ? fieldOf(root, { root, bounds, left: bounds.steps, leftOfOne: bounds.stepsOfOne, fields: new Map() })
    : null;
}

const anything: SchemaField = {
  title: null,
  description: null,
  defaultText: null,
  nullable: false,
  kind: 'any',
};

function fieldOf(source: unknown, reading: SchemaReadState, depth = 0): SchemaField {
  if (!isSchema(source)) return anything;
  const fields = knownAt(reading, depth);
  const cachedField = fields.get(source);
  if (cachedField) return cachedField;
  // One value that exceeds its share leaves the rest to the others.
  if (depth === 0) reading.leftOfOne = reading.bounds.stepsOfOne;
  const schema = targetOf(source, reading);
  const field = fields.get(schema) ?? (consumeSteps(reading, 1) ? madeOf(schema, reading, depth) : anything);
  fields.set(source, field).set(schema, field);
  return field;
}

function knownAt({ fields }: SchemaReadState, depth: number): Map<Schema, SchemaField> {
  let fieldsAtDepth = fields.get(depth);
  if (!fieldsAtDepth) fields.set(depth, (fieldsAtDepth = new Map()));
  return fieldsAtDepth;
}

// Follows a schema that is only a reference.
function targetOf(schema: Schema, reading: SchemaReadState): Schema {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string' || Object.keys(schema).length > 1) return schema;
  return resolveReference(reading, reference) ?? schema;
}

function madeOf(schema: Schema, reading: SchemaReadState, depth: number): SchemaField {
  const whole = dereference(schema, reading);
  if (whole === null) return anything;
  const alternatives = alternativesOf(whole);
  if (alternatives !== null) {
    const fits = depth < deepestChoice && alternatives.length <= reading.bounds.alternatives;
    return fits ? choiceOf(whole, alternatives, reading, depth) : anything;
  }
  return { ...factsOf(whole, reading), ...kindOf(whole, reading) };
}

// The alternatives of `anyOf`, `oneOf` or a list of types; `null` if there are none.
function alternativesOf(schema: Schema): readonly unknown[] | null {
  for (const name of ['anyOf', 'oneOf']) {
    const { [name]: list } = schema;
    if (Array.isArray(list) && list.length > 0) return list as unknown[];
  }
  const { type } = schema;
  if (!Array.isArray(type) || 'enum' in schema || 'const' in schema) return null;
  return type.map((one) => ({ ...schema, type: one as unknown, title: undefined, description: undefined }));
}

// An alternative. Null is treated separately, because most have it.
function choiceOf(
  schema: Schema,
  alternatives: readonly unknown[],
  reading: SchemaReadState,
  depth: number,
): SchemaField {
  const options = alternatives.map((one) => {
    const alternative = withShared(schema, one, reading);
    return { alternative, field: fieldOf(alternative, reading, depth + 1) };
  });
  const others = options.filter(({ field }) => field.kind !== 'null');
  const facts = factsOf(schema, reading);
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
  return { ...facts, kind: 'choice', options: labelled(others, reading), nullable };
}

// Members next to the alternatives belong to each of them.
function withShared(schema: Schema, alternative: unknown, reading: SchemaReadState): unknown {
  const { properties, required } = schema;
  if (!('anyOf' in schema || 'oneOf' in schema) || !isSchema(properties) || !isSchema(alternative)) {
    return alternative;
  }
  const whole = dereference(alternative, reading) ?? {};
  const shared = { type: 'object', properties, ...(required === undefined ? {} : { required }) };
  return mergeSchemas([shared, whole], reading);
}

function labelled(
  options: readonly { readonly alternative: unknown; readonly field: SchemaField }[],
  reading: SchemaReadState,
): readonly SchemaOption[] {
  const labels = options.map(
    ({ alternative, field }) =>
      field.title ?? tagOf(alternative, reading) ?? fieldKindLabel({ ...field, nullable: false }),
  );
  return options.map(({ field }, index) => {
    const label = labels[index] ?? field.kind;
    const isAlone = labels.filter((one) => one === label).length === 1;
    return { label: isAlone ? label : `${label} ${index + 1}`, field };
  });
}

// The discriminator of an alternative: the constant of a member such as `type`.
function tagOf(alternative: unknown, reading: SchemaReadState): string | null {
  const whole = isSchema(alternative) ? dereference(alternative, reading) : null;
  const properties = whole?.['properties'];
  for (const member of isSchema(properties) ? Object.values(properties) : []) {
    if (!consumeSteps(reading, 1)) return null;
    if (!isSchema(member)) continue;
    const { const: constant, enum: list } = member;
    const value: unknown = constant ?? (Array.isArray(list) && list.length === 1 ? list[0] : undefined);
    if (typeof value === 'string') return value;
  }
  return null;
}

function factsOf(schema: Schema, reading: SchemaReadState): FieldInfo {
  const { title, description, default: preset, nullable, langgraph_type: mark } = schema;
  const limits = constraintsOf(schema);
  const defaultText = preset === undefined ? null : stringifyExact(preset);
  consumeSteps(reading, (defaultText?.length ?? 0) / 10);
  return {
    ...(limits === undefined ? {} : { limits }),
    ...(mark === 'messages' ? { messages: true } : {}),
    ...(mark === 'prompt' ? { prompt: true } : {}),
    title: proseOf(title, 200),
    description: proseOf(description, maxDescriptionLength),
    defaultText,
    nullable: nullable === true,
  };
}

// Text written for people, truncated to what a form shows; `null` if there is none.
function proseOf(text: unknown, maxLength: number): string | null {
  if (typeof text !== 'string' || text === '') return null;
  return truncate(text, maxLength);
}

const maxDescriptionLength = 4000;

function kindOf(schema: Schema, reading: SchemaReadState): FieldKind & Partial<FieldInfo> {
  if (schema['const'] !== undefined) return { kind: 'enum', texts: [stringifyExact(schema['const'])] };
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0) {
    const values = schema['enum'] as unknown[];
    const fits = values.length <= reading.bounds.members && consumeSteps(reading, values.length);
    return fits ? enumOf(values) : { kind: 'any' };
  }
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
      return arrayOf(schema, reading);
    case 'object':
      return objectOf(schema, reading);
    default:
      return { kind: 'any' };
  }
}

function impliedType(schema: Schema): string | null {
  if (isSchema(schema['properties'])) return 'object';
  return schema['items'] === undefined ? null : 'array';
}

function enumOf(values: readonly unknown[]): FieldKind & Partial<FieldInfo> {
  const texts = values.map((value) => stringifyExact(value)).filter((text) => text !== 'null');
  if (texts.length === 0) return { kind: 'null' };
  return { kind: 'enum', texts, ...(texts.length < values.length ? { nullable: true } : {}) };
}

function arrayOf(schema: Schema, reading: SchemaReadState): FieldKind {
  const { items, prefixItems, additionalItems } = schema;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? additionalItems : items;
  if (tuple.length > reading.bounds.members) return { kind: 'any' };
  return {
    kind: 'array',
    item: () => fieldOf(rest, reading),
    first: tuple.map((one: unknown) => () => fieldOf(one, reading)),
  };
}

function objectOf(schema: Schema, reading: SchemaReadState): FieldKind {
  const { properties, required, additionalProperties } = schema;
  const isMap = additionalProperties === undefined ? !isSchema(properties) : additionalProperties !== false;
  const members = isSchema(properties) ? Object.entries(properties) : [];
  const fits = members.length <= reading.bounds.members && consumeSteps(reading, members.length);
  if (!fits) return { kind: 'any' };
  const needed = new Set(Array.isArray(required) ? required : []);
  return {
    kind: 'object',
    members: members.map(([key, member]) => ({
      key,
      required: needed.has(key),
      field: () => fieldOf(member, reading),
    })),
    others: isMap ? () => fieldOf(additionalProperties, reading) : null,
  };
}
