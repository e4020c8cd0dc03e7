import type { ExternalCheck } from '../model/input-file.ts';
import { arrayOrEmpty } from '../narrow.ts';
import { parseJson } from '../parse-json.ts';
import type { Check } from './check.ts';
import type { SavedInput, SimulatedUser } from './saved-input.ts';

/**
 * What a check reaches beyond the server of its run; `null` if nothing. `text`: describes all of it, so that every
 * change makes another text, to which the user has to agree again.
 */
export function externalCheckOf(check: Check): ExternalCheck | null {
  switch (check.kind) {
    case 'command':
      return { kind: 'command', text: JSON.stringify(check.command) };
    case 'http':
      return {
        kind: 'http',
        text: [check.url, ...check.headers.map(({ header, key }) => `${header}: key ${key}`)].join(', '),
      };
    case 'judge':
      return check.server === null
        ? null
        : { kind: 'judge', text: JSON.stringify([check.server, check.assistant]) };
    default:
      return null;
  }
}

/** The same of the simulated user of an input, which is sent the conversation. */
export function externalUserOf({ server, assistant }: SimulatedUser): ExternalCheck | null {
  return server === null ? null : { kind: 'user', text: JSON.stringify([server, assistant]) };
}

/** The assistant that an external `judge` or `user` is; `null` of other kinds. */
export function externalAssistantOf({
  kind,
  text,
}: ExternalCheck): { readonly server: string; readonly assistant: string } | null {
  if (kind !== 'judge' && kind !== 'user') return null;
  const [server, assistant] = arrayOrEmpty(parseJson(text));
  return typeof server === 'string' && typeof assistant === 'string' ? { server, assistant } : null;
}

/** All that an input reaches beyond the server of its run. */
export function externalChecksOf({ checks, user }: SavedInput): ExternalCheck[] {
  const all = [...checks.map(externalCheckOf), user === null ? null : externalUserOf(user)];
  return all.filter((check) => check !== null);
}
