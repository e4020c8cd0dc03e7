import { memberText } from 'exact-json';
import { assistantId, nodeNames } from './graph.ts';
import type { FakeRequest } from './fake-request.ts';
import type { Refusal, ServerProfile } from './server-profiles.ts';

/** What the stand-in does so that a case comes out as on a server. */
export type Replay =
  /** It changes, by the words of the finding. */
  | { readonly kind: 'changed'; readonly change: (detail: string) => Partial<ServerProfile> }
  /** It always is so, whatever server it stands for. */
  | { readonly kind: 'always' }
  | { readonly kind: 'not-replayable'; readonly reason: string };

/** The first rule whose words match a finding counts. */
export interface ReplayRule {
  readonly detail: RegExp;
  readonly replay: Replay;
}

const changed = (detail: RegExp, change: Partial<ServerProfile>): ReplayRule => ({
  detail,
  replay: { kind: 'changed', change: () => change },
});
const refused = (
  detail: RegExp,
  request: RegExp,
  isRefused: Refusal['isRefused'],
  message: string,
): ReplayRule => ({
  detail,
  replay: {
    kind: 'changed',
    change: (text) => ({ refusals: [{ request, isRefused, status: refusalStatusIn(text), message }] }),
  },
});
const always = (detail: RegExp): ReplayRule => ({ detail, replay: { kind: 'always' } });
const not = (detail: RegExp, reason: string): ReplayRule => ({
  detail,
  replay: { kind: 'not-replayable', reason },
});

function refusalStatusIn(detail: string): Refusal['status'] {
  const status = Number(/\b(?:answered|came) (400|422|500)\b/.exec(detail)?.[1] ?? 422);
  return status === 400 || status === 500 ? status : 422;
}

const has = (request: FakeRequest, name: string): boolean =>
  (memberText(request.bodyText, name) ?? 'null') !== 'null';
const textOf = (request: FakeRequest, name: string): string => memberText(request.bodyText, name) ?? '';
const isAll = (): boolean => true;

const knownModes =
  /"(values|updates|messages|messages-tuple|tasks|checkpoints|debug|custom|events|messages\/\w+)"/g;
const hasUnknownMode = (request: FakeRequest): boolean =>
  /[a-z]/.test(textOf(request, 'stream_mode').replaceAll(knownModes, ''));

