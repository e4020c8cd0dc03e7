import type { SubcommandSpec } from './subcommand-spec.ts';
import { commonOptions, serverOptions, writeOptions } from './shared-options.ts';

/* Commands about the studio itself. */

export const openSpec: SubcommandSpec = {
  name: 'open',
  summary: 'Open the studio in the browser; the default command',
  description: [
    'Starts the studio on this machine and opens it in the browser, at a server and thread if you name them, or at a recording. It runs until Ctrl-C.',
    'Without a server, and with none saved, it shows the demo graphs. An address is added to the list of servers, without a key.',
    'With --json, each address of the studio is a line of JSON ({"url", "version"}); everything else goes to standard error.',
    'A name is first looked up among the saved servers. Otherwise, an existing file, or a folder with a recording, is opened at its thread; type ./NAME if a server has the same name. The studio keeps a copy, and the recording stays in its list of servers until it is closed there. A file with runs exported from LangSmith or with traces as OTLP JSON is opened as a recording, too. If the file is not a recording, the command ends before a window opens.',
    'An https address that ends with .zip or has a query, such as a presigned link of S3, is that of a recording; add --recording for any other. Its host and size are shown before it is downloaded. The request has no key of yours. Other programs on this machine can read the command line, and with it the link.',
    'REMOTE_GRAPH_STUDIO_ADDRESS, REMOTE_GRAPH_STUDIO_PORT, REMOTE_GRAPH_STUDIO_TOKEN, REMOTE_GRAPH_STUDIO_PUBLIC_URL and REMOTE_GRAPH_STUDIO_TEAM set where it listens and how it is reached; options override them.',
  ],
  arguments: [
    {
      name: 'SERVER|FILE',
      help: 'The name of a saved server, the address of any server, or the file, folder or https address of a recording',
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
    recording: { type: 'boolean', help: 'The address is that of a recording' },
    yes: { type: 'boolean', short: 'y', help: 'Download the recording without asking' },
    port: { type: 'string', value: 'NUMBER', help: 'The port to listen on; 0 for any free one' },
    address: { type: 'string', value: 'ADDRESS', help: 'The address of this machine to listen on' },
    'allow-network': { type: 'boolean', help: 'Allow an address that other machines can reach' },
    team: {
      type: 'string',
      value: 'FILE',
      help: 'Serve a team behind a sign-in proxy, as this file says; see docs/guides/team.md',
    },
    'no-open': { type: 'boolean', help: 'Print the address without opening a browser' },
    ...commonOptions,
  },
  examples: [
    ['the demo graphs', ''],
    ['a server of your own', 'open http://127.0.0.1:2024'],
    ['a recording', 'open tides.recording.zip'],
    ['a recording by its link', 'open https://recordings.example.com/tides.recording.zip'],
    ['a thread of a saved server', 'open staging --thread 1ef6c5de-2c1f-4a7a-9a3b-0b9f9a4b2c11'],
  ],
};

export const serversListSpec: SubcommandSpec = {
  name: 'servers list',
  summary: 'List the saved servers',
  description: ['Lists name, address and marks of the saved servers. Keys are never shown.'],
  arguments: [],
  options: { ...commonOptions },
  examples: [['all servers', 'servers']],
};

export const serversAddSpec: SubcommandSpec = {
  name: 'servers add',
  summary: 'Save a server',
  description: [
    'Saves a server under a name, in the data folder of the command line, which open uses too. The studio must not be open there.',
    'A key can only be saved unprotected, because the command line has no key store. Without one, name the server by its address and put the key into the environment.',
  ],
  arguments: [
    { name: 'NAME', help: 'The name of the server' },
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

export const serversRemoveSpec: SubcommandSpec = {
  name: 'servers remove',
  summary: 'Forget a saved server',
  description: [
    'Removes a server from the list. Nothing changes on the server. The studio must not be open.',
  ],
  arguments: [{ name: 'NAME', help: 'The name of the server', completes: 'servers' }],
  options: { ...commonOptions },
  examples: [['a server', 'servers remove local']],
};

export const serversTestSpec: SubcommandSpec = {
  name: 'servers test',
  summary: 'Check whether a server responds and accepts its key',
  description: ['Checks the health of the server. The exit code says whether it responded.'],
  arguments: [{ name: 'SERVER', help: 'Its name or address', completes: 'servers', optional: true }],
  options: { ...serverOptions, ...commonOptions },
  examples: [['a local server', 'servers test http://127.0.0.1:2024']],
};

export const serversCheckSpec: SubcommandSpec = {
  name: 'servers check',
  summary: 'Test whether a server does what the graph server API promises',
  description: [
    'Checks about 240 expectations and reports what is missing, different or broken: graph-server-check of the package remote-graph-client, with the key, the certificates and the proxy of the studio. docs/server-check.md describes its cases, the roles of graphs and how to read the report.',
    'It creates threads, runs, assistants, crons and items of the store, marks them, and deletes them again, even after Ctrl-C. A server on another machine needs --yes; one that is marked as production also needs --confirm with its name.',
    'The exit code is 1 if something is worse than in the baseline, or could not be removed.',
  ],
  arguments: [{ name: 'SERVER', help: 'Its name or address', completes: 'servers', optional: true }],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: ['human', 'json', 'markdown', 'junit'],
      help: 'The format of the report; a table by default',
    },
    output: { type: 'string', value: 'FILE', help: 'Write the report to a file' },
    baseline: { type: 'string', value: 'FILE', help: 'Compare with a profile written by --format json' },
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

export const webhookListenSpec: SubcommandSpec = {
  name: 'webhook listen',
  summary: 'Listen for webhooks and print what arrives',
  description: [
    'Opens a listener with a fresh secret address for the webhooks of runs, and prints each delivery until Ctrl-C. A delivery is only a claim by someone who knows the address; check with the server (watch, history) before you rely on it.',
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
    count: { type: 'string', value: 'NUMBER', help: 'End after this many deliveries' },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [['until the first delivery, as JSON', 'webhook listen --count 1 --json --server local']],
};

export const auditSpec: SubcommandSpec = {
  name: 'audit',
  summary: 'Read the audit log of a studio for a team',
  description: [
    'Prints who changed what, or tried to, oldest first: the lines of logs/audit.jsonl in the data folder and of its older files that match all options. The studio may be open meanwhile.',
    'With --json, each is a line of JSON, as it is in the log.',
  ],
  arguments: [],
  options: {
    user: {
      type: 'string',
      multiple: true,
      value: 'NAME|SUBJECT',
      help: 'Only what this member did, by name or subject (sub); may be repeated',
    },
    call: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'Only this call, such as runs.start, or a group of calls, such as runs; may be repeated',
    },
    since: {
      type: 'string',
      value: 'TIME',
      help: 'Only from this time on: 2026-11-27T07:30Z, or 90m, 12h, 7d ago',
    },
    until: { type: 'string', value: 'TIME', help: 'Only before this time' },
    outcome: {
      type: 'string',
      value: 'OUTCOME',
      choices: ['done', 'failed', 'refused'],
      help: 'Only calls that ended so',
    },
    ...commonOptions,
  },
  examples: [
    ['what was refused in the last week', 'audit --outcome refused --since 7d'],
    ['the runs that somebody started, as JSON', "audit --user 'Ada Lovelace' --call runs.start --json"],
  ],
};

export const completionSpec: SubcommandSpec = {
  name: 'completion',
  summary: 'Print the completion script for a shell',
  description: [
    'Prints a script that completes commands, options, and the names of saved servers and of the assistants of a server. The examples show where to put it.',
  ],
  arguments: [{ name: 'SHELL', help: 'The shell', choices: ['bash', 'zsh', 'fish'] }],
  options: { help: commonOptions['help'] ?? { type: 'boolean', help: '' } },
  examples: [
    ['bash, in ~/.bashrc: source <(remote-graph-studio completion bash)', 'completion bash'],
    ['zsh, in a folder of $fpath as _remote-graph-studio', 'completion zsh'],
    ['fish, in ~/.config/fish/completions', 'completion fish'],
  ],
};

export const mcpSpec: SubcommandSpec = {
  name: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output',
  description: [
    'Lets a coding assistant list servers, graphs, schemas and threads, read states, histories, runs and what nodes did, and compare them. With --allow-writes, it can also run, resume, cancel and edit.',
    'Answers never contain keys. A server that is marked as production can be changed only if --allow-production names it, too.',
  ],
  arguments: [],
  options: {
    'allow-writes': { type: 'boolean', help: 'Offer tools that change servers' },
    'allow-production': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      completes: 'servers',
      help: 'With --allow-writes: also change this server, which is marked as production; may be repeated',
    },
    recording: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'Also offer this recording, a file or folder, for reading; may be repeated',
    },
    ...serverOptions,
    ...commonOptions,
  },
  examples: [
    ['as a coding assistant starts it', 'mcp --server local'],
    ['to look at a failed run that somebody recorded', 'mcp --recording tides.recording.zip'],
  ],
};
