import { setTimeout as pause } from 'node:timers/promises';
import type { WireObject } from 'remote-graph-client/client';
import type { EventMutator, Mutation, ProxiedRequest, Reply, ServerEvent } from './mutation.ts';
import { changeRecords, isObject, isRoute, type RecordKind, type RouteName } from './records.ts';

function transport(): Mutation[] {
  return [
    { name: 'responses in small pieces', isHarmless: true, chunkBytes: 61 },
    { name: 'compressed answers', isHarmless: true, isCompressed: true },
    { name: 'a heartbeat before each event', isHarmless: true, comment: 'heartbeat' },
    { name: 'each answer 300 ms late', isHarmless: true, delayMs: 300 },
  ];
}

function headers(): Mutation[] {
  const without = (...names: readonly string[]): Mutation['headers'] => {
    return (received) =>
      Object.fromEntries(Object.entries(received).filter(([name]) => !names.includes(name)));
  };
  const set =
    (name: string, value: string): Mutation['headers'] =>
    (received) => ({ ...received, [name]: value });
  return [
    { name: 'header content-location removed', isHarmless: true, headers: without('content-location') },
    { name: 'header location removed', isHarmless: true, headers: without('location') },
    {
      name: 'headers location and content-location removed',
      headers: without('location', 'content-location'),
    },
    { name: 'header content-type removed', isHarmless: true, headers: without('content-type') },
    { name: 'header content-length removed', isHarmless: true, headers: without('content-length') },
    { name: 'header cache-control removed', isHarmless: true, headers: without('cache-control') },
    { name: 'header date removed', isHarmless: true, headers: without('date') },
    {
      name: 'headers x-pagination-* removed',
      isHarmless: true,
      headers: without('x-pagination-total', 'x-pagination-next'),
    },
    { name: 'header x-pagination-total wrong', headers: set('x-pagination-total', '1') },
    { name: 'header content-type text/plain', isHarmless: true, headers: set('content-type', 'text/plain') },
    { name: 'header x-unknown added', isHarmless: true, headers: set('x-unknown', 'anything') },
    {
      name: 'header date a year ago',
      isHarmless: true,
      headers: set('date', 'Sun, 06 Nov 2022 08:49:37 GMT'),
    },
    {
      name: 'header content-location of another run',
      headers: (received) =>
        'content-location' in received
          ? { ...received, 'content-location': '/threads/other/runs/00000000-0000-4000-8000-000000000000' }
          : { ...received },
    },
    {
      name: 'header content-location of another origin',
      headers: (received) =>
        'content-location' in received
          ? { ...received, 'content-location': `https://other.test${received['content-location']}` }
          : { ...received },
    },
  ];
}

const fieldsOf: Readonly<Record<RecordKind, readonly string[]>> = {
  info: ['version', 'flags', 'context'],
  assistant: ['assistant_id', 'graph_id', 'name', 'metadata', 'config', 'version', 'updated_at'],
  schemas: ['input_schema', 'output_schema', 'state_schema'],
  graph: ['nodes', 'edges'],
  'graph node': ['id', 'data', 'type'],
  'graph edge': ['source', 'target', 'conditional'],
  thread: ['thread_id', 'status', 'metadata', 'values', 'created_at', 'updated_at', 'interrupts'],
  run: ['run_id', 'thread_id', 'assistant_id', 'status', 'metadata', 'kwargs', 'created_at', 'updated_at'],
  state: ['values', 'next', 'tasks', 'metadata', 'created_at', 'checkpoint', 'parent_checkpoint'],
  checkpoint: ['thread_id', 'checkpoint_ns', 'checkpoint_id'],
  task: ['id', 'name', 'interrupts', 'checkpoint', 'result', 'error', 'state', 'path'],
  interrupt: ['id', 'value'],
  'store item': ['namespace', 'key', 'value', 'updated_at'],
  cron: ['cron_id', 'assistant_id', 'schedule', 'next_run_date', 'payload'],
};

function omit(record: WireObject, field: string): WireObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

/** By turns. */
function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

/** A value of another type, which no reader can take for the right one. */
function otherType(value: unknown): unknown {
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return ['wrong'];
  return 42;
}

/** Shown as the server sends them, so that another value is no fault: only their absence is one. */
const verbatim: readonly string[] = [
  'assistant.config',
  'schemas.input_schema',
  'schemas.output_schema',
  'schemas.state_schema',
  'state.values',
  'interrupt.value',
  'store item.value',
];

