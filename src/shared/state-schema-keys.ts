import { isRecord } from './narrow.ts';

// Longest schema that is read, in UTF-16 units.
const maxLength = 500_000;

// References that lead from a schema to its object, at most.
const maxReferences = 10;

/**
 * The top-level keys that a JSON schema of a state names; `null` if it does not say which there are: it is no
 * schema of an object, allows others, or is too long to be read.
 */
export function stateSchemaKeys(schemaText: string | null): readonly string[] | null {
  if (schemaText === null || schemaText.length > maxLength) return null;
  const root = parseObject(schemaText);
  if (root === null) return null;
  let schema: Record<string, unknown> = root;
  for (let count = 0; typeof schema['$ref'] === 'string'; count += 1) {
    const target = resolve(root, schema['$ref']);
    if (target === null || count === maxReferences) return null;
    schema = target;
  }
  const { properties, additionalProperties = false } = schema;
  if (!isRecord(properties) || additionalProperties !== false || 'patternProperties' in schema) return null;
  const keys = Object.keys(properties);
  return keys.length === 0 ? null : keys;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

// A local reference: `#/definitions/State`.
function resolve(root: Record<string, unknown>, reference: string): Record<string, unknown> | null {
  if (!reference.startsWith('#/')) return null;
  let schema: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isRecord(schema) || !Object.hasOwn(schema, key)) return null;
    schema = schema[key];
  }
  return isRecord(schema) ? schema : null;
}
