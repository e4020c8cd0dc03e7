import { memberTexts } from '../../exact-json/scan/object-members.ts';
import { JsonText } from '../../remote-graph/client.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseJsonInput } from '../parsing/json-input.ts';

/**
 * The `config` of a run, from its typed text and its recursion limit; `null` when there is neither. An object down to
 * the members of `configurable`, whose values go out as typed: the client adds there where the run starts
 * (docs/protocol.md, Remembered checkpoint). Throws an `AppError` (`invalid-input`) for anything but an object.
 */
export function buildRunConfig(
  configText: string | null,
  recursionLimit: number | null,
): Readonly<Record<string, unknown>> | null {
  if (configText === null && recursionLimit === null) return null;
  const config = configText === null ? {} : objectOfTexts(configText, 'The config');
  const { configurable } = config;
  return {
    ...config,
    ...(configurable === undefined
      ? {}
      : { configurable: objectOfTexts(configurable.text, 'configurable in the config') }),
    ...(recursionLimit === null ? {} : { recursion_limit: recursionLimit }),
  };
}

function objectOfTexts(text: string, what: string): Readonly<Record<string, JsonText>> {
  const { text: checked } = parseJsonInput(text, what);
  if (!checked.trimStart().startsWith('{')) {
    throw new AppError('invalid-input', `${what} must be a JSON object.`, {
      hint: 'Put it in braces: {"name": value}. Nothing was sent.',
    });
  }
  // Of a key that appears twice the last one counts, as it does for the server.
  return Object.fromEntries(memberTexts(checked).map((member) => [member.key, new JsonText(member.text)]));
}
