import { RawJson } from '../output/json-document.ts';

/**
 * A document with its members in snake case, as the arguments of tools and LangGraph's own API have them, so that what
 * was read can be given back as it is called. Values of servers ({@link RawJson}) stay as they are.
 */
export function toSnakeCase(value: unknown): unknown {
  if (value instanceof RawJson) return value;
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      toSnakeCase(member),
    ]),
  );
}
