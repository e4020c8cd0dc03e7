import { inject } from 'vitest';

/** The address of a shared server. `token` is `null` if it needs none. */
export interface SharedServer {
  readonly url: string;
  readonly token: string | null;
}

/**
 * A server that other test files use at the same time: create your own threads and assistants, and count only
 * those. To stop, freeze or kill a server, or to see everything on it, use `startRealServer()`.
 *
 * `real` is the server of `startRealServer({ shared: true })`, `suite` that of `startRealServer({ suite: true
 * })`, `check` that with the reference graphs of graph-server-check, and `demo` the demo server as the studio starts it.
 */
export function sharedServer(kind: 'real' | 'suite' | 'check' | 'demo'): Promise<SharedServer> {
  return request(kind);
}

/**
 * A folder in which the studio's npm package is installed, as built from the sources; packed once for all test files. It
 * is read only: give each program a data folder of its own.
 */
export async function sharedStudioPackage(): Promise<string> {
  return (await request('package')).url;
}

async function request(kind: string): Promise<SharedServer> {
  const response = await fetch(`${inject('sharedServers')}/${kind}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as SharedServer;
}
