import { memberText } from 'exact-json';

/** The JSON Schema of a whole config: servers describe only its `configurable`. */
export function configSchemaOf(configurable: string | null): string {
  const inner = configurable ?? '{"type":"object"}';
  // References resolve against the root of the `configurable` schema.
  const definitions = ['$defs', 'definitions'].flatMap((name) => {
    const text = memberText(inner, name);
    return text === null ? [] : [`"${name}":${text},`];
  });
  return `{${definitions.join('')}"type":"object","properties":{"configurable":${inner},"tags":{"type":"array","items":{"type":"string"}}}}`;
}
