import type { WireObject } from 'remote-graph-client/client';
import type { ProxiedRequest } from './mutation.ts';

/** What servers send, whichever route it comes by. */
export type RecordKind =
  | 'info'
  | 'assistant'
  | 'schemas'
  | 'graph'
  | 'graph node'
  | 'graph edge'
  | 'thread'
  | 'run'
  | 'state'
  | 'checkpoint'
  | 'task'
  | 'interrupt'
  | 'store item'
  | 'cron';

/** Routes by name, as patterns of `METHOD /path`. */
export const routes = {
  info: /^GET \/info$/,
  'assistant search': /^POST \/assistants\/search$/,
  'assistant get': /^GET \/assistants\/[^/]+$/,
  graph: /^GET \/assistants\/[^/]+\/graph$/,
  schemas: /^GET \/assistants\/[^/]+\/schemas$/,
  'thread create': /^POST \/threads$/,
  'thread get': /^GET \/threads\/[^/]+$/,
  'thread search': /^POST \/threads\/search$/,
  'thread copy': /^POST \/threads\/[^/]+\/copy$/,
  'thread delete': /^DELETE \/threads\/[^/]+$/,
  'thread update': /^PATCH \/threads\/[^/]+$/,
  state: /^GET \/threads\/[^/]+\/state(\/[^/]+)?$/,
  'state at checkpoint': /^POST \/threads\/[^/]+\/state\/checkpoint$/,
  'state update': /^POST \/threads\/[^/]+\/state$/,
  history: /^(GET|POST) \/threads\/[^/]+\/history$/,
  'run start': /^POST \/threads\/[^/]+\/runs\/stream$/,
  'run list': /^GET \/threads\/[^/]+\/runs$/,
  'run get': /^GET \/threads\/[^/]+\/runs\/[^/]+$/,
  'run join': /^GET \/threads\/[^/]+\/runs\/[^/]+\/stream$/,
  'run cancel': /^POST \/threads\/[^/]+\/runs\/[^/]+\/cancel$/,
  'stateless run': /^POST \/runs\/stream$/,
  'store put': /^PUT \/store\/items$/,
  'store get': /^GET \/store\/items$/,
  'store search': /^POST \/store\/items\/search$/,
  'store delete': /^DELETE \/store\/items$/,
  'cron create': /^POST \/runs\/crons$/,
  'cron search': /^POST \/runs\/crons\/search$/,
  'cron delete': /^DELETE \/runs\/crons\/[^/]+$/,
} as const;

export type RouteName = keyof typeof routes;

const ids: readonly string[] = ['search', 'count', 'prune', 'state-bulk'];

export function isRoute({ method, path }: ProxiedRequest, ...names: readonly RouteName[]): boolean {
  return names.some((name) => {
    if (!routes[name].test(`${method} ${path}`)) return false;
    return method !== 'GET' || !ids.includes(path.split('/').at(-1) ?? '');
  });
}

type Change = (record: WireObject) => WireObject;

/** Changes all records of a kind in the JSON of a response. */
export function changeRecords(
  value: unknown,
  request: ProxiedRequest,
  kind: RecordKind,
  change: Change,
): unknown {
  const is = (...names: readonly RouteName[]): boolean => isRoute(request, ...names);
  if (kind === 'info') return is('info') ? each(value, change) : value;
  if (kind === 'schemas') return is('schemas') ? each(value, change) : value;
  if (kind === 'assistant') return is('assistant search', 'assistant get') ? each(value, change) : value;
  if (kind === 'graph') return is('graph') ? each(value, change) : value;
  if (kind === 'graph node') return is('graph') ? members(value, ['nodes'], change) : value;
  if (kind === 'graph edge') return is('graph') ? members(value, ['edges'], change) : value;
  if (kind === 'run') return is('run list', 'run get') ? each(value, change) : value;
  if (kind === 'cron') return is('cron create', 'cron search') ? each(value, change) : value;
  if (kind === 'store item') {
    if (is('store get')) return each(value, change);
    return is('store search') ? members(value, ['items'], change) : value;
  }
  const isThread = is('thread create', 'thread get', 'thread search', 'thread copy', 'thread update');
  if (kind === 'thread') return isThread ? each(value, change) : value;
  if (kind === 'interrupt' && isThread)
    return each(value, (thread) => changeThreadInterrupts(thread, change));
  if (is('state update') && kind === 'checkpoint') return members(value, ['checkpoint'], change);
  if (!is('state', 'state at checkpoint', 'history')) return value;
  return each(value, (state) => changeState(state, kind, change));
}

function changeState(state: WireObject, kind: RecordKind, change: Change): WireObject {
  const changed = {
    ...state,
    tasks: each(state['tasks'], (task) => {
      const inner = isObject(task['state']) ? { state: changeState(task['state'], kind, change) } : {};
      const interrupts =
        kind === 'interrupt' && 'interrupts' in task ? { interrupts: each(task['interrupts'], change) } : {};
      const whole = { ...task, ...inner, ...interrupts };
      return kind === 'task' ? change(whole) : whole;
    }),
  };
  if (kind === 'state') return change(changed);
  if (kind === 'checkpoint')
    return members(changed, ['checkpoint', 'parent_checkpoint'], change) as WireObject;
  return kind === 'interrupt' && 'interrupts' in changed
    ? { ...changed, interrupts: each(changed['interrupts'], change) }
    : changed;
}

function changeThreadInterrupts(thread: WireObject, change: Change): WireObject {
  const { interrupts } = thread;
  if (!isObject(interrupts)) return thread;
  const changed = Object.entries(interrupts).map(([key, list]) => [key, each(list, change)] as const);
  return { ...thread, interrupts: Object.fromEntries(changed) };
}

/** An object, or each object of a list. */
function each(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((item) => each(item, change));
  return isObject(value) ? change(value) : value;
}

function members(value: unknown, names: readonly string[], change: Change): unknown {
  return each(value, (record) => ({
    ...record,
    ...Object.fromEntries(
      names.flatMap((name) => (name in record ? [[name, each(record[name], change)]] : [])),
    ),
  }));
}

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
