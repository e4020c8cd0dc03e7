import { JsonText } from 'exact-json';
import type { SchemaField } from './schema-field.ts';

// An object schema. `true` and `false` contain nothing that a form shows.
export type Schema = Readonly<Record<string, unknown>>;

// Longer chains of references are treated as circular.
const maxReferences = 32;

// How much of a schema is read. The rest becomes a field for any JSON.
export interface ReadBounds {
  readonly text: number;
  readonly members: number;
  readonly alternatives: number;
  // Steps for the whole schema and per value; a step is about one member.
  readonly steps: number;
  readonly stepsOfOne: number;
}

export interface SchemaReadState {
  readonly root: Schema;
  readonly bounds: ReadBounds;
  // Steps left for the whole schema and for the current value.
  left: number;
  leftOfOne: number;
  // Fields by schema and depth in alternatives. References to one schema share a field.
  readonly fields: Map<number, Map<Schema, SchemaField>>;
}

// Returns false if no steps are left.
export function consumeSteps(reading: SchemaReadState, steps: number): boolean {
  reading.left -= steps;
  reading.leftOfOne -= steps;
  return reading.left > 0 && reading.leftOfOne > 0;
}

// Follows `$ref` and merges `allOf`; keywords next to a reference win. `null` if it never ends.
export function dereference(schema: Schema, reading: SchemaReadState): Schema | null {
  let whole = schema;
  for (let step = 0; step < maxReferences; step += 1) {
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

// Follows the reference of an `allOf` part, or merges its own parts.
function opened(part: Schema, reading: SchemaReadState): Schema {
  const { $ref: reference, allOf, ...rest } = part;
  if (typeof reference === 'string') return { ...resolveReference(reading, reference), ...rest };
  return Array.isArray(allOf) ? mergeSchemas([...allOf.filter(isSchema), rest], reading) : part;
}

// Merges schemas that must all hold: members and required names of all, otherwise the last one wins.
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
    // oxlint-disable-next-line studio/no-spread-arguments -- schemas are read within a budget
    ...all('properties').filter(isSchema),
  ) as object;
  return {
    // oxlint-disable-next-line studio/no-spread-arguments -- schemas are read within a budget
    ...(Object.assign({}, ...parts) as Schema),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(all('required').length === 0 ? {} : { required: all('required').flat() }),
  };
}

// The target of a reference within the schema; `null` if that is not a schema.
export function resolveReference(reading: SchemaReadState, reference: string): Schema | null {
  if (!reference.startsWith('#') || !consumeSteps(reading, 1 + reference.length / 100)) return null;
  let value: unknown = reading.root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = unescaped(part);
    if (Array.isArray(value)) value = (value as unknown[])[Number(name)];
    else if (isSchema(value) && Object.hasOwn(value, name)) value = value[name];
    else return null;
  }
  return isSchema(value) ? value : null;
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
