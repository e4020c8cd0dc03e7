import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { aborted } from '../../services/common/abortable.ts';
import type { Platform } from '../../services/common/platform.ts';
import { createKeyValueStore } from '../../services/storage/key-value-store.ts';
import type { CallsOf, StudioHandlers } from '../../shared/contract.ts';
import { createAuditLog } from './audit-log.ts';
import { ownerOfConnection } from '../../shared/model/team.ts';
import { memberHandlers } from './member-handlers.ts';
import { createMemberServices, type CreateServicesOfMember } from './member-services.ts';
import type { TeamOptions } from './team-options.ts';
import { createTokenVerifier, type Identity, type IdentityVerdict } from './token-verifier.ts';
import { createViewers } from './viewers.ts';

/** What a host for a team adds to one for a single person: who somebody is, what they may do, and what only they see. */
export interface Team {
  readonly options: TeamOptions;
  identify(request: IncomingMessage): Promise<IdentityVerdict>;
  handlersFor(identity: Identity, handlers: StudioHandlers): StudioHandlers;
  /** Removes the keys of members from a text. */
  scrub(text: string): string;
  close(): Promise<void>;
}

// Between two lines of the log about refused sign-ins, so that nobody can fill it.
const logMs = 10_000;

/** Writes the audit log, and keeps what each member stores, in the data folder. */
export function createTeam({
  options,
  dataFolder,
  log,
  serverName,
  servicesOf,
}: Pick<Platform, 'dataFolder' | 'log'> & {
  readonly options: TeamOptions;
  readonly serverName: (connectionId: string) => Promise<string | null>;
  readonly servicesOf: CreateServicesOfMember;
}): Team {
  const verify = createTokenVerifier(options);
  const viewers = createViewers();
  const audit = createAuditLog({
    path: join(dataFolder, 'logs', 'audit.jsonl'),
    onProblem: (message) => log('error', message),
  });
  const memberServices = createMemberServices(servicesOf);
  const stores = new Map<string, CallsOf<'storage'>>();
  let loggedAt = -logMs;
  let unlogged = 0;

  const storageOf = ({ owner }: Identity): CallsOf<'storage'> => {
    const store =
      stores.get(owner) ??
      createKeyValueStore({ platform: { dataFolder: join(dataFolder, 'members', owner), log } }).calls;
    stores.set(owner, store);
    return store;
  };

  return {
    options,
    async identify({ rawHeaders }) {
      const verdict = await verify(rawHeaders);
      if ('identity' in verdict) return verdict;
      unlogged += 1;
      if (performance.now() - loggedAt < logMs) return verdict;
      const unloggedText = unlogged > 1 ? ` (${unlogged - 1} more since the last line)` : '';
      log(
        'warn',
        `A request was refused with ${verdict.refusal.status}: ${verdict.refusal.reason}${unloggedText}.`,
      );
      loggedAt = performance.now();
      unlogged = 0;
      return verdict;
    },
    handlersFor(identity, handlers) {
      const { owner, name, role } = identity;
      const routed = memberServices.handlersFor(identity, {
        ...handlers,
        streams: { ...handlers.streams, 'team.viewers': viewers.streamFor(identity) },
      });
      return memberHandlers(
        {
          calls: {
            ...routed.calls,
            ...storageOf(identity),
            'team.member': async () => ({ member: { id: owner, name, role } }),
            // Those of one person's windows. Nobody needs to hear of a window of somebody else.
            'windows.heartbeat': async () => ({}),
            'windows.closed': async () => ({}),
            'windows.failure': async () => ({ failure: null }),
          },
          streams: {
            ...routed.streams,
            async *'windows.open'(_input, signal) {
              yield {};
              await aborted(signal);
            },
          },
        },
        {
          identity,
          audit,
          serverName: async (id) =>
            (await serverName(id)) ??
            (ownerOfConnection(id) === identity.owner ? memberServices.serverName(identity, id) : null),
        },
      );
    },
    scrub: memberServices.scrub,
    async close() {
      await memberServices.stop();
      await audit.close();
    },
  };
}
