import { isDeepStrictEqual } from 'node:util';

interface Run {
  readonly chunks: readonly unknown[];
  readonly error: unknown;
  readonly sent?: {
    readonly config?: Readonly<Record<string, unknown>>;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
}

/** One thing that an official class does otherwise, why ours does not, and in which cases it shows. */
export interface OfficialDifference {
  readonly why: string;
  readonly cases: readonly string[];
  /** What the official class makes of a case, from what ours makes of it. */
  readonly theirs: (ours: never, name: string) => unknown;
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const runs = (theirs: (ours: Run, name: string) => unknown) => theirs;

const snapshots = [
  'a state becomes a snapshot',
  'a snapshot names its parent',
  'a thread without a checkpoint has a snapshot',
  'a history becomes snapshots',
  'a history may contain a state without a checkpoint',
];
const configurations = [
  'the recursion limit and own keys are sent',
  'the fields of a surrounding graph are not sent',
  'deep metadata is sent as it is',
  'an empty configuration stays empty',
  'tags and metadata that are no JSON are left out',
  'a configuration that contains itself does not end the call',
];
const question = [{ id: 'i', value: { question: 'Does this look good?' } }];

function withoutKeys(keys: readonly string[]) {
  return (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, item: unknown) => (keys.includes(key) ? undefined : item)));
}

/** Whether a chunk, in any of its forms, is the interrupt of the script. */
function isInterrupt(chunk: unknown): boolean {
  const data: unknown = Array.isArray(chunk) ? chunk.at(-1) : chunk;
  return isDeepStrictEqual(data, { __interrupt__: [] });
}

/** Where the class of `@langchain/langgraph` differs from ours. A case may be in more than one group. */
export const javascriptDifferences: readonly OfficialDifference[] = [
  {
    why: 'Its nodes have no `type`. Ours keep it: it tells a schema from a runnable.',
    cases: ['the graph is drawable'],
    theirs: withoutKeys(['type']),
  },
  {
    why: "Its snapshots have no `interrupts` of their own, only those of their tasks. Ours have both, as Python's and those of a local graph do.",
    cases: snapshots,
    theirs: withoutKeys(['interrupts']),
  },
  {
    why: 'It throws an interrupt at every caller, and leaves out its chunk. Ours throws only inside a surrounding graph, as Python does and as a local graph does: for other callers an interrupt is an answer.',
    cases: [
      'values are streamed without updates',
      'messages are streamed with their metadata',
      'updates are the default mode',
      'a list of modes names the mode',
      'a list of modes with subgraphs names namespace and mode',
      'one mode with subgraphs names the namespace',
      'events of subgraphs name theirs, for a list of modes',
      'events of subgraphs name theirs, for one mode',
    ],
    theirs: runs(({ chunks }) => {
      const interrupts = chunks.some(isInterrupt) ? [] : question;
      return {
        chunks: chunks.filter((chunk) => !isInterrupt(chunk)),
        error: { name: 'GraphInterrupt', interrupts },
      };
    }),
  },
  {
    why: 'It sends a command in the form of its own classes. Servers read `input` of a Send, and not `args`, so that the node would get nothing.',
    cases: ['a command is sent whole'],
    theirs: runs(({ sent, ...outcome }) => {
      const command = {
        lg_name: 'Command',
        update: { foo: 'bar' },
        resume: 'bar',
        goto: ['one', { lg_name: 'Send', node: 'foo', args: { baz: 'qux' } }],
      };
      return { ...outcome, sent: { ...sent, command } };
    }),
  },
  {
    why: "It puts metadata into the configuration, where the JavaScript server drops it, with the fields of the caller's thread. It always sends tags and LangChain's default limit of 25 steps, which overrides that of the assistant, and does not check that tags are text.",
    cases: configurations,
    theirs: runs(({ sent = {}, ...outcome }, name) => {
      const { config = {}, metadata = {} } = sent;
      const surrounding = name.startsWith('the fields') ? { checkpoint_id: '123', checkpoint_ns: 'ns' } : {};
      const tags = name.startsWith('tags') ? ['tag1', 123, { obj: 'tag' }, 'tag2'] : (config['tags'] ?? []);
      const theirs = {
        recursion_limit: 25,
        ...config,
        tags,
        metadata: { ...metadata, thread_id: 't', ...surrounding },
      };
      if (!name.startsWith('a configuration')) return { ...outcome, sent: { config: theirs } };
      const circular = {
        configurable: { thread_id: 't', circular: '[Circular]' },
        metadata: { thread_id: 't' },
      };
      return { ...outcome, sent: { config: { ...theirs, configurable: { circular } } } };
    }),
  },
  {
    why: 'It has no headers for a call and passes no trace on.',
    cases: [
      'stream sends its headers and no trace',
      'invoke sends its headers and no trace',
      'stream sends no headers and the trace',
      'stream sends its headers and the trace',
      'invoke sends no headers and the trace',
      'invoke sends its headers and the trace',
    ],
    theirs: runs((outcome) => ({ ...outcome, sent: { headers: {} } })),
  },
];

/** Where the class of Python's `langgraph` differs from ours. */
export const pythonDifferences: readonly OfficialDifference[] = [
  {
    why: 'Its nodes have no `type`, and no metadata where the server sends none.',
    cases: ['the graph is drawable'],
    theirs: withoutKeys(['type', 'metadata']),
  },
  {
    why: 'It has no subgraphs any more: it reads none, and asks for none.',
    cases: ['subgraphs are pairs of a namespace and a remote graph'],
    theirs: () => ({ raised: 'AttributeError' }),
  },
  {
    why: 'It expects a checkpoint in every state. A thread that has not run yet has none.',
    cases: [
      'a thread without a checkpoint has a snapshot',
      'a history may contain a state without a checkpoint',
    ],
    theirs: () => ({ raised: 'TypeError' }),
  },
  {
    why: "For a list of modes it yields the SDK's own tuple, whose third part is the id of the event. Ours yields the pair that a local graph yields; ids are in `GraphClient`.",
    cases: ['a list of modes names the mode'],
    theirs: runs(({ chunks, error }) => ({
      chunks: (chunks as unknown[][]).map((chunk, index) => [...chunk, String(index + 1)]),
      error,
    })),
  },
  {
    why: 'It can not send a Send.',
    cases: ['a command is sent whole'],
    theirs: () => ({ raised: 'TypeError' }),
  },
  {
    why: 'It puts metadata into the configuration, where the JavaScript server drops it.',
    cases: [
      'the recursion limit and own keys are sent',
      'deep metadata is sent as it is',
      'tags and metadata that are no JSON are left out',
    ],
    theirs: runs(({ sent = {}, ...outcome }) => ({
      ...outcome,
      sent: { config: { ...sent.config, metadata: sent.metadata } },
    })),
  },
  {
    why: 'It follows a configuration that contains itself without an end.',
    cases: ['a configuration that contains itself does not end the call'],
    theirs: () => ({ raised: 'RecursionError' }),
  },
];

/** What an official class makes of a case: what ours makes of it, but for the differences that name the case. */
export function expectedOf(differences: readonly OfficialDifference[], name: string, ours: unknown): unknown {
  return differences
    .filter(({ cases }) => cases.includes(name))
    .reduce<unknown>((expected, { theirs }) => json(theirs(expected as never, name)), json(ours));
}
