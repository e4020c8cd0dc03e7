import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { contractName } from '../../shared/contract-name.ts';
import type { StudioContract, StudioHandlers } from '../../shared/contract.ts';
import { createRpcClient } from '../../shared/rpc/client.ts';
import { createSocketPort } from '../socket-port.ts';
import { startTestHost, type TestHost } from '../test-host.ts';
import { createTeam, type Team } from './create-team.ts';
import type { CreateServicesOfMember } from './member-services.ts';
import { signatureAlgorithms } from './team-options.ts';

export const header = 'x-forwarded-access-token';

/** Services that only exist for members who have no keys of their own. */
export function servicesWith(handlers: StudioHandlers): CreateServicesOfMember {
  return () => ({
    handlers,
    savedConnections: () => Promise.resolve([]),
    start: () => undefined,
    stop: () => Promise.resolve(),
    scrubLog: (text) => text,
  });
}

interface SignInProxy extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  signIn(user: string, token: string | null): void;
  serve(studioPort: number): void;
}

interface TokenOptions {
  readonly seconds?: number;
}

interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly keySet: { readonly keys: readonly Record<string, unknown>[] };
  token(claims: Record<string, unknown>, options?: TokenOptions): Promise<string>;
}

/** A window of a user: the socket, and calls over it. */
export interface TestWindow {
  readonly socket: WebSocket;
  readonly closed: Promise<[number]>;
  readonly ready: boolean;
  readonly rpc: ReturnType<typeof createRpcClient<StudioContract>>;
}

/** A host for a team behind a proxy that signs in whom the test says. Ends with `await using`. */
export interface TestTeam extends AsyncDisposable {
  readonly folder: string;
  readonly proxy: SignInProxy;
  readonly team: Team;
  readonly host: TestHost;
  signIn(user: string, group: string, options?: TokenOptions): Promise<string>;
  openSession(user: string, body?: object): Promise<{ token: string; proof: string }>;
  openWindow(user: string, token?: string): Promise<TestWindow>;
}

export const cookieOf = (user: string) => ({ cookie: `user=${user}` });

/** `folder`: of a host before, which is not removed then. */
export async function startTestTeam(options: {
  /** Both of `testing/team`. The proxy ends with the team. */
  readonly proxy: SignInProxy;
  readonly issuer: TokenIssuer;
  readonly handlers: StudioHandlers;
  readonly servicesOf: CreateServicesOfMember;
  readonly folder?: string;
}): Promise<TestTeam> {
  const { proxy, issuer } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'team-')));
  const sockets: WebSocket[] = [];
  const team = createTeam({
    dataFolder: folder,
    log: () => undefined,
    serverName: () => Promise.resolve('Staging'),
    servicesOf: options.servicesOf,
    options: {
      publicOrigin: proxy.origin,
      hosts: [],
      header,
      issuer: issuer.issuer,
      audience: [issuer.audience],
      algorithms: [...signatureAlgorithms],
      nameClaim: 'name',
      groupsClaim: 'groups',
      roles: { look: ['*'], run: ['agents'], edit: ['owners'] },
      keys: { set: { keys: issuer.keySet.keys.map((key) => ({ kty: 'EC', ...key })) } },
    },
  });
  const host = await startTestHost({ team, handlers: options.handlers });
  proxy.serve(host.port);

  const openSession: TestTeam['openSession'] = async (user, body = {}) => {
    const answer = await fetch(`${proxy.origin}/session`, {
      method: 'POST',
      headers: { ...cookieOf(user), origin: proxy.origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`The session was refused with ${answer.status}.`);
    return (await answer.json()) as { token: string; proof: string };
  };
  return {
    folder,
    proxy,
    team,
    host,
    openSession,
    async signIn(user, group, tokenOptions) {
      const token = await issuer.token({ sub: user, name: `Name of ${user}`, groups: [group] }, tokenOptions);
      proxy.signIn(user, token);
      return token;
    },
    async openWindow(user, token) {
      const session = token ?? (await openSession(user)).token;
      const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/socket`, {
        headers: { ...cookieOf(user), origin: proxy.origin },
      });
      sockets.push(socket);
      await once(socket, 'open');
      const first = once(socket, 'message');
      const closed = once(socket, 'close') as Promise<[number]>;
      socket.send(JSON.stringify({ type: 'auth', token: session }));
      const ready = await Promise.race([first.then(() => true), closed.then(() => false)]);
      const rpc = createRpcClient<StudioContract>(createSocketPort(socket), contractName);
      return { socket, closed, ready, rpc };
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.terminate();
      await proxy[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
      await team.close();
      if (options.folder === undefined) await rm(folder, { recursive: true });
    },
  };
}
