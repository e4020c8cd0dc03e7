import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
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
  /** Whether a start must keep all other experiments, because the member's role does not allow to delete them. */
  readonly keepsOthers: boolean;
}

/**
 * Whose services answer a call or stream:
 * - `named`: Those of the server that the input names: the member's if it is one of theirs, else those of all members.
 *   Refused are a server of another member, and one of theirs together with a shared one.
 * - `either`: Those that know what the input is about, whose id does not say which. The member's are asked first.
 * - `both`: It is about all servers. What a call resolves with is the answer of those of all members.
 */
type Route = 'named' | 'either' | 'both';

// All others are `named`, but those that `routeCalls` has code of its own for.
const callRoutes: Readonly<Partial<Record<keyof Calls, Route>>> = {
  'connections.confirmWrite': 'either',
  'experiments.compare': 'either',
  'experiments.forget': 'either',
  'experiments.rows': 'either',
  'experiments.scores': 'either',
  'recordings.part': 'either',
  'recordings.search': 'either',
  'inbox.refresh': 'both',
  'notifications.set': 'both',
  'recordings.discard': 'both',
};
const streamRoutes: Readonly<Partial<Record<keyof Streams, Route>>> = {
  'recordings.send': 'either',
  'app.attention': 'both',
  'app.presence': 'both',
  'clones.progress': 'both',
  'notifications.show': 'both',
};

