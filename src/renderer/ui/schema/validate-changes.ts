import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';

export interface SchemaViolation {
  /** JSON Pointer from the root of the state. */
  readonly pointer: string;
  readonly message: string;
}

const maxShown = 20;

// Validates the changed keys of a state against its schema. Other keys are ignored: they are already on the
// server. The library interprets the schema, because the content policy forbids generated code. An unusable
// schema reports nothing. May run forever, so it must run in this folder's worker. Throws
// `RangeError` if nested too deeply.
export function validateChanges(
  schemaText: string | null,
  changes: readonly { readonly key: string; readonly valueText: string }[],
): SchemaViolation[] {
  const schema = readSchema(schemaText);
  if (!schema) return [];
  return changes.flatMap(({ key, valueText }) => problemsOf(schema, key, valueText)).slice(0, maxShown);
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
  // The other keys are absent on purpose.
  const { required: _required, ...rest } = schema;
  try {
    const value = Object.fromEntries([[key, JSON.parse(valueText) as unknown]]);
    return deepest(new Validator(rest, '7', false).validate(value).errors);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return [];
  }
}

// Each level repeats that something below is invalid; only the deepest errors say what.
function deepest(errors: readonly OutputUnit[]): SchemaViolation[] {
  const pointers = [...new Set(errors.map(({ instanceLocation }) => instanceLocation))];
  const ends = pointers.filter((pointer) => !pointers.some((other) => other.startsWith(`${pointer}/`)));
  return ends.map((pointer) => {
    const outputUnits = errors.filter(
      ({ instanceLocation, keyword }) => instanceLocation === pointer && !passingOn.has(keyword),
    );
    const messages = [...new Set(outputUnits.map(({ error }) => error))];
    return {
      pointer: pointer.replace(/^#/, ''),
      message: messages.join(' ') || 'Does not match the schema.',
    };
  });
}

// Keywords that only report that another schema failed.
const passingOn = new Set(['$ref', 'properties', 'items']);
