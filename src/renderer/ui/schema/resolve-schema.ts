import { JsonText } from '../../../exact-json/numbers/json-text.ts';
import type { SchemaField } from './schema-field.ts';

/** A schema that is an object; `true` and `false` say nothing that a form shows. */
export type Schema = Readonly<Record<string, unknown>>;

/** How many references may follow one another before a schema is taken for one that only refers to itself. */
const mostReferences = 32;

/** How much of a schema is read. What lies beyond becomes a field for any JSON. */
export interface ReadBounds {
  /** The length of the schema's text. */
  readonly text: number;
  /** Members of one object, values of one choice. */
  readonly members: number;
  /** Alternatives of one value. */
  readonly alternatives: number;
  /** Steps for the whole schema, and for one value of it: about one for each member that is looked at. */
  readonly steps: number;
  readonly stepsOfOne: number;
}

/** A schema that is being read. Its fields are made when they are asked for, each of them once. */
export interface SchemaReadState {
  readonly root: Schema;
  readonly bounds: ReadBounds;
  /** Steps that may still be taken: for the whole, and for the value that is being read. */
  left: number;
  leftOfOne: number;
  /** What was made of a part of the schema, by its depth in alternatives. References to one part are one field. */
  readonly fields: Map<number, Map<Schema, SchemaField>>;
}

/** Takes steps; false when there are none left. */
export function consumeSteps(reading: SchemaReadState, steps: number): boolean {
  reading.left -= steps;
  reading.leftOfOne -= steps;
  return reading.left > 0 && reading.leftOfOne > 0;
}

/** Follows `$ref` and joins `allOf`; what stands beside a reference wins. `null` when it never ends. */
export function dereference(schema: Schema, reading: SchemaReadState): Schema | null {
  let whole = schema;
  for (let step = 0; step < mostReferences; step += 1) {
    const { $ref: reference, allOf, ...rest } = whole;
    const parts = Array.isArray(allOf) ? allOf.filter(isSchema) : null;
    if (!consumeSteps(reading, Object.keys(rest).length + (parts?.length ?? 0))) return null;
    if (typeof reference === 'string') {
      const target = resolveReference(reading, reference);
      if (target === null) return { ...rest, ...(parts ? { allOf: parts } : {}) };
      whole = { ...target, ...rest, ...(parts ? { allOf: parts } : {}) };
    } else if (parts) {
      const references = parts.some((part) => '$ref' in part || 'allOf' in part);
      whole = references
        ? { ...rest, allOf: parts.map((part) => opened(part, reading)) }
        : mergeSchemas([...parts, rest], reading);
    } else {
      return whole;
    }
  }
  return null;
}

/** One step of a part of `allOf`: its reference followed, or its own parts joined. */
function opened(part: Schema, reading: SchemaReadState): Schema {
  const { $ref: reference, allOf, ...rest } = part;
  if (typeof reference === 'string') return { ...resolveReference(reading, reference), ...rest };
  return Array.isArray(allOf) ? mergeSchemas([...allOf.filter(isSchema), rest], reading) : part;
}

/** Schemas that must all hold as one: members and required names of all, of everything else the last. */
export function mergeSchemas(parts: readonly Schema[], reading: SchemaReadState): Schema {
  for (const part of parts) {
    const { properties, required } = part;
    const members = isSchema(properties) ? Object.keys(properties).length : 0;
    const names = Array.isArray(required) ? required.length : 0;
    if (!consumeSteps(reading, Object.keys(part).length + members + names)) return {};
  }
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

/** What a reference within the schema leads to; `null` where that is no schema. */
export function resolveReference(reading: SchemaReadState, reference: string): Schema | null {
  if (!reference.startsWith('#') || !consumeSteps(reading, 1 + reference.length / 100)) return null;
  let at: unknown = reading.root;
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

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
}
