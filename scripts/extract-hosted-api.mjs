// Makes src/testing/remote-graph/hosted-api.json from a hosted server's OpenAPI document: paths, methods,
// parameters and request bodies as JSON schemas, without descriptions, examples or answers.
// Usage: node scripts/extract-hosted-api.mjs <openapi.json>
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, exit, stderr } from 'node:process';
import { fileURLToPath } from 'node:url';

const [, , source] = argv;
if (source === undefined) {
  stderr.write('Usage: node scripts/extract-hosted-api.mjs <openapi.json>\n');
  exit(2);
}

const words = new Set([
  'description',
  'title',
  'example',
  'examples',
  'default',
  'summary',
  'tags',
  'deprecated',
]);
/**
 * @typedef {{ in: string, name: string, required?: boolean, schema: unknown }} Parameter
 * @typedef {{ parameters?: Parameter[], requestBody?: { content?: Record<string, { schema: unknown }> } }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, unknown> } }} OpenApi
 */

/** @type {OpenApi} */
const document = JSON.parse(readFileSync(source, 'utf8'));

/**
 * A schema without its words. Under `properties` every key is the name of a property.
 * @param {unknown} schema @param {boolean} [areNames] @returns {unknown}
 */
function stripped(schema, areNames = false) {
  if (Array.isArray(schema)) return schema.map((each) => stripped(each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const remaining = Object.entries(schema).filter(([key]) => areNames || !words.has(key));
  return Object.fromEntries(
    remaining.map(([key, value]) => [
      key,
      key === '$ref' && !areNames
        ? String(value).replace('#/components/schemas/', '#/$defs/')
        : stripped(value, key === 'properties'),
    ]),
  );
}

/** @param {unknown} value */
const refs = (value) =>
  [...JSON.stringify(value).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => String(name));

/** @type {Record<string, object>} */
const operations = {};
for (const [path, methods] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    const parameters = (operation.parameters ?? []).filter((each) => each.in !== 'path');
    const body = operation.requestBody?.content?.['application/json']?.schema;
    operations[`${method.toUpperCase()} ${path}`] = {
      ...(parameters.length === 0
        ? {}
        : {
            parameters: parameters.map((each) => ({
              name: each.name,
              in: each.in,
              required: each.required === true,
              schema: stripped(each.schema),
            })),
          }),
      ...(body === undefined ? {} : { body: stripped(body) }),
    };
  }
}

/** @type {Record<string, unknown>} */
const $defs = {};
const needed = refs(operations);
for (let name = needed.pop(); name !== undefined; name = needed.pop()) {
  if (name in $defs) continue;
  $defs[name] = stripped(document.components.schemas[name]);
  needed.push(...refs($defs[name]));
}

const target = fileURLToPath(new URL('../src/testing/remote-graph/hosted-api.json', import.meta.url));
writeFileSync(target, `${JSON.stringify({ operations, $defs }, null, 1)}\n`);
