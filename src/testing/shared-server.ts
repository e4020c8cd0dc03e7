import { inject } from 'vitest';

/** Where a shared server is. `token` is `null` at a server that asks for none. */
export interface SharedServer {
  readonly url: string;
  readonly token: string | null;
}

/**
 * A server that other test files use at the same time: make threads and assistants of your own, and count none that you
 * did not make. To stop, freeze or kill a server, or to see all that it has, start one with `startRealServer()`.
 *
 * `real` is the server of `startRealServer()`, `suite` that of `startRealServer({ suite: true })`, and `demo` the demo
 * server as the studio starts it.
 */
export async function sharedServer(kind: 'real' | 'suite' | 'demo'): Promise<SharedServer> {
  const response = await fetch(`${inject('sharedServers')}/${kind}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as SharedServer;
}