/** The only way of a member to the services of all members, and to their own. */
export function routeCalls(owner: string, services: RoutedServices): StudioHandlers {
  const { shared, member } = services;
  const { calls, streams } = wrapHandlers(shared, {
    wrapCall: (name, ofShared) => {
      const ofMember = member.calls[name as keyof Calls] as AnyCall;
      return routedCall(callRoutes[name as keyof Calls] ?? 'named', owner, ofMember, ofShared);
    },
    wrapStream: (name, ofShared) => {
      const ofMember = member.streams[name as keyof Streams] as AnyStream;
      return routedStream(streamRoutes[name as keyof Streams] ?? 'named', owner, ofMember, ofShared);
    },
  });
  return {
    calls: {
      ...calls,
      ...experimentCalls(owner, services, calls),
      ...requestCalls(services),
      'connections.reorder': async (input, signal) => {
        assertOfNobodyElse(owner, input);
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
      'recordings.copy': (input, signal) => calls['recordings.copy']({ ...input, draftOwner: owner }, signal),
    },
    streams: {
      ...streams,
      ...watchStreams(owner, services),
      'recordings.record': (input, signal) =>
        streams['recordings.record']({ ...input, draftOwner: owner }, signal),
    },
  };
}

function routedCall(route: Route, owner: string, ofMember: AnyCall, ofShared: AnyCall): AnyCall {
  switch (route) {
    case 'named':
      return async (input, signal) => (namesOwnServer(owner, input) ? ofMember : ofShared)(input, signal);
    case 'either':
      return async (input, signal) => {
        assertOfNobodyElse(owner, input);
        try {
          return await ofMember(input, signal);
        } catch (error) {
          if (!isNotFound(error)) throw error;
          return ofShared(input, signal);
        }
      };
    case 'both':
      return async (input, signal) => {
        await ofMember(input, signal);
        return ofShared(input, signal);
      };
  }
}

function routedStream(route: Route, owner: string, ofMember: AnyStream, ofShared: AnyStream): AnyStream {
  switch (route) {
    case 'named':
      return async function* (input, signal) {
        yield* (namesOwnServer(owner, input) ? ofMember : ofShared)(input, signal);
      };
    case 'either':
      return async function* (input, signal) {
        let hasBegun = false;
        try {
          for await (const item of ofMember(input, signal)) {
            hasBegun = true;
            yield item;
          }
        } catch (error) {
          if (hasBegun || !isNotFound(error)) throw error;
          yield* ofShared(input, signal);
        }
      };
    case 'both':
      return (input, signal) =>
        mergeStreams([(ended) => ofShared(input, ended), (ended) => ofMember(input, ended)], signal);
  }
}

// `routed`: the calls by the servers that they name.
function experimentCalls(
  owner: string,
  { shared, member, keepsOthers }: RoutedServices,
  routed: Pick<Calls, 'experiments.start' | 'experiments.rerun'>,
) {
  // Both services would have a part of it, each without the other's rows.
  const assertNotInOther = async (
    input: object,
    experimentId: string,
    signal: AbortSignal,
  ): Promise<void> => {
    const other = namesOwnServer(owner, input) ? shared : member;
    const head = { experimentId, filter: 'all' as const, search: '', from: 0, limit: 1 };
    const isThere = await other.calls['experiments.rows'](head, signal).then(
      () => true,
      () => false,
    );
    if (isThere) throw mixedKeysError();
  };
  // Those of the member may go: they are nobody else's.
  const keepingOthers = <Input extends object>(input: Input): Input & { keepsOthers?: boolean } =>
    keepsOthers && !namesOwnServer(owner, input) ? { ...input, keepsOthers } : input;
  return {
    'experiments.list': async (input, signal) => {
      const lists = await Promise.all(
        [member, shared].map((services) => services.calls['experiments.list'](input, signal)),
      );
      const problems = lists.flatMap(({ problem }) => (problem === null ? [] : [problem]));
      return {
        experiments: lists
          .flatMap(({ experiments }) => experiments)
          .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
        problem: problems.length === 0 ? null : problems.join(' '),
      };
    },
    'experiments.start': async (input, signal) => {
      await assertNotInOther(input, input.experimentId, signal);
      return routed['experiments.start'](keepingOthers(input), signal);
    },
    'experiments.rerun': async (input, signal) => {
      await assertNotInOther(input, input.newExperimentId, signal);
      return routed['experiments.rerun'](keepingOthers(input), signal);
    },
  } satisfies Partial<Calls>;
}

// By the numbers that the merged log gives to requests.
function requestCalls({ shared, member, requests }: RoutedServices) {
  return {
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
  } satisfies Partial<Calls>;
}

// One list of what both have.
function watchStreams(owner: string, { shared, member, requests }: RoutedServices) {
  return {
    'connections.watch': (input, signal) =>
      combineStreams(
        [
          (ended) => shared.streams['connections.watch'](input, ended),
          (ended) => member.streams['connections.watch'](input, ended),
        ],
        (sharedItem, memberItem) => withOwnServers(sharedItem, memberItem, owner),
        signal,
      ),
    'inbox.watch': (input, signal) =>
      combineStreams(
        [
          (ended) => shared.streams['inbox.watch'](input, ended),
          (ended) => member.streams['inbox.watch'](input, ended),
        ],
        (sharedItem, memberItem) => ({
          servers: [
            ...sharedItem.servers,
            ...memberItem.servers.filter(({ connectionId }) => ownerOfConnection(connectionId) === owner),
          ],
        }),
        signal,
      ),
    'notifications.watch': (input, signal) =>
      combineStreams(
        [
          (ended) => shared.streams['notifications.watch'](input, ended),
          (ended) => member.streams['notifications.watch'](input, ended),
        ],
        (sharedItem, memberItem) => ({
          isOn: sharedItem.isOn,
          unseen: sharedItem.unseen + memberItem.unseen,
          active: sharedItem.active + memberItem.active,
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
  } satisfies Partial<Streams>;
}

type ConnectionsItem =
  ReturnType<Streams['connections.watch']> extends AsyncIterable<infer Item> ? Item : never;

function withOwnServers(
  { connections, health, notice, ...rest }: ConnectionsItem,
  memberItem: ConnectionsItem,
  owner: string,
): ConnectionsItem {
  const notices = [notice, memberItem.notice].filter((text) => text !== undefined);
  // Without its demo server, which is never started.
  const isOwn = (id: string): boolean => ownerOfConnection(id) === owner;
  return {
    ...rest,
    connections: [...connections, ...memberItem.connections.filter(({ id }) => isOwn(id))],
    health: [...health, ...memberItem.health.filter(({ connectionId }) => isOwn(connectionId))],
    ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
  };
}

function assertOfNobodyElse(owner: string, input: unknown): void {
  if (ownersIn(input).some((one) => one !== owner)) throw foreignServerError();
}

// Whether an input names servers of this member. Throws `AppError` for servers that must not be used, or not together.
function namesOwnServer(owner: string, input: unknown): boolean {
  assertOfNobodyElse(owner, input);
  if (ownersIn(input).length === 0) return false;
  if (connectionIdsIn(input).some((id) => ownerOfConnection(id) === null)) throw mixedKeysError();
  return true;
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
  const unvisited: { readonly name: string; readonly value: unknown }[] = [{ name: '', value: input }];
  for (let next = unvisited.pop(); next !== undefined; next = unvisited.pop()) {
    const { name, value } = next;
    if (typeof value === 'string' && accepts(name)) texts.push(value);
    else if (Array.isArray(value)) for (const item of value) unvisited.push({ name, value: item });
    else if (isRecord(value))
      for (const [key, item] of Object.entries(value)) unvisited.push({ name: key, value: item });
  }
  return texts;
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found';
}

function foreignServerError(): AppError {
  return new AppError('forbidden', 'This server is used with another member’s own key.', {
    hint: 'Use the shared server, or set a key of your own for it.',
  });
}

function mixedKeysError(): AppError {
  return new AppError(
    'unsupported',
    'A server with your own key can’t be used together with another server.',
    {
      hint: 'Choose only servers with your own keys, or only shared servers.',
    },
  );
}
