// Rows of a table of servers: groups of cases, in the order of the table.
export const features = {
  'server.info': { area: 'Server', title: 'Says what it is: `/info` and `/ok`' },
  'server.openapi': { area: 'Server', title: 'Describes itself: `/openapi.json`' },
  'server.errors': { area: 'Server', title: 'Errors: statuses and bodies' },
  'server.auth': { area: 'Server', title: 'Refuses requests without a key' },
  'server.browsers': { area: 'Server', title: 'Can be used from a web page: CORS' },
  'server.exactness': { area: 'Server', title: 'Keeps long integers and any text' },

  'assistants.read': { area: 'Assistants', title: 'Assistants: create, read, delete' },
  'assistants.search': { area: 'Assistants', title: 'Assistants: search and count' },
  'assistants.versions': { area: 'Assistants', title: 'Assistants: edit, versions' },
  'graph.schemas': { area: 'Assistants', title: 'Schemas of a graph' },
  'graph.drawing': { area: 'Assistants', title: 'Drawing of a graph, x-ray' },
  'graph.subgraphs': { area: 'Assistants', title: 'List of subgraphs' },

  'threads.read': { area: 'Threads', title: 'Threads: create, read, edit, delete' },
  'threads.search': { area: 'Threads', title: 'Threads: search, sort, page' },
  'threads.search-values': { area: 'Threads', title: 'Threads: search by values' },
  'threads.search-status': { area: 'Threads', title: 'Threads: search by status' },
  'threads.count': { area: 'Threads', title: 'Threads: count' },
  'threads.copy': { area: 'Threads', title: 'Threads: copy' },
  'threads.prune': { area: 'Threads', title: 'Threads: prune, time to live' },

  'state.read': { area: 'State', title: 'State of a thread, and at a checkpoint' },
  'state.subgraphs': { area: 'State', title: 'State of subgraphs' },
  'state.update': { area: 'State', title: 'Edit of a state, forks' },
  'state.supersteps': { area: 'State', title: 'Threads from supersteps' },
  'history.read': { area: 'State', title: 'History, page by page' },
  'history.filter': { area: 'State', title: 'History by metadata and namespace' },

  'runs.start': { area: 'Runs', title: 'Runs: start, wait' },
  'runs.records': { area: 'Runs', title: 'Runs: list, read, delete' },
  'runs.join': { area: 'Runs', title: 'Runs: join' },
  'runs.cancel': { area: 'Runs', title: 'Runs: cancel, roll back' },
  'runs.multitask': { area: 'Runs', title: 'Several runs on one thread' },
  'runs.stateless': { area: 'Runs', title: 'Runs without a thread, batches' },
  'runs.options': { area: 'Runs', title: 'Options of runs' },
  'runs.breakpoints': { area: 'Runs', title: 'Breakpoints' },
  'runs.checkpoint': { area: 'Runs', title: 'Runs from a checkpoint' },
  'runs.command': { area: 'Runs', title: 'Commands: goto, update' },
  'runs.errors': { area: 'Runs', title: 'Runs that fail' },
  'runs.webhooks': { area: 'Runs', title: 'Webhooks' },

  'stream.values': { area: 'Streams', title: 'Stream of values and updates' },
  'stream.messages': { area: 'Streams', title: 'Stream of messages, token by token' },
  'stream.tasks': { area: 'Streams', title: 'Stream of tasks, checkpoints, debug' },
  'stream.custom': { area: 'Streams', title: 'Stream of custom data' },
  'stream.events': { area: 'Streams', title: 'Stream of LangChain events' },
  'stream.subgraphs': { area: 'Streams', title: 'Streams of subgraphs' },
  'stream.format': { area: 'Streams', title: 'Streams: run id, event ids, ends' },
  'stream.resume': { area: 'Streams', title: 'Streams: join again without a loss' },

  'interrupts.one': { area: 'Interrupts', title: 'One interrupt' },
  'interrupts.several': { area: 'Interrupts', title: 'Several interrupts' },
  'interrupts.subgraphs': { area: 'Interrupts', title: 'Interrupts in subgraphs' },

  'protocol.commands': { area: 'Event streaming', title: 'Commands of a thread' },
  'protocol.events': { area: 'Event streaming', title: 'Events of a thread' },
  'thread.stream': { area: 'Event streaming', title: 'Runs of a thread as they come' },

  'store.items': { area: 'Store', title: 'Store: items' },
  'store.search': { area: 'Store', title: 'Store: search, namespaces' },

  'crons.read': { area: 'Crons', title: 'Crons: create, list, delete' },
  'crons.edit': { area: 'Crons', title: 'Crons: edit, search, count' },
} as const satisfies Readonly<Record<string, Feature>>;

export interface Feature {
  readonly area: string;
  readonly title: string;
}

export type FeatureId = keyof typeof features;

export const featureIds = Object.keys(features) as readonly FeatureId[];
