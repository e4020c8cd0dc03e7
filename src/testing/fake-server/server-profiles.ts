import type { FakeRequest } from './fake-request.ts';

/** A route that a server lacks, and its response. */
export interface MissingRoute {
  /** Matches `METHOD /path`, relative to the base path. */
  readonly request: RegExp;
  /** 500: the route answers "Not implemented". */
  readonly status: 404 | 405 | 500 | 501;
}

/** A request that a server refuses for what it asks. */
export interface Refusal {
  /** Matches `METHOD /path`, relative to the base path. */
  readonly request: RegExp;
  readonly isRefused: (request: FakeRequest) => boolean;
  readonly status: 400 | 422 | 500;
  readonly message: string;
}

/** How one kind of graph server differs: what it lacks, names differently or limits. */
export interface ServerProfile {
  readonly name: string;
  /** Where the facts come from. */
  readonly source: string;
  /** Prefix of every route, without a trailing slash. */
  readonly basePath: string;
  /** The response to `GET /info`. */
  readonly info: object;
  readonly missing: readonly MissingRoute[];
  readonly refusals: readonly Refusal[];
  /** Larger values of `limit` are rejected. */
  readonly maxPageSize: number;
  /** Status of a rejected body. */
  readonly invalidStatus: 400 | 422;
  /** Error format: `{detail}`, `{error, message}`, or plain text. */
  readonly errors: 'detail' | 'error-and-message' | 'text';
  /** Status of a second run on a busy thread. 200: both run. */
  readonly busyStatus: 200 | 409 | 422;
  /** Status of an edit of the state of a busy thread. 200: it is written. */
  readonly busyEditStatus: 200 | 409 | 500;
  /** Status of a read of a thread that does not exist. */
  readonly unknownThread: 404 | 500;
  /** A run on a thread that does not exist: its status. 200: the thread is created. */
  readonly unknownThreadRun: 200 | 404 | 422;
  /** `POST /threads` with an id that exists. */
  readonly existingThread: 'refused' | 'returned';
  /** A run without input, command and checkpoint: runs from the newest state, or is rejected. */
  readonly bareContinue: 'runs' | 'refused';
  /** Where a run record contains what the run was started with. */
  readonly runRecords: 'kwargs' | 'top-level' | 'none';
  /**
   * `slice`: oldest first, and `limit` is the end of the slice. `every-thread`: the newest runs of all threads, and
   * `offset` is ignored.
   */
  readonly runList: 'newest-first' | 'slice' | 'every-thread';
  /** Status of a cancelled run. */
  readonly cancelledRun: 'interrupted' | 'error' | 'success';
  /** Status of an interrupted run. */
  readonly waitingRun: 'success' | 'interrupted';
  /** Whether `/assistants/{id}/graph`, `/schemas` and `/subgraphs` accept the name of a graph. */
  readonly graphNames: boolean;
  /** `ignored`: a search returns every thread, without values. `matches-empty`: it also returns those that have none. */
  readonly valuesFilter: 'applied' | 'ignored' | 'matches-empty';
  /** Whether a new thread gets the states of `supersteps`. */
  readonly supersteps: boolean;
  /** Whether a search for threads applies `ids`. */
  readonly idsFilter: 'applied' | 'ignored';
  readonly threadOrder: 'newest-first' | 'oldest-first';
  /** What the record of one thread has of its newest state. */
  readonly threadRecord: { readonly values: boolean; readonly interrupts: boolean };
  /** `none`: a state names no checkpoint, the history is empty, and edits are accepted and lost. */
  readonly checkpoints: 'kept' | 'none';
  /** `rounded`: numbers are read as doubles. */
  readonly numbers: 'exact' | 'rounded';
  /** Whether `interrupt_before` and `interrupt_after` stop a run. */
  readonly breakpoints: boolean;
  /** What `POST /threads/{id}/state/checkpoint` and `POST /assistants/{id}/versions` do. */
  readonly postedReads: 'read' | 'create';
  /** Format of `subgraphs` in the body of a state read. */
  readonly subgraphsFlag: 'boolean' | 'text';
  /** Format of `before` in the body of a history read. */
  readonly historyBefore: 'checkpoint' | 'id';
  /** The location of a stateless run: on its temporary thread, or only the run. */
  readonly statelessLocation: 'thread' | 'run';
  /** Whether what runs is listed at `/agents/search` and named `agent_id`; a run without it runs the default one. */
  readonly agents: boolean;
  readonly openApi: boolean;
  /** Time format: ISO 8601, or seconds since 1970. */
  readonly times: 'iso' | 'seconds';
  /** Whether a stream ends with an `end` event. */
  readonly endEvent: boolean;
  /** Whether `Content-Location` names a run when it is created and when it is streamed. */
  readonly locations: { readonly created: boolean; readonly streamed: boolean };
  /** Whether events have ids, and whether comment lines come between them. */
  readonly events: { readonly ids: boolean; readonly heartbeat: boolean };
}

