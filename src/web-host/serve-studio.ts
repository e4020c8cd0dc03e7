import type { Duplex } from 'node:stream';
import { createBugReporter, scrubbedLog } from '../services/logging/host-log.ts';
import { contract, type CallsOf, type StudioHandlers } from '../shared/contract.ts';
import { serve } from '../shared/rpc/server.ts';
import { allowedAccess, type AllowedAccess } from './request-guard.ts';
import { createHttpServer, type FallbackRoute } from './http-server.ts';
import { listen } from './listen.ts';
import { createEvictingSet } from './evicting-set.ts';
import { createSessions, type Sessions, type Session } from './sessions.ts';
import { createSocketServer, socketLimits, teamSocketLimits, type SocketLimits } from './socket-server.ts';
import type { Team } from './team/create-team.ts';
import type { StaticFiles } from './static-files.ts';
import { createAuthThrottle } from './auth-throttle.ts';

export interface ServeStudioOptions {
  readonly handlers: StudioHandlers;
  readonly files: StaticFiles;
  readonly address: string;
  // `null`: the usual port, or any free one when that is taken.
  readonly port: number | null;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
  // Takes known secrets out of whatever is logged.
  readonly scrub: (text: string) => string;
  readonly limits?: SocketLimits | undefined;
  // Hot reload only: sessions that outlive this host.
  readonly sessions?: Sessions | undefined;
  readonly fallback?: FallbackRoute | undefined;
  // Origin under which a proxy or a published port serves the studio to others.
  readonly publicUrl?: string | undefined;
  // Sessions are of several people, and none may end those of others.
  readonly reading?: boolean;
  // Whom a proxy signs in, in place of one-time addresses.
  readonly team?: Team | null | undefined;
}

export interface ServedStudio {
  readonly port: number;
  // Why the port is not the usual one.
  readonly notice: string | null;
  // A fresh address that opens the studio once within a minute. `onSpent` is called once when it
  // was used or revoked.
  freshAddress(onSpent?: () => void): string;
  stop(): Promise<void>;
}

// Connections that have shown no token: page loads, half-sent requests, sockets that are silent. More than a
// browser opens by far; each costs some 20 KB at most.
const maxStrangers = 256;

// Serves a back end to browsers on this machine: every socket gets the same handlers, but for those about its session.
export async function serveStudio(options: ServeStudioOptions): Promise<ServedStudio> {
  const { handlers, files, address, fallback, team = null } = options;
  const onBug = createBugReporter(scrubbedLog(options.log, options.scrub));
  const sessions = options.sessions ?? createSessions();
  const guesses = createAuthThrottle();
  const strangers = createEvictingSet<Duplex>(maxStrangers, (oldest) => oldest.destroy());
  const sockets = createSocketServer({
    sessions,
    guesses,
    limits: options.limits ?? (team ? teamSocketLimits : socketLimits),
    onPort(port, session, identity) {
      const ofSession = options.reading
        ? handlers
        : { ...handlers, calls: { ...handlers.calls, ...createSessionHandlers(sessions, session) } };
      // With a team, no socket gets here without an identity; and none must get the handlers of everybody.
      if (team !== null && identity === null) throw new Error('A socket of a team has no identity.');
      const ofMember = team && identity ? team.handlersFor(identity, ofSession) : ofSession;
      return serve(contract, ofMember, port, { onBug });
    },
    onAuthenticated: (connection) => strangers.delete(connection),
  });
  let access: AllowedAccess = { hosts: new Set(), publicOrigin: null };
  const server = createHttpServer({
    files,
    sessions,
    guesses,
    sockets,
    strangers,
    access: () => access,
    fallback,
    identify: team === null ? undefined : (request) => team.identify(request),
    onBug,
  });
  const { port, notice } = await listen(server, address, options.port);
  const publicUrl = team?.options.publicOrigin ?? options.publicUrl ?? null;
  access = allowedAccess(port, address, publicUrl, team?.options.hosts);
  const named = address.includes(':') ? `[${address}]` : address;
  return {
    port,
    notice,
    freshAddress: (onSpent) =>
      team === null
        ? `${publicUrl ?? `http://${named}:${port}`}/#code=${sessions.issueCode(onSpent)}`
        : team.options.publicOrigin,
    stop() {
      sockets.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

export function createSessionHandlers(sessions: Sessions, session: Session): CallsOf<'sessions'> {
  return {
    'sessions.countOthers': async () => ({ others: sessions.countOthers(session) }),
    'sessions.endOthers': async () => ({ ended: sessions.endOthers(session) }),
  };
}
