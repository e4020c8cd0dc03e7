import { containsJson, JsonText, memberText, memberTexts, stringifyExact } from 'exact-json';
import { ArgumentError } from '../errors.ts';

// Whether a refusal says that a run has both `config.configurable` and `context`. The Python server takes one of them, and
// copies it to the other (docs/protocol.md, The Python server in memory).
export function refusesConfigWithContext(refusal: string): boolean {
  return /\bboth\b.{0,40}\bconfigurable\b.{0,40}\bcontext\b/i.test(refusal);
}

// The config for a server that takes no `configurable` beside a `context`: without its members if the context has the same,
// as the server copies them back. Throws `ArgumentError` if it has others, which would be lost.
export function configBesideContext(config: unknown, context: unknown): unknown {
  const configText = textOf(config);
  const configurable = configText === null ? null : memberText(configText, 'configurable');
  const contextText = textOf(context);
  if (configText === null || configurable === null || isEmpty(configurable)) return config;
  if (contextText === null || isEmpty(contextText)) return config;
  if (!containsJson(contextText, configurable))
    throw new ArgumentError(
      'This server takes config.configurable or context, not both, and they differ. Put all of it into context, and remove configurable from the config.',
    );
  const others = memberTexts(configText).filter(({ key }) => key !== 'configurable');
  return new JsonText(`{${others.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof JsonText ? value.text : stringifyExact(value);
}

function isEmpty(objectText: string): boolean {
  return /^\s*(null|\{\s*\})\s*$/.test(objectText);
}