/** The default profile. */
export const hostedProfile: ServerProfile = {
  name: 'langgraph-hosted',
  source: 'OpenAPI document of the hosted server, src/testing/remote-graph/hosted-api.json',
  basePath: '',
  info: {
    version: '0.5.26',
    langgraph_py_version: '1.2.12',
    flags: { assistants: true, crons: true, langsmith: false },
    metadata: {},
  },
  missing: [{ request: /^GET \/runs\//, status: 404 }],
  refusals: [],
  maxPageSize: 1000,
  invalidStatus: 422,
  errors: 'detail',
  busyStatus: 409,
  busyEditStatus: 409,
  unknownThread: 404,
  unknownThreadRun: 404,
  existingThread: 'refused',
  bareContinue: 'runs',
  runRecords: 'kwargs',
  runList: 'newest-first',
  cancelledRun: 'interrupted',
  waitingRun: 'success',
  graphNames: true,
  valuesFilter: 'applied',
  supersteps: true,
  idsFilter: 'applied',
  threadOrder: 'newest-first',
  threadRecord: { values: true, interrupts: true },
  checkpoints: 'kept',
  numbers: 'exact',
  breakpoints: true,
  postedReads: 'read',
  subgraphsFlag: 'boolean',
  historyBefore: 'checkpoint',
  statelessLocation: 'run',
  agents: false,
  openApi: false,
  times: 'iso',
  endEvent: false,
  locations: { created: true, streamed: true },
  events: { ids: true, heartbeat: true },
};

const fastapiPostgres: ServerProfile = {
  ...hostedProfile,
  name: 'fastapi-postgres',
  source:
    'docs/protocol.md, Other servers: measured on an independent server, FastAPI and PostgreSQL; `end` from the source of Aegra',
  info: { version: '0.1.0', flags: { assistants: true } },
  missing: [
    { request: /^POST \/threads\/prune$/, status: 405 },
    { request: /^GET \/threads\/[^/]+\/storage$/, status: 404 },
    { request: /^POST \/threads\/[^/]+\/state\/checkpoint$/, status: 405 },
    { request: /^\S+ \/runs\/crons/, status: 404 },
  ],
  maxPageSize: 100,
  bareContinue: 'refused',
  runRecords: 'top-level',
  waitingRun: 'interrupted',
  graphNames: false,
  valuesFilter: 'ignored',
  breakpoints: false,
  statelessLocation: 'thread',
  openApi: true,
  endEvent: true,
};

const duragraph: ServerProfile = {
  ...hostedProfile,
  name: 'duragraph',
  source: 'docs/protocol.md, Other servers: the source of DuraGraph',
  basePath: '/api/v1',
  missing: [
    { request: /^GET \/(info|ok)$/, status: 404 },
    { request: /^POST \/threads\/prune$/, status: 404 },
    { request: /^GET \/threads\/[^/]+\/storage$/, status: 404 },
    { request: /^\S+ \/runs\/crons/, status: 404 },
  ],
  errors: 'error-and-message',
  postedReads: 'create',
  historyBefore: 'id',
  times: 'seconds',
};

const agentProtocol: ServerProfile = {
  ...hostedProfile,
  name: 'agent-protocol',
  source: 'docs/protocol.md, Other servers: openapi.json and server models of langchain-ai/agent-protocol',
  missing: [
    { request: /^GET \/(info|ok)$/, status: 404 },
    { request: /^\S+ \/assistants/, status: 404 },
    { request: /^\S+ \/threads\/[^/]+\/state/, status: 404 },
    { request: /^POST \/threads\/[^/]+\/history$/, status: 405 },
    { request: /^POST \/threads\/prune$/, status: 405 },
    { request: /^GET \/threads\/[^/]+\/storage$/, status: 404 },
  ],
  agents: true,
};

const noInfo: ServerProfile = {
  ...hostedProfile,
  name: 'no-info',
  source: 'docs/protocol.md, Status codes: `http.disable_meta`, and the gateway of deer-flow',
  missing: [{ request: /^GET \/(info|ok)$/, status: 404 }],
};

const noAssistants: ServerProfile = {
  ...hostedProfile,
  name: 'no-assistants',
  source:
    'docs/protocol.md, Status codes: `http.disable_assistants`, and `experimental/embed` of langgraphjs',
  missing: [{ request: /^\S+ \/assistants/, status: 501 }],
};

/** Kinds of server of which no profile of the server check is committed; `replay-profile.ts` has the others. */
export const serverProfiles: readonly ServerProfile[] = [
  hostedProfile,
  fastapiPostgres,
  duragraph,
  agentProtocol,
  noInfo,
  noAssistants,
];

/** Whether a server of this kind has a route, such as `GET /threads/t/state`. */
export function offers({ missing }: ServerProfile, request: string): boolean {
  return !missing.some((route) => route.request.test(request));
}
