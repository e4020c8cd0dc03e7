import type { Connection } from '../../../shared/model/connection.ts';

// What code needs of a server. Secrets are environment variables, because the window never has them.
export interface CodeServer {
  readonly url: string;
  readonly hasKey: boolean;
  // Headers with a secret value: the name, the variable, what to set it to, and what stands before it.
  readonly headers: readonly SecretHeader[];
}

export interface SecretHeader {
  readonly name: string;
  readonly variable: string;
  readonly hint: string;
  readonly prefix: string;
}

export const keyVariable = 'API_KEY';

// `null`: a server that was removed.
export function codeServer(connection: Connection | null): CodeServer {
  const demo = {
    name: 'authorization',
    variable: 'DEMO_TOKEN',
    hint: 'only the studio knows it',
    prefix: 'Bearer ',
  };
  return {
    url: connection?.url ?? 'http://SERVER',
    hasKey: connection !== null && connection.key.storage !== 'none',
    headers: [
      ...(connection?.kind === 'demo' ? [demo] : []),
      ...(connection?.headers ?? []).map(({ name }) => ({
        name,
        variable: variableFor(name),
        hint: 'set it to the value of this header',
        prefix: '',
      })),
    ],
  };
}

// `x-team` becomes `HEADER_X_TEAM`, which no shell uses itself.
function variableFor(header: string): string {
  return `HEADER_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}
