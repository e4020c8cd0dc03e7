import { AppError } from '../../shared/app-error.ts';
import {
  permissionOf,
  roleRefusal,
  streamPermissions,
  type CallPermission,
} from '../../shared/call-permissions.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { TeamRole } from '../../shared/model/team.ts';
import type { AuditEntry, AuditLog } from './audit-log.ts';
import type { Identity } from './token-verifier.ts';
import { isRecord } from '../../shared/narrow.ts';
import { wrapHandlers, type AnyCall, type AnyStream } from '../../shared/wrap-handlers.ts';

interface MemberHandlersOptions {
  readonly identity: Identity;
  readonly audit: AuditLog;
  readonly serverName: (connectionId: string) => Promise<string | null>;
}

/**
 * The handlers as one member may use them: what the role does not allow is refused before it reaches a service, and
 * every call and stream that needs more than the role `look` is written to the audit log with its outcome, also when
 * refused. While the log can't be written, nothing is changed.
 */
export function memberHandlers(handlers: StudioHandlers, options: MemberHandlersOptions): StudioHandlers {
  const { identity, audit, serverName } = options;

  const nameOf = (id: string | null): Promise<string | null> =>
    id === null ? Promise.resolve(null) : serverName(id).catch(() => null);
  const record = async (
    call: string,
    input: unknown,
    server: AuditEntry['server'],
    outcome: AuditEntry['outcome'],
    code: string | null,
  ): Promise<void> => {
    const { subject, name, role } = identity;
    await audit.write({ subject, name, role, call, server, targets: targetsOf(input), outcome, code });
  };
  const guardCall =
    (name: string, call: AnyCall): AnyCall =>
    async (input, signal) => {
      const permission = permissionOf(name, input);
      if (permission === 'look' && !auditedCalls.has(name)) return call(input, signal);
      await audit.ready();
      const id = serverIn(name, input);
      // Before the call, which may remove it.
      const server = id === null ? null : { id, name: await nameOf(id) };
      const reason = roleRefusal(identity.role, permission);
      if (reason !== null) {
        await record(name, input, server, 'refused', 'forbidden');
        throw refusal(reason, identity, permission);
      }
      try {
        const result = await call(input, signal);
        const added = server === null ? serverIn(name, result) : null;
        const affectedServer = added === null ? server : { id: added, name: await nameOf(added) };
        await record(name, input, affectedServer, 'done', null);
        return result;
      } catch (error) {
        await record(name, input, server, 'failed', error instanceof AppError ? error.code : 'internal');
        throw error;
      }
    };
  const guardStream = (name: string, stream: AnyStream): AnyStream => {
    const permission = streamPermissions[name as keyof typeof streamPermissions];
    if (permission === 'look') return stream;
    return async function* (input, signal) {
      await audit.ready();
      const id = serverIn(name, input);
      const server = id === null ? null : { id, name: await nameOf(id) };
      const reason = roleRefusal(identity.role, permission);
      if (reason !== null) {
        await record(name, input, server, 'refused', 'forbidden');
        throw refusal(reason, identity, permission);
      }
      let [outcome, code]: [AuditEntry['outcome'], string | null] = ['failed', 'cancelled'];
      try {
        yield* stream(input, signal);
        if (!signal.aborted) [outcome, code] = ['done', null];
      } catch (error) {
        code = error instanceof AppError ? error.code : 'internal';
        throw error;
      } finally {
        await record(name, input, server, outcome, code);
      }
    };
  };
  const guarded = wrapHandlers(handlers, { wrapCall: guardCall, wrapStream: guardStream });
  return {
    calls: guarded.calls,
    streams: {
      ...guarded.streams,
      // Needs no guard: every role may watch. The window disables beforehand what this role does not allow.
      'connections.watch': (input, signal) =>
        withRole(handlers.streams['connections.watch'](input, signal), identity.role),
    },
  };
}

// Everybody may make them about a key of their own.
const auditedCalls: ReadonlySet<string> = new Set(['team.setKey', 'connections.remove']);

function refusal(reason: string, { role }: Identity, permission: CallPermission): AppError {
  if (permission === 'host') {
    return new AppError('forbidden', reason, {
      hint: 'It reads files, starts programs or opens ports on the computer that runs the studio. Use a studio on your own computer for it.',
    });
  }
  return new AppError('forbidden', reason, {
    hint: 'Ask who runs this studio. Nothing was changed.',
    details: { role, needs: permission },
  });
}

async function* withRole(
  snapshots: AsyncIterable<ConnectionsSnapshot>,
  role: TeamRole,
): AsyncGenerator<ConnectionsSnapshot> {
  for await (const snapshot of snapshots) yield { ...snapshot, role };
}

// The server that a call is about, or that it has added.
function serverIn(call: string, value: unknown): string | null {
  if (!isRecord(value)) return null;
  const isServer = call.startsWith('connections.') || call === 'recordings.open';
  const id = value['connectionId'] ?? (isServer ? value['id'] : null);
  return typeof id === 'string' ? shortened(id) : null;
}

// Names of what a call is about. All else in an input may be a value or a secret.
const targetNames = [
  'threadId',
  'threadIds',
  'assistantId',
  'runId',
  'graphId',
  'checkpointId',
  'cronId',
  'experimentId',
  'action',
] as const;
const maxTargets = 100;
const maxTargetLength = 200;

function targetsOf(input: unknown): AuditEntry['targets'] {
  if (!isRecord(input)) return {};
  const targets: Record<string, string | readonly string[]> = {};
  for (const name of targetNames) {
    const value = input[name];
    if (typeof value === 'string') targets[name] = shortened(value);
    if (Array.isArray(value)) targets[name] = textsIn(value);
  }
  const { runs } = input;
  if (Array.isArray(runs))
    targets['runIds'] = textsIn(runs.map((run: unknown) => (isRecord(run) ? run['runId'] : null)));
  return targets;
}

function textsIn(values: readonly unknown[]): readonly string[] {
  return values
    .filter((value) => typeof value === 'string')
    .slice(0, maxTargets)
    .map(shortened);
}

function shortened(value: string): string {
  return value.slice(0, maxTargetLength);
}
