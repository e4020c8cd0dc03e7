/** What a case needs a graph to do. The reference graphs have one for each (`docs/server-check.md`). */
export const roles = {
  plain: {
    does: 'runs at least two nodes and ends by itself; the state keeps the text of its input',
    graph: 'check_steps',
    // The other roles of the graph leave their settings in the state of a thread.
    input: { text: 'hello', waitMs: 0, fail: false },
  },
  slow: {
    does: 'takes 20 seconds, or until it is cancelled',
    graph: 'check_steps',
    input: { text: 'slow', waitMs: 20_000 },
  },
  failing: {
    does: 'fails with an exception',
    graph: 'check_steps',
    input: { text: 'failing', fail: true },
  },
  custom: {
    does: 'writes at least one custom event, and copies `context.flavour` and `configurable.flavour` to its state',
    graph: 'check_steps',
    input: { text: 'custom', waitMs: 0, fail: false },
  },
  chat: {
    does: 'answers in `messages` with a chat model that streams',
    graph: 'check_chat',
    input: { messages: [{ role: 'user', content: 'Hello' }] },
  },
  ask: {
    does: 'stops at one interrupt, and ends when it is answered',
    graph: 'check_ask',
    input: { text: 'ask' },
  },
  'ask-twice': {
    does: 'one node asks two questions, the second after the answer to the first',
    graph: 'check_ask_twice',
    input: { text: 'ask twice' },
  },
  'ask-both': {
    does: 'stops at two interrupts at once, in two nodes',
    graph: 'check_ask_both',
    input: { text: 'ask both' },
  },
  nested: {
    does: 'has a subgraph of at least two nodes, and ends by itself',
    graph: 'check_nested',
    input: { text: 'nested' },
  },
  'nested-ask': {
    does: 'stops at an interrupt inside a subgraph, and ends when it is answered',
    graph: 'check_nested',
    input: { text: 'ask' },
  },
} as const satisfies Readonly<Record<string, Role>>;

export interface Role {
  readonly does: string;
  /** The reference graph that does it. */
  readonly graph: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type RoleName = keyof typeof roles;

export const roleNames = Object.keys(roles) as readonly RoleName[];

export function isRoleName(name: string): name is RoleName {
  return Object.hasOwn(roles, name);
}

/** Graphs for roles, and other inputs than those of the reference graphs. */
export interface RoleChoices {
  readonly graphs?: Partial<Readonly<Record<RoleName, string>>>;
  readonly inputs?: Partial<Readonly<Record<RoleName, Readonly<Record<string, unknown>>>>>;
}

export interface GraphInRole {
  readonly name: string;
  /** Its default assistant's id, or its name where the server has no assistants. */
  readonly assistantId: string;
  readonly input: Readonly<Record<string, unknown>>;
}
