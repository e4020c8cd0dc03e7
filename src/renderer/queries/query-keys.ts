import type { RunIndexFilter } from '../../shared/model/run-index.ts';

/**
 * Keys of all server data. Data of a thread starts with `thread(...)`, so that one invalidation refreshes its
 * record, state, history and runs.
 */
export const queryKeys = {
  prices: ['prices'] as const,
  attach: (projectId: string) => ['attach', projectId] as const,
  editors: ['editors'] as const,
  source: (graph: object, target: object) => ['source', graph, target] as const,
  secretStorage: ['secret-storage'] as const,
  langsmith: ['langsmith'] as const,
  checkKeys: ['check-keys'] as const,
  webhookAddresses: ['webhooks.addresses'] as const,
  webhookContent: (deliveryId: string) => ['webhooks.content', deliveryId] as const,
  localServers: ['local-servers'] as const,
  otherSessions: ['other-sessions'] as const,
  /** Of each connection to the host. */
  teamMember: (epoch: number) => ['team-member', epoch] as const,
  serverFacts: (connectionId: string) => ['server', connectionId, 'facts'] as const,
  traceSettings: (connectionId: string) => ['server', connectionId, 'traces'] as const,
  assistants: (connectionId: string) => ['server', connectionId, 'assistants'] as const,
  assistantVersions: (connectionId: string, assistantId: string) =>
    ['server', connectionId, 'assistants', assistantId, 'versions'] as const,
  graph: (connectionId: string, assistantId: string) =>
    ['server', connectionId, 'assistants', assistantId, 'graph'] as const,
  schemas: (connectionId: string, assistantId: string) =>
    ['server', connectionId, 'assistants', assistantId, 'schemas'] as const,
  threads: (connectionId: string) => ['server', connectionId, 'threads'] as const,
  /** Of the mutation that creates a thread, which is selected when it ends. */
  threadCreation: (connectionId: string) => ['server', connectionId, 'thread-creation'] as const,
  thread: (connectionId: string, threadId: string) => ['server', connectionId, 'thread', threadId] as const,
  threadRecord: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'record'] as const,
  states: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'state'] as const,
  /** `checkpointId: null` is the newest state. */
  state: (connectionId: string, threadId: string, checkpointId: string | null) =>
    ['server', connectionId, 'thread', threadId, 'state', checkpointId] as const,
  threadStorage: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'storage'] as const,
  bugReport: (connectionId: string | null, threadId: string | null, hideHosts: boolean) =>
    ['bug-report', connectionId, threadId, hideHosts] as const,
  cloneCheck: (target: object | null) => ['clone-check', target] as const,
  questions: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'questions'] as const,
  history: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'history'] as const,
  runRecords: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'runs', 'records'] as const,
  runs: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'runs'] as const,
  runIndex: (connectionId: string) => ['server', connectionId, 'run-index'] as const,
  runIndexPage: (connectionId: string, filter: RunIndexFilter, page: number) =>
    ['server', connectionId, 'run-index', filter, page] as const,
  queueOfThread: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'run-index', 'queue', threadId] as const,
  /** `status`: how the run stood. */
  runDetails: (connectionId: string, threadId: string, runId: string, status: string) =>
    ['server', connectionId, 'run-details', threadId, runId, status] as const,
  experiments: ['experiments'] as const,
  compare: ['compare'] as const,
  /** Of an opened recording; `index`: the line of one. */
  recorded: (connectionId: string, kind: 'requests' | 'deliveries', index: number | null = null) =>
    ['server', connectionId, 'recorded', kind, index] as const,
  inputs: (connectionId: string) => ['server', connectionId, 'inputs'] as const,
  crons: (connectionId: string) => ['server', connectionId, 'crons'] as const,
  /** Lists of the store. Items have keys of their own, so that an edit does not lose its base to a refresh. */
  store: (connectionId: string) => ['server', connectionId, 'store'] as const,
  storeItem: (connectionId: string, namespaceId: string, key: string) =>
    ['server', connectionId, 'store-item', namespaceId, key] as const,
  logpoints: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'logpoints'] as const,
  pinWrites: (connectionId: string, threadId: string) =>
    ['server', connectionId, 'thread', threadId, 'pin-writes'] as const,
  /** Not below the thread's key: it is read again only when a run starts or ends (`version`). */
  runTokens: (connectionId: string, threadId: string, version: string) =>
    ['server', connectionId, 'observed', threadId, version, 'tokens'] as const,
};
