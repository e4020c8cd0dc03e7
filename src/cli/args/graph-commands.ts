import type { SubcommandSpec } from './subcommand-spec.ts';
import {
  assistantOption,
  checkpointOption,
  commonOptions,
  serverOptions,
  toServerOptions,
  writeOptions,
  threadArgument,
  limitOption,
} from './shared-options.ts';

/* Commands about graphs, runs and threads. */

export const graphSpec: SubcommandSpec = {
  name: 'graph',
  summary: 'Draw a graph as Mermaid, SVG or JSON',
  description: [
    'Writes the graph of an assistant to standard output, as Mermaid unless you choose another format.',
  ],
  arguments: [
    {
      name: 'ASSISTANT',
      help: 'The assistant, by ID, name or graph; the only one by default',
      completes: 'assistants',
      optional: true,
    },
  ],
  options: {
    mermaid: { type: 'boolean', help: 'A Mermaid flowchart' },
    svg: { type: 'boolean', help: 'An SVG image' },
    xray: { type: 'boolean', help: 'Draw the contents of subgraphs' },
    direction: {
      type: 'string',
      value: 'DIRECTION',
      choices: ['down', 'right'],
      help: 'The direction of the drawing; down by default',
    },
    theme: {
      type: 'string',
      value: 'THEME',
      choices: ['light', 'dark'],
      help: 'The colors of an SVG image; light by default',
    },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [
    ['Mermaid, subgraphs expanded', 'graph writer --xray --server http://127.0.0.1:2024'],
    ['an image', 'graph writer --svg > writer.svg'],
  ],
};

export const runSpec: SubcommandSpec = {
  name: 'run',
  summary: 'Run a graph and stream what it does',
  description: [
    'Starts a run and prints its events until it ends. The input comes from --input, or from standard input if something is piped in. Without --thread, a new thread is created.',
    'The exit code is 0 if the run finished, 1 if it failed or was cancelled, and 5 if it is waiting for an answer, which --resume gives. Ctrl-C leaves the run running; --cancel-on-exit cancels it.',
    'An answer goes to one question. If several are waiting and you name none, or the one you name is no longer open, nothing is sent and the open questions are listed. The name of a question changes once it is answered, even if the same node asks the same thing again.',
    "--json prints one document at the end, with the outcome and the thread's values; --as-json prints each event as a line.",
  ],
  arguments: [
    {
      name: 'ASSISTANT',
      help: 'The assistant, by ID, name or graph; the only one by default',
      completes: 'assistants',
      optional: true,
    },
  ],
  options: {
    ...assistantOption,
    input: {
      type: 'string',
      short: 'i',
      value: 'JSON|@FILE|-',
      help: 'The input: JSON, a file, or - for the standard input',
    },
    resume: {
      type: 'string',
      value: 'JSON',
      help: 'Answer the question that the thread is waiting on; see --interrupt',
    },
    interrupt: {
      type: 'string',
      value: 'QUESTION',
      help: "The question that --resume answers, as listed by run and state get --json, or an interrupt's ID; the only one by default",
    },
    continue: { type: 'boolean', help: 'Continue the thread without an input' },
    thread: { type: 'string', short: 't', value: 'ID', help: 'The thread to run on' },
    stateless: { type: 'boolean', help: 'Run without a thread; nothing is stored' },
    ...checkpointOption,
    config: { type: 'string', value: 'JSON|@FILE', help: 'The config of the run' },
    context: { type: 'string', value: 'JSON|@FILE', help: 'The context of the run' },
    'stream-mode': {
      type: 'string',
      multiple: true,
      value: 'MODE',
      choices: ['values', 'updates', 'tasks', 'messages-tuple', 'custom', 'checkpoints', 'debug', 'events'],
      help: 'What to stream; may be repeated',
    },
    'interrupt-before': {
      type: 'string',
      multiple: true,
      value: 'NODE',
      help: 'Stop before a node; * for all',
    },
    'interrupt-after': {
      type: 'string',
      multiple: true,
      value: 'NODE',
      help: 'Stop after a node; * for all',
    },
    'recursion-limit': { type: 'string', value: 'NUMBER', help: 'The maximum number of supersteps' },
    'if-busy': {
      type: 'string',
      value: 'STRATEGY',
      choices: ['reject', 'enqueue', 'interrupt', 'rollback'],
      help: 'What to do if the thread is busy; reject by default',
    },
    webhook: {
      type: 'string',
      value: 'URL',
      help: 'The address to which the server reports the end of the run',
    },
    background: { type: 'boolean', help: 'Start the run and print its IDs, without waiting' },
    'as-json': { type: 'boolean', help: 'Print each event as a line of JSON' },
    'cancel-on-exit': { type: 'boolean', help: 'Cancel the run on Ctrl-C' },
    ...serverOptions,
    ...writeOptions,
    ...commonOptions,
  },
  examples: [
    ['with an input', `run writer --input '{"topic": "tides"}'`],
    ['with an input from a file, for another program', 'run writer --input @input.json --as-json'],
    ['answer the only question', `run writer --thread 1ef6c5de --resume '{"approved": true}'`],
  ],
};

export const watchSpec: SubcommandSpec = {
  name: 'watch',
  summary: 'Follow the runs of a thread',
  description: [
    "Prints the events of the thread's active run, then waits for the next one, until Ctrl-C. --once ends with the first run; the exit code is the same as for run.",
    'A server that gives each event to only one reader refuses a second one. --join reads anyway, and takes the events away from the other reader.',
  ],
  arguments: [threadArgument],
  options: {
    run: { type: 'string', value: 'ID', help: 'One run of the thread' },
    once: { type: 'boolean', help: 'End when the run ends, or at once if none is active' },
    join: { type: 'boolean', help: 'Read events even if that takes them from another reader' },
    'as-json': { type: 'boolean', help: 'Print each event as a line of JSON' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [['a thread', 'watch 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 --server local']],
};

export const stateGetSpec: SubcommandSpec = {
  name: 'state get',
  summary: 'Print the state of a thread',
  description: [
    'Prints the values as JSON, with numbers exactly as the server wrote them. --json also says where the values come from.',
  ],
  arguments: [threadArgument],
  options: {
    ...checkpointOption,
    key: { type: 'string', short: 'k', value: 'NAME', help: 'Print only this value' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [['one value', 'state get 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 --key messages']],
};

export const stateSetSpec: SubcommandSpec = {
  name: 'state set',
  summary: 'Edit the state of a thread',
  description: [
    'Writes values as if a node had just returned them, and reads the result back. Reducers apply as in a run. Fails if the thread has changed in the meantime, or while a run is active.',
  ],
  arguments: [
    threadArgument,
    { name: 'KEY=JSON', help: 'A key of the state and its new value', many: true, optional: true },
  ],
  options: {
    values: { type: 'string', value: 'JSON|@FILE|-', help: 'All keys and values as a JSON object' },
    'as-node': { type: 'string', value: 'NODE', help: 'The node that the values come from' },
    ...checkpointOption,
    ...serverOptions,
    ...writeOptions,
    ...commonOptions,
  },
  examples: [
    ['one key', `state set 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 'topic="waves"' --as-node plan`],
    ['from a file', 'state set 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 --values @values.json'],
  ],
};

export const historySpec: SubcommandSpec = {
  name: 'history',
  summary: 'List the checkpoints of a thread, newest first',
  description: ['Each line shows the checkpoint, its step, what wrote it, and what runs next.'],
  arguments: [threadArgument],
  options: {
    ...limitOption('checkpoints'),
    before: { type: 'string', value: 'ID', help: 'Only checkpoints before this one' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [['the last five', 'history 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 -n 5']],
};

export const diffSpec: SubcommandSpec = {
  name: 'diff',
  summary: 'Compare two checkpoints, threads, runs, executions of a node or versions of an assistant',
  description: [
    'Each side is THREAD, THREAD@CHECKPOINT, run:THREAD/RUN, turn:THREAD/RUN (the run with those that answered or continued it), node:THREAD/NODE or node:THREAD/RUN/NODE@VISIT (one execution of a node), task:THREAD@CHECKPOINT/TASK (the same by its IDs, in a subgraph task:THREAD@CHECKPOINT/NAMESPACE/TASK), or assistant:NAME@VERSION. List items are matched by content and ID.',
    'A node is named with the subgraph nodes above it (write:draft). Its visits are counted from 1 in the run or thread; the last one by default.',
    'Threads and runs are also compared by what ran: each node with its visits, and whether it wrote the same values.',
    'The exit code is 0 if they are equal, and 1 if they differ or if that is unknown. Threads and checkpoints are compared by their values, runs by what they were given and did (ignoring message IDs), executions by what they read and wrote, and assistants by config and context.',
  ],
  arguments: [
    { name: 'FROM', help: 'The earlier or left side' },
    { name: 'TO', help: 'The later or right side' },
  ],
  options: {
    ...toServerOptions('TO'),
    ...serverOptions,
    ...commonOptions,
  },
  examples: [
    ['two threads', 'diff 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 1ef6c5df-9d2a-4b0e-8f56-6a1f0a2b3c22'],
    [
      'the first and the last visit of a node in a subgraph',
      'diff node:1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11/write:draft@1 node:1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11/write:draft',
    ],
    ['two versions of an assistant', 'diff assistant:writer@1 assistant:writer@2'],
  ],
};

export const whatChangedSpec: SubcommandSpec = {
  name: 'what-changed',
  summary: 'Compare a run with the last successful run of its graph',
  description: [
    'Looks for the last run before it that succeeded, on its thread and then on the finished threads of the graph, and lists what changed since: input, config, versions, and the first node that wrote something else. What the server does not report is listed as unknown.',
    'The exit code is 1 if no successful run was found; the command prints what it searched.',
  ],
  arguments: [
    threadArgument,
    { name: 'RUN', help: 'The ID of the run; the newest one of the thread by default', optional: true },
  ],
  options: { ...serverOptions, ...commonOptions },
  examples: [['why the last run failed', 'what-changed 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11']],
};

export const threadsListSpec: SubcommandSpec = {
  name: 'threads list',
  summary: 'List the threads of a server, most recently changed first',
  description: ['Each line shows the ID, the status, when it changed, and the name.'],
  arguments: [],
  options: {
    ...limitOption('threads'),
    status: {
      type: 'string',
      value: 'STATUS',
      choices: ['idle', 'busy', 'interrupted', 'error'],
      help: 'Only threads with this status',
    },
    graph: { type: 'string', value: 'ID', help: 'Only threads of this graph' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [['what waits for a person', 'threads --status interrupted']],
};

export const threadsCloneSpec: SubcommandSpec = {
  name: 'threads clone',
  summary: 'Recreate a thread on another server and compare the two',
  description: [
    'Recreates the thread, its newest branch by supersteps and other branches by state updates, and compares it with its source, checkpoint by checkpoint. Prints the ID of the clone, then what differs and what is missing. The exit code is 0 if all checkpoints are equal, and 1 if some differ. A clone that fails is deleted.',
  ],
  arguments: [threadArgument],
  options: {
    ...toServerOptions('the clone'),
    graph: { type: 'string', value: 'ID', help: "The graph of the clone; the thread's own by default" },
    name: { type: 'string', value: 'NAME', help: "The name of the clone; the thread's own by default" },
    'newest-branch': { type: 'boolean', help: 'Leave out the other branches' },
    ...serverOptions,
    ...writeOptions,
    ...commonOptions,
  },
  examples: [
    [
      'to a local server',
      'threads clone 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 --server prod --to-server http://127.0.0.1:2024',
    ],
  ],
};

export const threadsStorageSpec: SubcommandSpec = {
  name: 'threads storage',
  summary: 'Show what a thread takes in the store of its server',
  description: [
    'The bytes of each channel, the largest first, then those of checkpoints and pending writes, and the total, all as the server counts them. Fails on servers that do not report it.',
  ],
  arguments: [threadArgument],
  options: { ...serverOptions, ...commonOptions },
  examples: [['which channel is large', 'threads storage 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11']],
};

export const threadsDeleteSpec: SubcommandSpec = {
  name: 'threads delete',
  summary: 'Delete threads with their states and runs',
  description: ["Deletes threads one by one; a failure does not stop the others. This can't be undone."],
  arguments: [{ name: 'THREAD', help: 'The ID of a thread', many: true }],
  options: { ...serverOptions, ...writeOptions, ...commonOptions },
  examples: [
    ['on a production server', 'threads delete 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11 --yes --confirm prod'],
  ],
};
