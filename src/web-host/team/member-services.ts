import { randomUUID } from 'node:crypto';
import type { StudioServices } from '../../services/create-services.ts';
import { AppError } from '../../shared/app-error.ts';
import { allows, permissionOf } from '../../shared/call-permissions.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { Connection, ConnectionDraft } from '../../shared/model/connection.ts';
import { memberConnectionId } from '../../shared/model/team.ts';
import { createMergedRequests } from './merged-requests.ts';
import { routeCalls } from './route-calls.ts';
import type { Identity } from './token-verifier.ts';

export type ServicesOfMember = Pick<
  StudioServices,
  'handlers' | 'savedConnections' | 'start' | 'stop' | 'scrubLog'
>;

/** Makes the services of one member, with ids of their own for what they add. */
export type CreateServicesOfMember = (owner: string, newConnectionId: () => string) => ServicesOfMember;

export interface MemberServices {
  /** What a member may reach: all that is shared, and the servers with keys of their own. */
  handlersFor(identity: Identity, shared: StudioHandlers): StudioHandlers;
  /** The name of such a server, for the audit log. */
  serverName(identity: Identity, connectionId: string): Promise<string | null>;
  scrub(text: string): string;
  stop(): Promise<void>;
}

/**
 * The services of members, each made when its member's first window opens. They go on until the host stops: what somebody
 * has started continues with their key.
 */
export function createMemberServices(create: CreateServicesOfMember): MemberServices {
  const all = new Map<
    string,
    { services: ServicesOfMember; requests: ReturnType<typeof createMergedRequests> }
  >();
  const servicesOf = ({ owner }: Identity) => {
    const existing = all.get(owner);
    if (existing) return existing;
    const services = create(owner, () => memberConnectionId(owner, randomUUID()));
    services.start();
    const added = { services, requests: createMergedRequests() };
    all.set(owner, added);
    return added;
  };
  return {
    handlersFor(identity, shared) {
      const { services, requests } = servicesOf(identity);
      const { handlers } = services;
      const saveKey =
        (from: StudioHandlers, memberName: string | null): StudioHandlers['calls']['team.setKey'] =>
        async ({ connectionId, key, headers }, signal) => {
          const base = await findConnection(from, connectionId, signal);
          const draft = { ...draftOf(base, memberName), key, headers };
          return handlers.calls['connections.save'](draft, signal);
        };
      const withSetKey = (from: StudioHandlers, memberName: string | null): StudioHandlers => ({
        ...from,
        calls: { ...from.calls, 'team.setKey': saveKey(from, memberName) },
      });
      return routeCalls(identity.owner, {
        shared: withSetKey(shared, identity.name),
        member: withSetKey(handlers, null),
        requests,
        keepsOthers: !allows(identity.role, permissionOf('experiments.forget', {})),
      });
    },
    serverName: async (identity, connectionId) =>
      (await servicesOf(identity).services.savedConnections()).find(({ id }) => id === connectionId)?.name ??
      null,
    scrub: (text) => [...all.values()].reduce((clean, { services }) => services.scrubLog(clean), text),
    async stop() {
      await Promise.all([...all.values()].map(({ services }) => services.stop()));
    },
  };
}

async function findConnection(
  { streams }: StudioHandlers,
  connectionId: string,
  signal: AbortSignal,
): Promise<Connection> {
  for await (const { connections } of streams['connections.watch']({}, signal)) {
    const connection = connections.find(({ id }) => id === connectionId);
    if (connection === undefined) throw new AppError('not-found', 'This server is no longer in the list.');
    if (connection.kind === 'remote') return connection as Connection;
    throw new AppError(
      'unsupported',
      'Only servers that were added by their address can be used with another key.',
    );
  }
  throw new AppError('cancelled', 'The key was not saved.');
}

const maxNameLength = 200;

// `memberName`: of a new one; `null` changes this one. The address as it is now: one that somebody else enters later must not get this key.
function draftOf(base: Connection, memberName: string | null): Omit<ConnectionDraft, 'key' | 'headers'> {
  const { id, name, url, trust, production, group, color, timeoutSeconds } = base;
  const suffix = memberName === null ? '' : ` (key of ${memberName})`;
  return {
    id: memberName === null ? id : null,
    name: `${name.slice(0, maxNameLength - suffix.length)}${suffix}`,
    url: url ?? '',
    ...(trust === undefined ? {} : { trust: { caText: trust.caText, insecure: trust.insecure } }),
    ...(production === undefined ? {} : { production }),
    ...(group === undefined ? {} : { group }),
    ...(color === undefined ? {} : { color }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  };
}
