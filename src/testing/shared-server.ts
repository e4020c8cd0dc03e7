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
 * })`, and `demo` the demo server as the studio starts it.
 */
export async function sharedServer(kind: 'real' | 'suite' | 'demo'): Promise<SharedServer> {
  const response = await fetch(`${inject('sharedServers')}/${kind}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as SharedServer;
}
