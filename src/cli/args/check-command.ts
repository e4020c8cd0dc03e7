import type { SubcommandSpec } from './subcommand-spec.ts';
import { commonOptions, serverOptions, writeOptions } from './shared-options.ts';

export const checkSpec: SubcommandSpec = {
  name: 'check',
  summary: 'Run the inputs in a folder and check the results',
  description: [
    'Runs each input file of the folder on a thread of its own, evaluates its checks, and prints a table of the results. The format of the files is in docs/inputs.md. An input without checks passes if its run does not fail.',
    'Without --assistant, an input runs on the default assistant of the graph that it specifies. --assistant and --server may be repeated: each input runs on each of them.',
    'Checks that start a command, or send outputs to an address or to another server, are unknown unless --allow-commands is given or they were allowed in the window; so are conversations with a simulated user on another server. Scores are printed with their mean, standard deviation and number.',
    'A key that an HTTP check names is the one that was entered in the window, or that of --check-key. It is sent to the origin of that address alone.',
    'The exit code is 0 if all inputs passed and 1 if any did not, including when something is unknown or did not end. Ctrl-C and --timeout cancel the active runs.',
  ],
  arguments: [
    {
      name: 'FOLDER',
      help: 'The folder with the inputs, including its subfolders; inputs by default',
      optional: true,
    },
  ],
  options: {
    assistant: {
      type: 'string',
      short: 'a',
      multiple: true,
      value: 'ID|NAME',
      completes: 'assistants',
      help: 'An assistant, by ID, name or graph; may be repeated',
    },
    match: { type: 'string', value: 'TEXT', help: 'Only inputs whose path contains this' },
    'at-once': {
      type: 'string',
      value: 'NUMBER',
      help: 'The maximum number of runs at a time on a server; without it, its queue gets up to 200',
    },
    repeat: { type: 'string', value: 'NUMBER', help: 'Run each input this many times; once by default' },
    'allow-commands': {
      type: 'boolean',
      help: 'Let checks of the folder start their commands and send outputs to the addresses and servers that they name, and simulated users be on other servers',
    },
    'check-key': {
      type: 'string',
      multiple: true,
      value: 'NAME=VARIABLE@URL',
      help: 'The environment variable with a key that HTTP checks name, and the address it is sent to; may be repeated',
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      help: 'Cancel what has not ended after this time; without it, there is no limit',
    },
    shard: {
      type: 'string',
      value: 'PART/PARTS',
      help: 'Only this part of the inputs, such as 3/10, to check the others on other machines',
    },
    junit: { type: 'string', value: 'FILE', help: 'Write the results as JUnit XML, for CI' },
    ...serverOptions,
    server: {
      type: 'string',
      short: 's',
      multiple: true,
      value: 'NAME|URL',
      completes: 'servers',
      help: 'The name of a saved server, or the address of any server; may be repeated',
    },
    ...writeOptions,
    ...commonOptions,
  },
  examples: [
    [
      'all inputs of a project, in CI',
      'check inputs --server http://127.0.0.1:2024 --timeout 300 --junit checks.xml',
    ],
    ['the third of ten parts', 'check inputs --shard 3/10 --junit checks-3.xml'],
    [
      'with a key for an HTTP check',
      'check --allow-commands --check-key score-key=SCORE_KEY@https://scores.example.com',
    ],
    ['on two assistants', 'check --assistant writer --assistant "Careful writer"'],
  ],
};

export const mergeReportsSpec: SubcommandSpec = {
  name: 'merge-reports',
  summary: 'Merge the reports of several checks into one',
  description: [
    'Merges JUnit files that check --junit wrote, with one suite for each assistant. Reports of shards are only merged when all of them are there, each once.',
  ],
  arguments: [
    { name: 'FILE', help: 'The merged report' },
    { name: 'REPORT', help: 'A report of check --junit', many: true },
  ],
  options: { ...commonOptions },
  examples: [['the reports of all shards', 'merge-reports checks.xml checks-1.xml checks-2.xml']],
};
