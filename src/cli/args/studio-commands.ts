import type { CommandSpec } from './command-spec.ts';
import { commonOptions, serverOptions, writeOptions } from './shared-options.ts';

/* Commands about the studio itself. */

export const openSpec: CommandSpec = {
  name: 'open',
  summary: 'Open the studio in the browser; the default command',
  description: [
    'Starts the studio on this machine and opens it in the browser, at a server and thread if they are named, or at a recording. It runs until Ctrl-C.',
    'Without a server, and with none saved, it shows the demo graphs. An address is added to the list of servers, without a key.',
    'With --json each address of the studio is a line of JSON ({"url", "version"}); all else is on the standard error.',
    'A name is first looked for among the saved servers. Otherwise an existing file, or a folder with a recording, is opened at its thread; write ./NAME if a server has the same name. The studio keeps a copy, and the recording stays in its list of servers until it is closed there. A file that is no recording ends the command before a window opens.',
    'REMOTE_GRAPH_STUDIO_ADDRESS, REMOTE_GRAPH_STUDIO_PORT, REMOTE_GRAPH_STUDIO_TOKEN and REMOTE_GRAPH_STUDIO_PUBLIC_URL set where it listens and how it is reached; options win over them.',
  ],
  arguments: [
    {
      name: 'SERVER|FILE',
      help: 'A saved server by its name, any server by its address, or a recording by its file or folder',
      completes: 'servers',
      optional: true,
    },
  ],
  options: {
    thread: { type: 'string', short: 't', value: 'ID', help: 'The thread to show' },
    assistant: {
      type: 'string',
      short: 'a',
      value: 'ID|NAME',
      help: 'The assistant to show, by ID, name or graph',
    },
    port: { type: 'string', value: 'NUMBER', help: 'The port to listen on; 0 for any free one' },
    address: { type: 'string', value: 'ADDRESS', help: 'The address of this machine to listen on' },
    'allow-network': { type: 'boolean', help: 'Allow an address that other machines can reach' },
    'no-open': { type: 'boolean', help: 'Print the address, and open no browser' },
    ...commonOptions,
  },
  examples: [
    ['the demo graphs', ''],
    ['a server of your own', 'open http://127.0.0.1:2024'],
    ['a recording', 'open tides.recording.zip'],
    ['a thread of a saved server', 'open staging --thread 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11'],
  ],
};

export const serversListSpec: CommandSpec = {
  name: 'servers list',
  summary: 'List the saved servers',
  description: ['Lists name, address and marks of the saved servers. Keys are never shown.'],
  arguments: [],
  options: { ...commonOptions },
  examples: [['all servers', 'servers']],
};

export const serversAddSpec: CommandSpec = {
  name: 'servers add',
  summary: 'Save a server',
  description: [
    'Saves a server under a name, in the data folder of the command line, which open uses too. The studio must not be open there.',
    'A key can only be saved unprotected, because the command line has no key store. Without one, name the server by its address and put the key into the environment.',
  ],
  arguments: [
    { name: 'NAME', help: 'What the server is called' },
    { name: 'URL', help: 'Its base address' },
  ],
  options: {
    production: { type: 'boolean', help: 'Mark it as production, so that changes must be confirmed' },
    'key-env': { type: 'string', value: 'VARIABLE', help: 'Save the API key that this variable holds' },
    unprotected: { type: 'boolean', help: 'Allow the key to be saved in plain text, readable by you only' },
    ...commonOptions,
  },
  examples: [
    ['a local server', 'servers add local http://127.0.0.1:2024'],
    ['production', 'servers add prod https://prod.example.com --production'],
  ],
};

export const serversRemoveSpec: CommandSpec = {
  name: 'servers remove',
  summary: 'Forget a saved server',
  description: [
    'Removes a server from the list. Nothing changes on the server. The studio must not be open.',
  ],
  arguments: [{ name: 'NAME', help: 'The name of the server', completes: 'servers' }],
  options: { ...commonOptions },
  examples: [['a server', 'servers remove local']],
};

