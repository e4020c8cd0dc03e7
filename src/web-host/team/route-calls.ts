import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { InboxSnapshot } from '../../shared/model/inbox.ts';
import type { NotificationState } from '../../shared/model/run-notification.ts';
import { ownerOfConnection } from '../../shared/model/team.ts';
import type { MergedRequests } from './merged-requests.ts';
import { combineStreams, mergeStreams } from './merge-streams.ts';
import { isRecord } from '../../shared/narrow.ts';
import { wrapHandlers, type AnyCall, type AnyStream } from '../../shared/wrap-handlers.ts';

type Calls = StudioHandlers['calls'];
type Streams = StudioHandlers['streams'];

interface RoutedServices {
  /** Of all members. */
  readonly shared: StudioHandlers;
  /** With the servers that this member added with keys of their own, which no other handlers know. */
  readonly member: StudioHandlers;
  readonly requests: MergedRequests;
  /** Whether the member's role allows to delete experiments: a start must not do it otherwise. */
  readonly mayForget: boolean;
}

/**
 * The only way of a member to both. A call or stream that names one of their own servers goes to their services; one that
 * names a server of somebody else is refused; all others go to those of all members. The few that are about all servers,
 * or about what a server's id is not said of, ask both.
 */
export function routeCalls(
  owner: string,
  { shared, member, requests, mayForget }: RoutedServices,
): StudioHandlers {
  const assertOfNobodyElse = (input: unknown): void => {
    if (ownersIn(input).some((one) => one !== owner)) throw ofSomebodyElse();
  };
  const isOfMember = (input: unknown): boolean => {
    assertOfNobodyElse(input);
    if (ownersIn(input).length === 0) return false;
    const isMixed = connectionIdsIn(input).some((id) => ownerOfConnection(id) === null);
    if (isMixed) throw twoKeys();
    return true;
  };
  const routeCall =
    (name: string, call: AnyCall): AnyCall =>
    async (input, signal) => {
      const ofMember = member.calls[name as keyof Calls] as AnyCall;
      return (isOfMember(input) ? ofMember : call)(input, signal);
    };
  const routeStream = (name: string, stream: AnyStream): AnyStream =>
    async function* (input, signal) {
      const ofMember = member.streams[name as keyof Streams] as AnyStream;
      yield* (isOfMember(input) ? ofMember : stream)(input, signal);
    };
  const { calls, streams } = wrapHandlers(shared, { wrapCall: routeCall, wrapStream: routeStream });

  // About something that only one of them has, by an id that does not say which.
  const either = <K extends EitherCall>(name: K): Calls[K] =>
    (async (input: unknown, signal: AbortSignal) => {
      assertOfNobodyElse(input);
      try {
        return await (member.calls[name] as AnyCall)(input, signal);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        return (shared.calls[name] as AnyCall)(input, signal);
      }
    }) as unknown as Calls[K];
  const both = <K extends 'notifications.set' | 'inbox.refresh' | 'recordings.discard'>(name: K): Calls[K] =>
    (async (input: unknown, signal: AbortSignal) => {
      await (member.calls[name] as AnyCall)(input, signal);
      return (shared.calls[name] as AnyCall)(input, signal);
    }) as unknown as Calls[K];
  const bothStreams = <K extends 'app.presence' | 'app.attention' | 'notifications.show' | 'clones.progress'>(
    name: K,
  ): Streams[K] =>
    ((input: unknown, signal: AbortSignal) =>
      mergeStreams(
        [shared, member].map((one) => (ended) => (one.streams[name] as AnyStream)(input, ended)),
        signal,
      )) as unknown as Streams[K];

  // Both services would have a part of it, each without the other's rows.
  const assertNotIn = async (
    services: StudioHandlers,
    experimentId: string,
    signal: AbortSignal,
  ): Promise<void> => {
    const head = { experimentId, filter: 'all' as const, search: '', from: 0, limit: 1 };
    const isThere = await services.calls['experiments.rows'](head, signal).then(
      () => true,
      () => false,
    );
    if (isThere) throw twoKeys();
  };

  // Those of the member may go: they are nobody else's.
  const withoutForgetting = <Input extends object>(input: Input): Input & { keepsOthers?: boolean } =>
    mayForget || isOfMember(input) ? input : { ...input, keepsOthers: true };

  return {
    calls: {
      ...calls,
      'connections.reorder': async (input, signal) => {
        assertOfNobodyElse(input);
        const part = (isMine: boolean): typeof input => {
          const belongs = (id: string): boolean => (ownerOfConnection(id) === owner) === isMine;
          const { connectionIds, group } = input;
          return {
            connectionIds: connectionIds.filter(belongs),
            ...(group && belongs(group.connectionId) ? { group } : {}),
          };
        };
        await member.calls['connections.reorder'](part(true), signal);
        return shared.calls['connections.reorder'](part(false), signal);
      },
      'connections.confirmWrite': either('connections.confirmWrite'),
      'notifications.set': both('notifications.set'),
      'inbox.refresh': both('inbox.refresh'),
      'recordings.discard': both('recordings.discard'),
      'recordings.copy': (input, signal) => calls['recordings.copy']({ ...input, draftOwner: owner }, signal),
      'recordings.search': either('recordings.search'),
      'recordings.part': either('recordings.part'),
      'experiments.list': async (input, signal) => {
        const lists = await Promise.all(
          [member, shared].map((services) => services.calls['experiments.list'](input, signal)),
        );
        return lists.flat().toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
      },
      'experiments.start': async (input, signal) => {
        await assertNotIn(isOfMember(input) ? shared : member, input.experimentId, signal);
        return calls['experiments.start'](withoutForgetting(input), signal);
      },
      'experiments.rerun': async (input, signal) => {
        await assertNotIn(isOfMember(input) ? shared : member, input.newExperimentId, signal);
        return calls['experiments.rerun'](withoutForgetting(input), signal);
      },
      'experiments.rows': either('experiments.rows'),
      'experiments.compare': either('experiments.compare'),
      'experiments.scores': either('experiments.scores'),
      'experiments.forget': either('experiments.forget'),
      'requests.response': async ({ id }, signal) => {
        const request = requests.origin(id);
        if (request === null) return { response: null };
        const services = request.source === 'member' ? member : shared;
        return services.calls['requests.response']({ id: request.id }, signal);
      },
      'requests.replay': async ({ id }, signal) => {
        const request = requests.origin(id);
        const services = request?.source === 'member' ? member : shared;
        // A number that no log has: it says what is missing.
        return services.calls['requests.replay']({ id: request?.id ?? Number.MAX_SAFE_INTEGER }, signal);
      },
    },
    streams: {
      ...streams,
      'app.presence': bothStreams('app.presence'),
      'app.attention': bothStreams('app.attention'),
      'notifications.show': bothStreams('notifications.show'),
      'clones.progress': bothStreams('clones.progress'),
      'recordings.record': (input, signal) =>
        streams['recordings.record']({ ...input, draftOwner: owner }, signal),
      'connections.watch': (input, signal) =>
        combineStreams(
          [
            (ended) =>
              shared.streams['connections.watch'](input, ended) as AsyncIterable<ConnectionsSnapshot>,
            (ended) =>
              member.streams['connections.watch'](input, ended) as AsyncIterable<ConnectionsSnapshot>,
          ],
          (all, own) => withOwnServers(all, own, owner),
          signal,
        ),
      'inbox.watch': (input, signal) =>
        combineStreams(
          [
            (ended) => shared.streams['inbox.watch'](input, ended) as AsyncIterable<InboxSnapshot>,
            (ended) => member.streams['inbox.watch'](input, ended) as AsyncIterable<InboxSnapshot>,
          ],
          (all, own) => ({
            servers: [
              ...all.servers,
              ...own.servers.filter(({ connectionId }) => ownerOfConnection(connectionId) === owner),
            ],
          }),
          signal,
        ),
      'notifications.watch': (input, signal) =>
        combineStreams<NotificationState>(
          [
            (ended) => shared.streams['notifications.watch'](input, ended),
            (ended) => member.streams['notifications.watch'](input, ended),
          ],
          (all, own) => ({
            isOn: all.isOn,
            unseen: all.unseen + own.unseen,
            active: all.active + own.active,
          }),
          signal,
        ),
      'requests.watch': (input, signal) =>
        mergeStreams(
          (['shared', 'member'] as const).map(
            (source) =>
              async function* (ended: AbortSignal) {
                const services = source === 'member' ? member : shared;
                for await (const change of services.streams['requests.watch'](input, ended))
                  yield requests.change(source, change);
              },
          ),
          signal,
        ),
      async *'recordings.send'(input, signal) {
        let hasBegun = false;
        try {
          for await (const transfer of member.streams['recordings.send'](input, signal)) {
            hasBegun = true;
            yield transfer;
          }
        } catch (error) {
          if (hasBegun || !isNotFound(error)) throw error;
          yield* shared.streams['recordings.send'](input, signal);
        }
      },
    },
  };
}