/** Each field of each record: removed, and by turns null, of another type, or under another name. */
function fields(): Mutation[] {
  const rename = (record: WireObject, field: string): WireObject =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name === field ? `${name}_v2` : name, value]),
    );
  const changes: readonly (readonly [string, (record: WireObject, field: string) => WireObject])[] = [
    ['null', (record, field) => ({ ...record, [field]: null })],
    ['of another type', (record, field) => ({ ...record, [field]: otherType(record[field]) })],
    ['renamed', rename],
  ];
  return Object.entries(fieldsOf).flatMap(([kind, names], row) =>
    names.flatMap((field, column) => {
      const isVerbatim = verbatim.includes(`${kind}.${field}`);
      const [how, change] = isVerbatim ? (['renamed', rename] as const) : itemAt(changes, row + column);
      const mutation = (name: string, work: (record: WireObject) => WireObject): Mutation => ({
        name: `${kind}.${field} ${name}`,
        json: (value, request) =>
          changeRecords(value, request, kind as RecordKind, (record) =>
            field in record ? work(record) : record,
          ),
      });
      return [
        mutation('removed', (record) => omit(record, field)),
        mutation(how, (record) => change(record, field)),
      ];
    }),
  );
}

function unknownFields(): Mutation[] {
  return Object.keys(fieldsOf).map((kind) => ({
    name: `${kind}: an unknown field added`,
    isHarmless: true as const,
    json: (value: unknown, request: ProxiedRequest) =>
      changeRecords(value, request, kind as RecordKind, (record) => ({
        x_unknown: { nested: [1, null] },
        ...record,
      })),
  }));
}

const notFound: Reply = { status: 404, text: '{"detail":"Not Found"}' };
const answers: Readonly<Record<string, Reply>> = {
  '404': notFound,
  '405': { status: 405, text: '{"detail":"Method Not Allowed"}' },
  '501': { status: 501, text: '{"detail":"Not Implemented"}' },
  '500': { status: 500, text: 'Internal Server Error', type: 'text/plain' },
  'a web page': { status: 200, text: '<!doctype html><title>Sign in</title>', type: 'text/html' },
  'an empty 200': { status: 200, text: '' },
  'an empty 204': { status: 204, text: '' },
};

/** Routes whose answer to a successful change may be anything of status 2xx. */
const changing: readonly RouteName[] = [
  'thread create',
  'thread copy',
  'thread delete',
  'thread update',
  'state update',
  'run start',
  'run cancel',
  'stateless run',
  'store put',
  'store delete',
  'cron create',
  'cron delete',
];

/** Each route is missing or refused; three ways for each, so that every way meets many routes. */
function routeAnswers(): Mutation[] {
  const names: readonly RouteName[] = [
    'info',
    'assistant search',
    'graph',
    'schemas',
    'thread create',
    'thread get',
    'thread search',
    'thread copy',
    'thread delete',
    'state',
    'state at checkpoint',
    'state update',
    'history',
    'run start',
    'run list',
    'run get',
    'run join',
    'run cancel',
    'stateless run',
    'store put',
    'store get',
    'store delete',
    'cron create',
    'cron search',
    'cron delete',
  ];
  const hows = Object.entries(answers);
  return names.flatMap((route, row) => [
    ...[0, 3].map((shift): Mutation => {
      const [how, reply] = itemAt(hows, row + shift);
      return {
        name: `route ${route}: ${how}`,
        reply: (request) => (isRoute(request, route) ? reply : null),
      };
    }),
    ...(changing.includes(route)
      ? [
          ((): Mutation => {
            const [how, reply] = itemAt(hows, 4 + (row % 3));
            return {
              name: `route ${route}: done, answered with ${how}`,
              replyAfter: (request) => (isRoute(request, route) ? reply : null),
            };
          })(),
        ]
      : []),
  ]);
}

const eventKinds = ['metadata', 'values', 'updates', 'tasks', 'messages', 'error', 'end'] as const;

function modeOf({ event }: ServerEvent): string {
  return event.split('|')[0]?.split('/')[0] ?? '';
}

const isRunStream = (request: ProxiedRequest): boolean =>
  isRoute(request, 'run start', 'run join', 'stateless run');

function stream(name: string, each: () => EventMutator, rest: Partial<Mutation> = {}): Mutation {
  return {
    name,
    ...rest,
    events: (request) => (isRunStream(request) ? each() : { each: (event) => [event] }),
  };
}