export const serversTestSpec: CommandSpec = {
  name: 'servers test',
  summary: 'Check whether a server answers and accepts its key',
  description: ['Asks the server how it is. The exit code says whether it answered.'],
  arguments: [{ name: 'SERVER', help: 'Its name or address', completes: 'servers', optional: true }],
  options: { ...serverOptions, ...commonOptions },
  examples: [['a local server', 'servers test http://127.0.0.1:2024']],
};

export const serversCheckSpec: CommandSpec = {
  name: 'servers check',
  summary: 'Try what the API of graph servers promises on a server',
  description: [
    'Tries some 240 expectations on a server, and says what is missing, different or broken: graph-server-check of the package remote-graph-client with the key, the certificates and the proxy of the studio. docs/server-check.md has its cases, its roles of graphs and how to read it.',
    'It creates threads, runs, assistants, crons and items of the store, marks them, and deletes them again, also after Ctrl-C. A server on another machine needs --yes, and one that is marked as production --confirm with its name, too.',
    'The exit code is 1 if something is worse than in the baseline, or could not be removed.',
  ],
  arguments: [{ name: 'SERVER', help: 'Its name or address', completes: 'servers', optional: true }],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: ['human', 'json', 'markdown', 'junit'],
      help: 'How the report is written; a table by default',
    },
    output: { type: 'string', value: 'FILE', help: 'Write the report to a file' },
    baseline: { type: 'string', value: 'FILE', help: 'Compare with a profile, as --format json writes it' },
    only: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'Only this case, or the cases that begin with it; may be repeated',
    },
    graph: {
      type: 'string',
      multiple: true,
      value: 'NAME=ROLE',
      help: 'The graph that plays a role; may be repeated',
    },
    input: {
      type: 'string',
      multiple: true,
      value: 'ROLE=JSON',
      help: 'The input of a role; may be repeated',
    },
    ...serverOptions,
    ...writeOptions,
    ...commonOptions,
  },
  examples: [
    ['a local server', 'servers check http://127.0.0.1:2024'],
    [
      'what got worse since its profile was kept',
      'servers check staging --yes --baseline staging-profile.json',
    ],
  ],
};

export const webhookListenSpec: CommandSpec = {
  name: 'webhook listen',
  summary: 'Listen for webhooks and print what arrives',
  description: [
    'Opens a listener with a fresh secret address for the webhooks of runs, and prints each delivery until Ctrl-C. A delivery is what somebody claims who knows the address; ask the server (watch, history) before you rely on it.',
  ],
  arguments: [],
  options: {
    port: { type: 'string', value: 'NUMBER', help: 'The port to listen on; any free one by default' },
    address: {
      type: 'string',
      value: 'ADDRESS',
      help: 'The address of this machine to listen on; 127.0.0.1 by default',
    },
    'public-url': { type: 'string', value: 'URL', help: 'The base address of a tunnel to the listener' },
    count: { type: 'string', value: 'NUMBER', help: 'End after so many deliveries' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [['until the first delivery, as JSON', 'webhook listen --count 1 --json --server local']],
};

export const completionSpec: CommandSpec = {
  name: 'completion',
  summary: 'Print the completion script of a shell',
  description: [
    'Prints a script that completes commands, options, and the names of saved servers and of the assistants of a server. The examples show where it goes.',
  ],
  arguments: [{ name: 'SHELL', help: 'The shell', choices: ['bash', 'zsh', 'fish'] }],
  options: { help: commonOptions['help'] ?? { type: 'boolean', help: '' } },
  examples: [
    ['bash, in ~/.bashrc: source <(remote-graph-studio completion bash)', 'completion bash'],
    ['zsh, in a folder of $fpath as _remote-graph-studio', 'completion zsh'],
    ['fish, in ~/.config/fish/completions', 'completion fish'],
  ],
};

export const mcpSpec: CommandSpec = {
  name: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output',
  description: [
    'Lets a coding assistant list servers, graphs and threads, and read states, histories and what nodes did. With --allow-writes also run, resume and edit.',
    'Answers never contain keys. On servers that are marked as production nothing can be changed this way.',
  ],
  arguments: [],
  options: {
    'allow-writes': { type: 'boolean', help: 'Offer tools that change servers' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [['as an assistant starts it', 'mcp --server local']],
};