const starts = /^POST \/(threads\/[^/]+\/)?runs(\/stream)?$/;
const cancels = /^POST \/threads\/[^/]+\/runs\/[^/]+\/cancel$/;
const searchesThreads = /^POST \/threads\/search$/;
const noCheckpoints = { checkpoints: 'none' } as const;
const modesRefused = refused(
  /answered 400/,
  starts,
  (request) => /"(tasks|checkpoints)"/.test(textOf(request, 'stream_mode')),
  'stream_mode: expected one of values, messages, messages-tuple, updates, events, debug, custom',
);
const valuesFail = refused(
  /answered 500/,
  searchesThreads,
  (request) => has(request, 'values'),
  'Internal Server Error',
);
const cancelledRun: ReplayRule = {
  detail: /(came "|with the status )(error|success)\b/,
  replay: {
    kind: 'changed',
    change: (detail) => ({ cancelledRun: /status error|"error"/.test(detail) ? 'error' : 'success' }),
  },
};
const cronsNotImplemented: Partial<ServerProfile> = {
  missing: [{ request: /^\S+ (\/threads\/[^/]+)?\/runs\/crons/, status: 500 }],
};

/** By the id of the case. Cases of a missing route need no rule. */
export const replayRules: Readonly<Record<string, readonly ReplayRule[]>> = {
  'assistants.delete': [
    refused(/answered 500/, /^DELETE \/assistants\//, isAll, 'Deleting assistants is not supported.'),
  ],
  'assistants.update': [
    refused(/answered 500/, /^PATCH \/assistants\//, isAll, 'Updating assistants is not supported.'),
  ],
  'assistants.get.by-graph': [
    changed(/answered 404/, {
      graphNames: false,
      missing: [{ request: /^GET \/assistants\/(?![0-9a-f-]{36}$)[^/]+$/, status: 404 }],
    }),
    refused(
      /answered 422/,
      /^GET \/assistants\/(?![0-9a-f-]{36}$)[^/]+$/,
      isAll,
      'Invalid assistant ID: must be a UUID',
    ),
  ],
  'assistants.unknown': [
    refused(
      /came 500/,
      /^GET \/assistants\/[^/]+$/,
      ({ path }) => ![`/assistants/${assistantId}`, '/assistants/exact'].includes(path),
      'Assistant not found.',
    ),
  ],
  'breakpoints.before': [
    changed(/came "idle"/, { breakpoints: false }),
    changed(/came \[\]/, { ...noCheckpoints, breakpoints: false }),
  ],
  'breakpoints.after': [changed(/came \[\]/, { breakpoints: false })],
  'breakpoints.all': [changed(/came \[\]/, { breakpoints: false })],
  'breakpoints.continue': [changed(/answered 422/, { bareContinue: 'refused' })],
  'crons.create': [
    changed(/\/info says/, cronsNotImplemented),
    not(/came nothing/, 'The profile does not tell what is answered in place of a cron.'),
  ],
  'crons.create.thread': [
    changed(/\/info says/, cronsNotImplemented),
    not(/came nothing/, 'The profile does not tell what is answered in place of a cron.'),
  ],
  'errors.invalid-body': [changed(/came 400/, { invalidStatus: 400 })],
  'errors.invalid-id': [
    always(/came 404/),
    refused(/came (400|500)/, /^GET \/threads\/(?![0-9a-f-]{36}$)[^/]+$/, isAll, 'thread_id: Invalid uuid'),
  ],
  'errors.json-body': [
    changed(/text\/plain/, { errors: 'text' }),
    changed(/came nothing/, { errors: 'error-and-message' }),
  ],
  'errors.malformed-json': [always(/came 500/)],
  'errors.unknown-thread': [changed(/came 500/, { unknownThread: 500 })],
  'exact.long-integers': [changed(/came back/, { numbers: 'rounded' })],
  'exact.store': [changed(/came back/, { numbers: 'rounded' })],
  'history.before': [
    changed(/answered 400.*string/, { historyBefore: 'id' }),
    refused(
      /answered 500/,
      /^POST \/threads\/[^/]+\/history$/,
      (request) => has(request, 'before') && !textOf(request, 'before').includes('"configurable"'),
      'Internal Server Error',
    ),
  ],
  'history.get': [changed(/came 0/, noCheckpoints)],
  'history.limit': [changed(/came 0/, noCheckpoints)],
  'history.list': [changed(/came 0/, noCheckpoints)],
  'history.metadata': [
    refused(
      /answered 500/,
      /^POST \/threads\/[^/]+\/history$/,
      (request) => has(request, 'metadata'),
      'Error retrieving thread history',
    ),
    changed(/came \[\]/, noCheckpoints),
  ],
  'interrupts.new-input': [changed(/came 0/, noCheckpoints)],
  'interrupts.several': [changed(/came 0/, noCheckpoints)],
  'interrupts.state': [changed(/came 0/, noCheckpoints)],
  'interrupts.subgraph': [changed(/came 0/, noCheckpoints)],
  'interrupts.thread': [changed(/came nothing/, { threadRecord: { values: true, interrupts: false } })],
  'multitask.reject': [changed(/came 422/, { busyStatus: 422 }), changed(/came 200/, { busyStatus: 200 })],
  'resume.modes': [
    always(/expected no values/),
    not(/came \[\]/, 'A join of the stand-in always sends the events that it has.'),
  ],
  'resume.unique-ids': [modesRefused, not(/the same id/, 'The stand-in numbers every event.')],
  'runs.after-seconds': [always(/came "(running|success|running or success)"/)],
  'runs.cancel': [cancelledRun],
  'runs.cancel.many': [cancelledRun],
  'runs.cancel.rollback': [
    refused(
      /answered 422/,
      cancels,
      ({ query }) => query.get('action') === 'rollback',
      "action: Input should be 'cancel' or 'interrupt'",
    ),
    always(/expected 404 for the run/),
  ],
  'runs.cancel.wait': [
    refused(
      /answered 422/,
      cancels,
      ({ query }) => !/^\d*$/.test(query.get('wait') ?? ''),
      'wait: Input should be a valid integer',
    ),
    cancelledRun,
  ],
  'runs.content-location': [changed(/came null/, { locations: { created: false, streamed: true } })],
  'stream.content-location': [changed(/came null/, { locations: { created: false, streamed: false } })],
  'runs.durability': [always(/came 4/), changed(/came 0/, noCheckpoints)],
  'runs.get': [changed(/came nothing/, { runRecords: 'top-level' })],
  'runs.invalid-mode': [
    always(/came 200/),
    refused(/came 400/, starts, hasUnknownMode, 'stream_mode: Invalid option'),
  ],
  'runs.list': [
    changed(/"no\. 2","no\. 1"/, { runList: 'slice' }),
    changed(/"another"/, { runList: 'every-thread' }),
  ],
  'runs.list.page': [
    changed(/\[2,0\]/, { runList: 'slice' }),
    changed(/\[2,2\]/, { runList: 'every-thread' }),
  ],
  'runs.list.status': [changed(/came 10/, { runList: 'every-thread' })],
  'runs.metadata': [
    changed(/came nothing/, { runRecords: 'top-level' }),
    always(/the checkpoints do not have it/),
  ],
  'runs.unknown-thread': [
    changed(/came 200/, { unknownThreadRun: 200 }),
    changed(/came 422/, { unknownThreadRun: 422 }),
  ],
  'state.at-checkpoint.subgraphs': [
    changed(/answered 400.*string/, { subgraphsFlag: 'text' }),
    not(/came null/, 'The graph of the stand-in has no subgraph.'),
  ],
  'state.get': [changed(/came nothing/, noCheckpoints)],
  'state.metadata': [changed(/came nothing/, noCheckpoints)],
  'state.supersteps': [changed(/came nothing/, { supersteps: false })],
  'state.unknown-thread': [changed(/came 500/, { unknownThread: 500 })],
  'state.update': [changed(/came nothing/, noCheckpoints)],
  'state.update.as-node': [changed(/came \[\]/, noCheckpoints)],
  'state.update.busy': [
    changed(/came 200/, { busyEditStatus: 200 }),
    changed(/came 500/, { busyEditStatus: 500 }),
  ],
  'state.update.continues': [
    changed(/answered 422/, { bareContinue: 'refused' }),
    changed(/came nothing/, noCheckpoints),
  ],
  'state.update.nothing': [
    changed(/came \{\}/, noCheckpoints),
    not(/the same one/, 'The stand-in writes a checkpoint for each edit.'),
  ],
  'state.update.unknown-node': [
    refused(
      /came 500/,
      /^POST \/threads\/[^/]+\/state$/,
      (request) => {
        const node = textOf(request, 'as_node');
        const nodeTexts = [...nodeNames, '__start__', '__end__'].map((name) => JSON.stringify(name));
        return node !== '' && node !== 'null' && !nodeTexts.includes(node);
      },
      'Internal Server Error',
    ),
    changed(/came 200/, noCheckpoints),
  ],
  'stream.checkpoints': [modesRefused, not(/has no config/, 'The stand-in sends no events of checkpoints.')],
  'stream.event-ids': [changed(/without/, { events: { ids: false, heartbeat: true } })],
  'stream.heartbeat': [changed(/came 0/, { events: { ids: true, heartbeat: false } })],
  'stream.only-asked': [always(/came \[/)],
  'stream.subgraphs.tasks': [modesRefused],
  'stream.tasks': [modesRefused],
  'stream.tasks.error': [modesRefused, always(/came 0/)],
  'threads.create.exists': [changed(/came 200/, { existingThread: 'returned' })],
  'threads.delete': [changed(/came 500/, { unknownThread: 500 })],
  'threads.get.values': [changed(/came nothing/, { threadRecord: { values: false, interrupts: true } })],
  'threads.prune.keep-latest': [
    refused(
      /answered 422/,
      /^POST \/threads\/prune$/,
      (request) => textOf(request, 'strategy') === '"keep_latest"',
      'keep_latest strategy is not supported in in-memory runtime',
    ),
    not(/expected one checkpoint/, 'The profile does not tell whether anything is pruned.'),
  ],
  'threads.search.ids': [changed(/another/, { idsFilter: 'ignored' })],
  'threads.search.newest-first': [changed(/"no\. 3","no\. 2","no\. 1"/, { threadOrder: 'oldest-first' })],
  'threads.search.select': [
    refused(/answered 422/, searchesThreads, (request) => has(request, 'select'), 'select is not supported'),
  ],
  'threads.search.values': [
    valuesFail,
    changed(/expected (no thread with another|the thread with that) value/, { valuesFilter: 'ignored' }),
  ],
  'threads.search.values-of-empty': [
    valuesFail,
    changed(/expected no thread/, { valuesFilter: 'matches-empty' }),
  ],
  'threads.ttl': [always(/came null/)],
  'webhooks.error': [always(/no webhook came/)],
  'webhooks.stateless': [always(/no webhook came/)],
  'webhooks.success': [always(/no webhook came/), not(/content type/, 'The stand-in calls no webhooks.')],
};

/** Why cases can't be replayed, whatever was found; by the id or its first parts. */
export const notReplayable: readonly { readonly reason: string; readonly cases: readonly string[] }[] = [
  {
    reason: 'The stand-in has one assistant, which does not change.',
    cases: [
      'assistants.count',
      'assistants.create.exists',
      'assistants.create.unknown-graph',
      'assistants.search',
      'runs.assistant-config',
      'runs.unknown-assistant',
    ],
  },
  {
    reason: 'The graph of the stand-in has no subgraph.',
    cases: [
      'graph.subgraphs',
      'graph.xray',
      'interrupts.subgraph.edited',
      'state.subgraphs',
      'state.update.subgraph',
      'stream.subgraphs.values',
    ],
  },
  { reason: 'The stand-in has one set of schemas.', cases: ['graph.schemas'] },
  {
    reason: 'A node of the stand-in asks one question and takes any answer.',
    cases: ['interrupts.resume.false', 'interrupts.sequence', 'interrupts.several.one-answer'],
  },
  {
    reason: 'The stand-in does not have this route.',
    cases: [
      'interrupts.wait',
      'protocol.events.updates',
      'runs.delete',
      'runs.error.wait',
      'runs.if-not-exists',
      'runs.join',
      'runs.stateless.wait',
      'runs.wait',
      'thread.stream',
    ],
  },
  {
    reason: 'The stand-in has no strategy for a run on a busy thread, and no run ends with its reader.',
    cases: [
      'multitask.enqueue',
      'multitask.interrupt',
      'multitask.rollback',
      'resume.cancel-on-disconnect',
      'runs.disconnect',
    ],
  },
  {
    reason: 'The graph of the stand-in reads no configuration and no commands but answers.',
    cases: ['command.update', 'runs.configurable', 'runs.context', 'runs.recursion-limit'],
  },
  {
    reason: 'The store of the stand-in is a fixed list, and single items beside it.',
    cases: ['store'],
  },
  { reason: 'No test of the stand-in is a page of another origin.', cases: ['cors'] },
  { reason: 'The profile does not tell whether anything is pruned.', cases: ['threads.prune.delete'] },
  {
    reason: 'The stand-in’s newest checkpoint is always the one of the last run.',
    cases: ['checkpoint.next-run'],
  },
  {
    reason: 'A run of the stand-in that fails says so.',
    cases: ['runs.error.status', 'threads.search.error'],
  },
  {
    reason: 'The stand-in sends the events of its own graph, in one form.',
    cases: [
      'resume.replay',
      'runs.stateless.stream',
      'stream.custom',
      'stream.debug',
      'stream.events',
      'stream.messages-tuple',
      'stream.several-modes',
    ],
  },
  {
    reason: 'The stand-in has one answer for things that do not exist.',
    cases: ['runs.cancel.unknown', 'runs.stateless.delete', 'threads.create.do-nothing'],
  },
];