function events(): Mutation[] {
  const perKind = eventKinds.flatMap((kind): Mutation[] => [
    stream(`event ${kind} dropped`, () => ({ each: (event) => (modeOf(event) === kind ? [] : [event]) })),
    stream(
      `event ${kind} doubled`,
      () => ({ each: (event) => (modeOf(event) === kind ? [event, event] : [event]) }),
      // The same values or metadata twice say the same.
      ['metadata', 'values', 'tasks', 'end'].includes(kind) ? { isHarmless: true } : {},
    ),
    stream(
      `event ${kind} 100 ms late`,
      () => ({
        each: async (event) => {
          if (modeOf(event) === kind) await pause(100);
          return [event];
        },
      }),
      { isHarmless: true },
    ),
    stream(`event ${kind} with unreadable data`, () => ({
      each: (event) => [modeOf(event) === kind ? { ...event, data: '{"broken":' } : event],
    })),
  ]);
  const swapPairs = (): EventMutator => {
    let waiting: ServerEvent[] = [];
    return {
      each: (event) => {
        if (modeOf(event) !== 'tasks') return [event];
        waiting = [...waiting, event];
        return waiting.length < 2 ? [] : waiting.splice(0).toReversed();
      },
      end: () => waiting,
    };
  };
  const atTheEnd = (kind: string) => (): EventMutator => {
    const waiting: ServerEvent[] = [];
    return {
      each: (event) => {
        if (modeOf(event) !== kind) return [event];
        waiting.push(event);
        return [];
      },
      end: () => waiting,
    };
  };
  return [
    ...perKind,
    stream('events in pairs, the second first', swapPairs),
    stream('event metadata last', atTheEnd('metadata')),
    stream('event updates last', atTheEnd('updates'), { isHarmless: true }),
    stream('event tasks last', atTheEnd('tasks')),
    stream(
      'an unknown event before each',
      () => ({
        each: (event) => [{ event: 'x-unknown', data: '{"a":1}', id: null }, event],
      }),
      { isHarmless: true },
    ),
    stream(
      'an event without data before each',
      () => ({
        each: (event) => [{ event: 'ping', data: '', id: null }, event],
      }),
      { isHarmless: true },
    ),
    stream('event ids removed', () => ({ each: (event) => [{ ...event, id: null }] })),
    stream(
      'event ids all the same',
      () => ({
        each: (event) => [{ ...event, id: event.id === null ? null : '1' }],
      }),
      { isHarmless: true },
    ),
    stream('event namespaces removed', () => ({
      each: (event) => [{ ...event, event: modeOf(event) }],
    })),
    stream('event namespaces as of an unknown subgraph', () => ({
      each: (event) => [event.event.includes('|') ? { ...event, event: `${modeOf(event)}|other:1` } : event],
    })),
    ...['id', 'name', 'input', 'result', 'error', 'interrupts', 'triggers'].map((field) =>
      payload(`event tasks without ${field}`, 'tasks', (record) => omit(record, field)),
    ),
    payload('event metadata without run_id', 'metadata', (data) => omit(data, 'run_id')),
    payload('event metadata of another run', 'metadata', (data) => ({
      ...data,
      run_id: '00000000-0000-4000-8000-000000000000',
    })),
    payload('event values without __interrupt__', 'values', (data) => omit(data, '__interrupt__')),
    payload('event updates without __interrupt__', 'updates', (data) => omit(data, '__interrupt__')),
    payload('event error as a text', 'error', ({ message }) => String(message)),
    stream('the stream stops after five events', () => {
      let count = 0;
      return { each: (event) => (count++ < 5 ? [event] : []) };
    }),
  ];
}

function payload(name: string, kind: string, change: (data: WireObject) => unknown): Mutation {
  return stream(name, () => ({
    each: (event) => {
      if (modeOf(event) !== kind) return [event];
      const data: unknown = JSON.parse(event.data);
      return [{ ...event, data: JSON.stringify(isObject(data) ? change(data) : data) }];
    },
  }));
}

