import type { WireError } from '../../shared/wire-error.ts';
import { hintOnTerminal } from './terminal-hint.ts';

export function problemDocument({
  code,
  message,
  hint,
  details: { server, ...facts },
}: Pick<WireError, 'code' | 'message' | 'hint' | 'details'>) {
  return {
    code,
    message,
    hint: hintOnTerminal(hint) ?? undefined,
    server,
    details: Object.keys(facts).length === 0 ? undefined : facts,
  };
}
