/** A route that a server lacks, and its response. */
export interface MissingRoute {
  /** Matches `METHOD /path`, relative to the base path. */
  readonly request: RegExp;
  readonly status: 404 | 405 | 501;
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
  /** Larger values of `limit` are rejected. */
  readonly maxPageSize: number;
  /** Status of a rejected body. */
  readonly invalidStatus: 400 | 422;
  /** Error format: `{detail}`, `{error, message}`, or plain text. */
  readonly errors: 'detail' | 'error-and-message' | 'text';
  /** Status of a second run on a busy thread. */
  readonly busyStatus: 409 | 422;
  /** A run without input, command and checkpoint: runs from the newest state, or is rejected. */
  readonly bareContinue: 'runs' | 'refused';
  /** Where a run record contains what the run was started with. */
  readonly runRecords: 'kwargs' | 'top-level' | 'none';
  /** `slice`: oldest first, and `limit` is the end of the slice. */
  readonly runList: 'newest-first' | 'slice';
  /** Status of an interrupted run. */
  readonly waitingRun: 'success' | 'interrupted';
  /** Whether `/assistants/{id}/graph`, `/schemas` and `/subgraphs` accept the name of a graph. */
  readonly graphNames: boolean;
  /** `ignored`: a search returns every thread, without values. */
  readonly valuesFilter: 'applied' | 'ignored';
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
  maxPageSize: 1000,
  invalidStatus: 422,
  errors: 'detail',
  busyStatus: 409,
  bareContinue: 'runs',
  runRecords: 'kwargs',
  runList: 'newest-first',
  waitingRun: 'success',
  graphNames: true,
  valuesFilter: 'applied',
  breakpoints: true,
  postedReads: 'read',
  subgraphsFlag: 'boolean',
  historyBefore: 'checkpoint',
  statelessLocation: 'run',
  agents: false,
  openApi: false,
  times: 'iso',
  endEvent: false,
};

const langgraphJs: ServerProfile = {
  ...hostedProfile,
  name: 'langgraph-js',
  source: 'docs/protocol.md, Rules for clients: measured on @langchain/langgraph-api 1.5.1',
  info: {
    version: '1.5.1',
    langgraph_js_version: '1.4.18',
    context: 'js',
    flags: { assistants: true, crons: false, langsmith: false },
  },
  missing: [{ request: /^POST \/threads\/prune$/, status: 404 }],
  invalidStatus: 400,
  errors: 'text',
  busyStatus: 422,
  runList: 'slice',
  subgraphsFlag: 'text',
  historyBefore: 'id',
};

const fastapiPostgres: ServerProfile = {
  ...hostedProfile,
  name: 'fastapi-postgres',
  source:
    'docs/protocol.md, Other servers: measured on an independent server, FastAPI and PostgreSQL; `end` from the source of Aegra',
  info: { version: '0.1.0', flags: { assistants: true } },
  missing: [
    { request: /^POST \/threads\/prune$/, status: 405 },
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
    { request: /^\S+ \/runs\/crons/, status: 404 },
  ],
  errors: 'error-and-message',
  postedReads: 'create',
  historyBefore: 'id',
  times: 'seconds',
};

const pureGraph: ServerProfile = {
  ...hostedProfile,
  name: 'pure-graph',
  source: 'docs/protocol.md, Other servers: the source of pure-graph, eleven routes',
  missing: [
    { request: /^GET \/(info|ok)$/, status: 404 },
    { request: /^\S+ \/threads\/[^/]+\/(state|history)/, status: 404 },
    { request: /^POST \/threads\/prune$/, status: 404 },
    { request: /^\S+ \/runs\/crons/, status: 404 },
  ],
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

/** Every kind of server that the studio is tested with. */
export const serverProfiles: readonly ServerProfile[] = [
  hostedProfile,
  langgraphJs,
  fastapiPostgres,
  duragraph,
  pureGraph,
  agentProtocol,
  noInfo,
  noAssistants,
];

/** Whether a server of this kind has a route, such as `GET /threads/t/state`. */
export function offers({ missing }: ServerProfile, request: string): boolean {
  return !missing.some((route) => route.request.test(request));
}