function bodyOf({ bodyText }: ProxiedRequest): WireObject {
  try {
    const body: unknown = JSON.parse(bodyText);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

const allModes = ['values', 'updates', 'tasks', 'messages-tuple', 'custom'];

/** Each stream mode is refused, in the words of one server or another. */
function streamModes(): Mutation[] {
  return allModes.map((mode) => ({
    name: `stream mode ${mode} refused`,
    reply: (request) => {
      const { stream_mode: modes } = bodyOf(request);
      if (!isRoute(request, 'run start', 'stateless run') || !Array.isArray(modes)) return null;
      if (!modes.includes(mode)) return null;
      const taken = allModes.filter((each) => each !== mode);
      return {
        status: 422,
        text: JSON.stringify({
          detail: [
            {
              type: 'literal_error',
              loc: ['body', 'stream_mode', modes.indexOf(mode)],
              msg: `Input should be ${taken.map((each) => `'${each}'`).join(' or ')}`,
              input: mode,
            },
          ],
        }),
      };
    },
  }));
}

/** A member of a request is refused as unknown. */
function requestMembers(): Mutation[] {
  const refused = (name: string, member: string, ...onRoutes: readonly RouteName[]): Mutation => ({
    name,
    reply: (request) =>
      isRoute(request, ...onRoutes) && member in bodyOf(request)
        ? {
            status: 422,
            text: JSON.stringify({
              detail: [
                { type: 'extra_forbidden', loc: ['body', member], msg: 'Extra inputs are not permitted' },
              ],
            }),
          }
        : null,
  });
  return [
    ...['stream_subgraphs', 'stream_resumable', 'durability', 'metadata', 'on_disconnect'].map((member) =>
      refused(`run member ${member} refused`, member, 'run start', 'stateless run'),
    ),
    refused('thread search member select refused', 'select', 'thread search'),
    refused('thread search member sort_by refused', 'sort_by', 'thread search'),
    refused('thread create member if_exists refused', 'if_exists', 'thread create'),
    refused('history member before refused', 'before', 'history'),
  ];
}

const foreignThread = '00000000-0000-4000-8000-00000000000a';

function lists(): Mutation[] {
  const reversed = (name: string, route: RouteName): Mutation => ({
    name: `${name} reversed`,
    json: (value, request) => (isRoute(request, route) && Array.isArray(value) ? value.toReversed() : value),
  });
  const strange = (name: string, route: RouteName, more: (first: WireObject) => WireObject): Mutation => ({
    name,
    json: (value, request) => {
      if (!isRoute(request, route) || !Array.isArray(value) || !isObject(value[0])) return value;
      return [...(value as unknown[]), more(value[0])];
    },
  });
  const withoutMember = (name: string, route: RouteName, member: string): Mutation => ({
    name,
    request: (request) => {
      if (!isRoute(request, route)) return request;
      const { [member]: _, ...rest } = bodyOf(request);
      return { query: request.query, bodyText: JSON.stringify(rest) };
    },
  });
  return [
    reversed('list of assistants', 'assistant search'),
    reversed('list of threads', 'thread search'),
    reversed('list of runs', 'run list'),
    reversed('history', 'history'),
    strange('a run of another thread in the list', 'run list', (run) => ({
      ...run,
      run_id: '00000000-0000-4000-8000-00000000000b',
      thread_id: foreignThread,
    })),
    strange('a checkpoint of another thread in the history', 'history', (state) => ({
      ...state,
      checkpoint: {
        ...(isObject(state['checkpoint']) ? state['checkpoint'] : {}),
        thread_id: foreignThread,
        checkpoint_id: '00000000-0000-6000-8000-00000000000c',
      },
    })),
    strange('the first run twice in the list', 'run list', (run) => run),
    strange('the first checkpoint twice in the history', 'history', (state) => state),
    strange('a run that is a text in the list', 'run list', () => ({ text: 'not a run' })),
    withoutMember('filter status of threads ignored', 'thread search', 'status'),
    withoutMember('filter metadata of threads ignored', 'thread search', 'metadata'),
    withoutMember('filter values of threads ignored', 'thread search', 'values'),
    withoutMember('select of threads ignored', 'thread search', 'select'),
    withoutMember('before of the history ignored', 'history', 'before'),
    withoutMember('limit of the history ignored', 'history', 'limit'),
    withoutMember('if_exists of threads ignored', 'thread create', 'if_exists'),
    withoutMember('metadata of runs dropped', 'run start', 'metadata'),
    withoutMember('stream_resumable of runs ignored', 'run start', 'stream_resumable'),
    withoutMember('stream_subgraphs of runs ignored', 'run start', 'stream_subgraphs'),
    withoutMember('subgraphs of the state ignored', 'state at checkpoint', 'subgraphs'),
    {
      name: 'query of requests ignored',
      request: (request) => (isRoute(request, 'run list', 'state') ? { ...request, query: '' } : request),
    },
  ];
}

/** Every mutation, in a fixed order. */
export const mutations: readonly Mutation[] = [
  { name: 'nothing', isHarmless: true },
  ...transport(),
  ...headers(),
  ...fields(),
  ...unknownFields(),
  ...routeAnswers(),
  ...events(),
  ...streamModes(),
  ...requestMembers(),
  ...lists(),
];