type EitherCall =
  | 'connections.confirmWrite'
  | 'recordings.search'
  | 'recordings.part'
  | 'experiments.rows'
  | 'experiments.compare'
  | 'experiments.scores'
  | 'experiments.forget';

function withOwnServers(
  { connections, health, notice, ...rest }: ConnectionsSnapshot,
  own: ConnectionsSnapshot,
  owner: string,
): ConnectionsSnapshot {
  const notices = [notice, own.notice].filter((text) => text !== undefined);
  // Without its demo server, which is never started.
  const isOwn = (id: string): boolean => ownerOfConnection(id) === owner;
  return {
    ...rest,
    connections: [...connections, ...own.connections.filter(({ id }) => isOwn(id))],
    health: [...health, ...own.health.filter(({ connectionId }) => isOwn(connectionId))],
    ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
  };
}

/** Whose servers an input names, wherever it does. */
function ownersIn(input: unknown): string[] {
  return textsIn(input, () => true).flatMap((text) => ownerOfConnection(text) ?? []);
}

function connectionIdsIn(input: unknown): string[] {
  return textsIn(input, (name) => name === 'connectionId');
}

function textsIn(input: unknown, accepts: (name: string) => boolean): string[] {
  const texts: string[] = [];
  const rest: { readonly name: string; readonly value: unknown }[] = [{ name: '', value: input }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { name, value } = next;
    if (typeof value === 'string' && accepts(name)) texts.push(value);
    else if (Array.isArray(value)) for (const item of value) rest.push({ name, value: item });
    else if (isRecord(value))
      for (const [key, item] of Object.entries(value)) rest.push({ name: key, value: item });
  }
  return texts;
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found';
}

function ofSomebodyElse(): AppError {
  return new AppError('forbidden', 'This server is used with another member’s own key.', {
    hint: 'Use the shared server, or set a key of your own for it.',
  });
}

function twoKeys(): AppError {
  return new AppError(
    'unsupported',
    'A server with your own key can’t be used together with another server.',
    {
      hint: 'Choose only servers with your own keys, or only shared servers.',
    },
  );
}
