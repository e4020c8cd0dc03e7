import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';

/** A value that the state's schema does not allow. */
export interface SchemaViolation {
  /** JSON Pointer from the root of the state. */
  readonly pointer: string;
  readonly message: string;
}

const mostShown = 20;

/**
 * What a schema says against the changed keys of a state. Only those are looked at: what the server holds already is
 * not the edit's fault. The library walks the schema; it makes no code, which the window's content policy forbids.
 * A schema that can't be used says nothing. May take for ever, so it runs in the worker of this folder only (row U-12).
 * Throws `RangeError` for what nests too deep.
 */
export function validateChanges(
  schemaText: string | null,
  changes: readonly { readonly key: string; readonly valueText: string }[],
): SchemaViolation[] {
  const schema = readSchema(schemaText);
  if (!schema) return [];
  return changes.flatMap(({ key, valueText }) => problemsOf(schema, key, valueText)).slice(0, mostShown);
}

function readSchema(text: string | null): Schema | null {
  if (text === null) return null;
  try {
    const schema: unknown = JSON.parse(text);
    return typeof schema === 'object' && schema !== null ? (schema as Schema) : null;
  } catch {
    return null;
  }
}

function problemsOf(schema: Schema, key: string, valueText: string): SchemaViolation[] {
  const properties = schema['properties'];
  if (!properties || !Object.hasOwn(properties, key)) return [];
  // The other keys are absent here on purpose.
  const { required: _required, ...rest } = schema;
  try {
    const value = Object.fromEntries([[key, JSON.parse(valueText) as unknown]]);
    return deepest(new Validator(rest, '7', false).validate(value).errors);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw thrown;
    return [];
  }
}

/** Each level repeats that something below it is wrong; only the deepest ones say what. */
function deepest(errors: readonly OutputUnit[]): SchemaViolation[] {
  const places = [...new Set(errors.map(({ instanceLocation }) => instanceLocation))];
  const ends = places.filter((place) => !places.some((other) => other.startsWith(`${place}/`)));
  return ends.map((place) => {
    const own = errors.filter(
      ({ instanceLocation, keyword }) => instanceLocation === place && !passingOn.has(keyword),
    );
    const messages = [...new Set(own.map(({ error }) => error))];
    return { pointer: place.replace(/^#/, ''), message: messages.join(' ') || 'Does not match the schema.' };
  });
}

/** Keywords that only tell that another schema was not met. */
const passingOn = new Set(['$ref', 'properties', 'items']);
